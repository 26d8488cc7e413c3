// The requests to the server for a chat and for a telephone call, and the event stream of a chat.

import { call as callServer, readEvents, upload as uploadTo } from './http.js';

export { Refusal } from './http.js';

const BASE = '/outside/api';
/** The page offers the queues of one org unit: that of `/outside?unit=`, otherwise the server's own. */
const UNIT = new URLSearchParams(location.search).get('unit');
const OF_UNIT = UNIT ? `?unit=${encodeURIComponent(UNIT)}` : '';

const call = (method, path, options) => callServer(method, BASE + path, options);
const chat = (protocol, rest) => `/chats/${encodeURIComponent(protocol)}/${rest}`;

export const queues = () => call('GET', `/queues${OF_UNIT}`).then((answer) => answer.data);
/** The puzzle of the next start: `challenge`, `salt`, `bits`; 0 bits: no puzzle. See `startPuzzle.js`. */
export const startPuzzle = () => call('GET', '/puzzle');
/**
 * `signed`: the fields by which the operator's site confirms the identifier; none for one that the customer typed. `proof`: the fields of the
 * solved puzzle.
 */
export const start = (name, identifier, signed, queue, secret, proof) =>
  call('POST', `/chats${OF_UNIT}`, {
    body: { name, queue, secret, ...(identifier && { identifier, ...signed }), ...proof },
  });
/** Lists the queues that can be called; none without a voice gateway. */
export const lines = () => call('GET', `/lines${OF_UNIT}`).then((answer) => answer.data);
/** An account of the voice gateway for one call. `signed`: the fields by which the operator's site confirms the number. `proof`: as for `start`. */
export const startCall = (name, phone, signed, queue, proof) =>
  call('POST', `/calls${OF_UNIT}`, { body: { name, queue, ...(phone && { phone, ...signed }), ...proof } });
/**
 * Asks the demo, in the role of the operator's site, to confirm the number of a contact; refused for other numbers and
 * without the demo.
 */
export const signNumber = (phone) => call('POST', `/signatures${OF_UNIT}`, { body: { phone } });
/** Lists the desk telephones that this page may act as: `extension`, `registered`. */
export const deskTelephones = () => call('GET', `/telephones${OF_UNIT}`).then((answer) => answer.data);
/** Requests an account of the voice gateway for a desk telephone. */
export const startDeskTelephone = (extension) => call('POST', `/telephones${OF_UNIT}`, { body: { extension } });
/** `mediaId`: the uploaded file of the message, whose caption is then the text; `quote.seq`: the message that it answers. Both are optional. */
export const send = ({ protocol, secret }, { customId, text, mediaId, quote }) =>
  call('POST', chat(protocol, 'messages'), {
    secret,
    body: { custom_id: customId, text, ...(mediaId && { mediaId }), ...(quote && { answered: quote.seq }) },
  });
/** Uploads a file of the chat. Returns its id. */
export const upload = async ({ protocol, secret }, { name, blob }, signal, progressed) => {
  const address = `${BASE}${chat(protocol, 'media')}?${new URLSearchParams({ name })}`;
  return (await uploadTo(address, { secret, blob, signal, progressed })).mediaId;
};
/** `customId`: the id of the message being typed. */
export const typing = ({ protocol, secret }, isTyping, customId) =>
  call('POST', chat(protocol, 'typing'), { secret, body: { typing: isTyping, custom_id: customId } });
export const end = ({ protocol, secret }) => call('POST', chat(protocol, 'end'), { secret });

/** Reads the events of a chat until it ends or the returned function is called. See `readEvents`. */
export function listen({ protocol, secret }, { heard, online, refused }) {
  let lastNumber = 0;
  const stop = readEvents(
    { address: BASE + chat(protocol, 'events'), secret },
    {
      heard: (event) => {
        // Typing has no number and is not repeated.
        if (event.number !== undefined) {
          if (event.number <= lastNumber) return;
          lastNumber = event.number;
        }
        if (event.type === 'ended') stop();
        heard(event);
      },
      online,
      refused,
    },
  );
  return stop;
}
