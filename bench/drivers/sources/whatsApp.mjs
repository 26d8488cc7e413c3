// The source of feed.mjs for the measurement of WhatsApp: attendances, one of them with a long thread, and a frame for
// each message that a customer writes. They are made from the contract's examples. Messages are created when a portion
// of them is requested. The newest is a few seconds old, because the composer is locked 24 hours after the customer's
// last one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/console.mjs';

/** @param {string} name */
const example = (name) => JSON.parse(readFileSync(join(root, 'docs', 'contract', 'whatsapp', `${name}.json`), 'utf8'));

const givenNames = ['Helena', 'Rodrigo', 'Mariana', 'Caio', 'Beatriz', 'Otávio', 'Lúcia', 'Vicente', 'Clara', 'Davi'];
const familyNames = ['Duarte', 'Farias', 'Albuquerque', 'Nogueira', 'Prado', 'Siqueira', 'Amaral'];
/** Texts of one to three lines. */
const texts = [
  'Bom dia! Quero renovar o meu plano.',
  'Sim',
  'Pode me mandar o valor com o desconto, por favor?',
  'Ok, obrigado!',
  'O boleto deste mês ainda não chegou. Já olhei a caixa de entrada e também o spam, e nada. '.repeat(2),
  'Vou conferir e volto em um minuto.',
  'O endereço é Rua das Acácias, 120, apartamento 41. '.repeat(4),
  '👍',
];
/** @param {string[]} items @param {number} at @returns {string} */
const pick = (items, at) => items[at % items.length] ?? '';

const MESSAGES_APART_MS = 30_000;
/** A prime number, so that the frames do not come in the order of the list. */
const STRIDE = 37;

/**
 * @typedef {{ jobs: number, messagesPerJob: number, longThread: number, busy: number, frames: number }} WhatsAppSize
 * `longThread`: messages of the first attendance; `busy`: attendances that receive frames
 */

/** @param {string} argument a {@link WhatsAppSize} as JSON */
export function openSource(argument) {
  /** @type {WhatsAppSize} */
  const size = JSON.parse(argument);
  const newest = Date.now() - 5_000;
  const { job, epoch } = example('event-new-whatsapp');
  const written = example('event-message');
  const sent = example('message');
  for (const field of ['filemime', 'message_caption', 'message_media_type', 'message_attachment_url'])
    delete written[field];
  for (const field of ['messageAnswered', 'customFields', 'strategyCampaign']) delete written[field];

  const lengths = Array.from({ length: size.jobs }, (_, at) => (at === 0 ? size.longThread : size.messagesPerJob));
  const lengthOf = (/** @type {number} */ at) => lengths[at] ?? 0;
  const protocolOf = (/** @type {number} */ at) => `20261120${String(at + 1).padStart(6, '0')}`;
  const nameOf = (/** @type {number} */ at) =>
    `${pick(givenNames, at)} ${pick(familyNames, at * 3)} ${String(at + 1).padStart(4, '0')}`;
  const phoneOf = (/** @type {number} */ at) => `55119${String(50_000_000 + at)}`;
  const timeOf = (/** @type {number} */ at, /** @type {number} */ seq) =>
    new Date(newest - (lengthOf(at) - seq) * MESSAGES_APART_MS - at * 10).toISOString();
  const idOf = (/** @type {number} */ at, /** @type {number} */ seq) => `${protocolOf(at)}.${seq}|wamid.${seq}`;

  /**
   * Every fourth message is the agent's own; the last one is the customer's.
   * @param {number} at
   * @param {number} seq
   */
  function message(at, seq) {
    const isAgent = (lengthOf(at) - seq) % 4 === 3;
    const common = {
      ...sent,
      protocol: protocolOf(at),
      seq,
      message_id: idOf(at, seq),
      message: pick(texts, at + seq * 3),
      time: timeOf(at, seq),
    };
    return isAgent
      ? { ...common, custom_id: `A${String(at * 1_000_000 + seq).padStart(9, '0')}`, to: phoneOf(at) }
      : {
          ...common,
          custom_id: '',
          senderType: 'customer',
          from: phoneOf(at),
          to: sent.from,
          status: 'sent',
          agent_id: '',
          agent_name: '',
        };
  }

  const jobs = lengths.map((length, at) => ({
    ...job,
    protocol: protocolOf(at),
    uniqueId: protocolOf(at),
    seq: length,
    contact: { ...job.contact, id: String(at + 1), fullname: nameOf(at) },
    contactId: String(at + 1),
    contactIdentifier: phoneOf(at),
    phone: phoneOf(at),
    from: nameOf(at),
    pinned: false,
    routeDisconnected: false,
    lastMessage: message(at, length),
    time: timeOf(at, 1),
    timestampLastMessage: timeOf(at, length),
    lastReceipt: timeOf(at, length),
  }));

  const frames = Array.from({ length: size.frames }, (_, number) => {
    const at = (number * STRIDE) % size.busy;
    const threadSeq = lengthOf(at) + 1 + Math.floor(number / size.busy);
    return JSON.stringify({
      ...written,
      eventId: String(number + 1).padStart(32, '0'),
      seq: number + 1,
      epoch,
      protocol: protocolOf(at),
      identifier: `+${phoneOf(at)}`,
      from: nameOf(at),
      message: JSON.stringify({ text: pick(texts, number) }),
      message_id: idOf(at, threadSeq),
      apiMessageId: `wamid.${threadSeq}`,
      message_sent_at: new Date(newest + number).toISOString(),
      threadSeq,
    });
  });

  return {
    channel: 'whatsapp',
    jobs,
    /** @param {string} protocol @param {number} after @param {number} atMost */
    messagesAfter(protocol, after, atMost) {
      const at = Number(protocol.slice(8)) - 1;
      const length = Math.max(0, Math.min(atMost, lengthOf(at) - after));
      return Array.from({ length }, (_, number) => message(at, after + 1 + number));
    },
    frames,
  };
}
