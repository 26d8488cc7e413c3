// Calls to the server and the event stream of a chat. Holds no state and no interface.

const BASE = '/outside/api';

/** The server refused the call. An unreachable server is a `TypeError` of fetch. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.message ?? `status ${status}`);
    this.status = status;
    this.fields = body.errors ?? {};
    this.cause = body.cause;
  }
}

async function call(method, path, { secret, body } = {}) {
  const headers = {};
  if (secret) headers.authorization = `Bearer ${secret}`;
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(BASE + path, { method, headers, body: body && JSON.stringify(body), cache: 'no-store' });
  const parsed = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, parsed);
  return parsed;
}

const chat = (protocol, rest) => `/chats/${encodeURIComponent(protocol)}/${rest}`;

export const queues = () => call('GET', '/queues').then((answer) => answer.data);
export const start = (name, identifier, queue, secret) =>
  call('POST', '/chats', { body: { name, queue, secret, ...(identifier && { identifier }) } });
/** Queues that can be called; none without a voice gateway. */
export const lines = () => call('GET', '/lines').then((answer) => answer.data);
/** An account of the voice gateway for one call. */
export const startCall = (name, phone, queue) =>
  call('POST', '/calls', { body: { name, queue, ...(phone && { phone }) } });
export const send = ({ protocol, secret }, customId, text) =>
  call('POST', chat(protocol, 'messages'), { secret, body: { custom_id: customId, text } });
/** `customId`: the id of the message being written. */
export const typing = ({ protocol, secret }, isTyping, customId) =>
  call('POST', chat(protocol, 'typing'), { secret, body: { typing: isTyping, custom_id: customId } });
export const end = ({ protocol, secret }) => call('POST', chat(protocol, 'end'), { secret });

const RECONNECT_MS = 2000;
/** The server sends a keep-alive every 15 s. */
const SILENCE_MS = 40_000;

/**
 * Reads the events of a chat until it ends or `stop` is called. EventSource cannot send an `authorization` header, and the secret must
 * not be in the URL; so fetch reads the stream and sends Last-Event-ID as EventSource would.
 * Calls `heard(event)`, `online(isOnline)` and `refused(refusal)`.
 */
export function listen({ protocol, secret }, { heard, online, refused }) {
  let stopped = false;
  let lastId = 0;
  let connection = new AbortController();

  const read = async () => {
    connection = new AbortController();
    const answer = await fetch(BASE + chat(protocol, 'events'), {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${secret}`, 'last-event-id': String(lastId) },
      cache: 'no-store',
      signal: connection.signal,
    });
    if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => ({})));
    online(true);
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let waiting = '';
    for (;;) {
      const silence = setTimeout(() => connection.abort(), SILENCE_MS);
      const { value, done } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      waiting += decoder.decode(value, { stream: true });
      const blocks = waiting.split('\n\n');
      waiting = blocks.pop();
      for (const block of blocks) take(block);
    }
  };

  const take = (block) => {
    const fields = block
      .split('\n')
      .map((line) => line.match(/^(\w+): ?(.*)$/))
      .filter(Boolean);
    const data = fields
      .filter(([, name]) => name === 'data')
      .map(([, , value]) => value)
      .join('\n');
    if (!data || stopped) return;
    const event = JSON.parse(data);
    if (event.number <= lastId) return;
    lastId = event.number;
    if (event.type === 'ended') stopped = true;
    heard(event);
  };

  const keepReading = async () => {
    while (!stopped) {
      try {
        await read();
      } catch (failure) {
        if (failure instanceof Refusal && failure.status < 500) {
          if (!stopped) refused(failure);
          return;
        }
      }
      if (stopped) return;
      online(false);
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  };
  void keepReading();

  return () => {
    stopped = true;
    connection.abort();
  };
}
