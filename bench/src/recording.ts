// The recorded attendances, threads and broker frames that every store receives. They are generated from the
// contract's own examples with a fixed seed, so that each run and each store gets the same bytes. Does not depend on
// any store.
import newChat from '../../docs/contract/event-new-chat.json';
import chatMessage from '../../docs/contract/event-chat-message.json';

export type WireMessage = (typeof chatMessage)['message'];
export type WireJob = Omit<(typeof newChat)['job'], 'lastMessage'> & { lastMessage: WireMessage };

export interface WireEvent {
  event: string;
  eventId: string;
  seq: number;
  message?: WireMessage;
  protocol?: string;
  typing?: boolean;
}

export interface Size {
  jobs: number;
  messagesPerJob: number;
  /** Number of attendances that half of the frames are for, or all frames if `onlyHot` is set. */
  hot: number;
  onlyHot: boolean;
}

const epoch = newChat.epoch;
const firstMoment = Date.parse('2026-11-20T08:00:00.000Z');
/** Frames come at 100 a second. */
export const framesApartMs = 10;

const givenNames = [
  'Helena',
  'Rodrigo',
  'Mariana',
  'Caio',
  'Beatriz',
  'Otávio',
  'Lúcia',
  'Vicente',
  'Clara',
  'Tomás',
  'Íris',
  'Davi',
];
const familyNames = [
  'Duarte',
  'Farias',
  'Albuquerque',
  'Nogueira',
  'Prado',
  'Siqueira',
  'Amaral',
  'Teles',
  'Bastos',
  'Moura',
  'Leal',
];
const texts = [
  'Bom dia! Quero renovar o meu plano.',
  'Sim',
  'Pode me mandar o valor com o desconto, por favor?',
  'Ok, obrigado!',
  'O boleto deste mês ainda não chegou. Já olhei a caixa de entrada e também o spam, e nada.',
  'Vou conferir e volto em um minuto.',
  'O endereço é Rua das Acácias, 120, apartamento 41.',
  '👍',
];

/** A small random generator with a fixed seed (mulberry32): the same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;
const hex = (number: number, length: number): string =>
  Math.imul(number + 1, 0x9e3779b1)
    .toString(16)
    .replace('-', 'f')
    .padStart(length, '7');
const moment = (ms: number): string => new Date(ms).toISOString();

export class Recording {
  private readonly lengths: number[];
  private readonly random = numbers(20_261_120);
  private frameNumber = 0;
  private last = '';

  constructor(readonly size: Size) {
    this.lengths = Array.from({ length: size.jobs }, () => size.messagesPerJob);
  }

  get protocols(): string[] {
    return Array.from({ length: this.size.jobs }, (_, job) => this.protocol(job));
  }

  /** The attendances as GET /agents/{id}/jobs/active returns them. */
  get jobs(): WireJob[] {
    return Array.from({ length: this.size.jobs }, (_, job) => this.job(job));
  }

  thread(protocol: string): WireMessage[] {
    const job = Number(protocol.slice(8)) - 1;
    return Array.from({ length: this.size.messagesPerJob }, (_, at) =>
      this.message(job, at + 1, this.loadedAt(job, at)),
    );
  }

  /** The next frames of the queue, as text. Each call continues after the previous one. */
  frames(count: number): string[] {
    return Array.from({ length: count }, () => (this.last = this.frame()));
  }

  private frame(): string {
    const kind = this.random();
    // A broker redelivers a frame that was not acknowledged in time.
    if (kind < 0.02 && this.last !== '') return this.last;
    this.frameNumber += 1;
    const number = this.frameNumber;
    const job = this.chosenJob();
    const at = firstMoment + this.size.jobs * this.size.messagesPerJob * 10 + number * framesApartMs;
    const meta = { eventId: hex(number, 32), seq: number, epoch, sentAt: moment(at) };
    if (kind < 0.15) {
      const typing = { event: 'ChatTypingEvent', ...meta, protocol: this.protocol(job), typing: kind < 0.09 };
      return JSON.stringify(typing);
    }
    const seq = (this.lengths[job] ?? 0) + 1;
    this.lengths[job] = seq;
    return JSON.stringify({ ...chatMessage, ...meta, message: this.message(job, seq, at) });
  }

  private chosenJob(): number {
    const { jobs, hot, onlyHot } = this.size;
    const among = onlyHot || this.random() < 0.5 ? Math.min(hot, jobs) : jobs;
    return Math.floor(this.random() * among);
  }

  private loadedAt(job: number, at: number): number {
    return firstMoment + (at * this.size.jobs + job) * 10;
  }

  private protocol(job: number): string {
    return `20261120${String(job + 1).padStart(6, '0')}`;
  }

  private job(job: number): WireJob {
    const protocol = this.protocol(job);
    const count = this.size.messagesPerJob;
    const fullname = `${pick(givenNames, job)} ${pick(familyNames, job * 7 + 3)}`;
    const address = `cliente.${job + 1}@example.com`;
    const contact = {
      ...newChat.job.contact,
      id: String(job + 1),
      fullname,
      email: address,
      identifiers: { ...newChat.job.contact.identifiers, chat_identifier: address },
    };
    const lastMessage = this.message(job, count, this.loadedAt(job, count - 1));
    const known = {
      protocol,
      contact,
      contactId: contact.id,
      contactIdentifier: address,
      from: fullname,
      uniqueId: protocol,
    };
    return { ...newChat.job, ...known, seq: count, lastMessage, timestampLastMessage: lastMessage.time };
  }

  /** Every fourth message is the agent's own. */
  private message(job: number, seq: number, at: number): WireMessage {
    const protocol = this.protocol(job);
    const address = `cliente.${job + 1}@example.com`;
    const custom = hex(job * 1_000 + seq, 10).toUpperCase();
    const common = {
      ...chatMessage.message,
      seq,
      protocol,
      custom_id: custom,
      message_id: `${protocol}.${seq}|${hex(seq, 16)}`,
    };
    const words = { message: pick(texts, job + seq * 3), time: moment(at) };
    return seq % 4 === 0
      ? { ...common, ...words, senderType: 'agent', agent_id: '101', agent_name: 'Ana Souza', from: '101', to: address }
      : { ...common, ...words, senderType: 'customer', from: address };
  }
}
