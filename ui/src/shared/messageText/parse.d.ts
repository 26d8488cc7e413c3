// Types of parse.js.

/** The network of a message; `plain` shows no marks. */
export type Network = 'whatsapp' | 'instagram' | 'chat' | 'plain';

export type MessagePart =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; parts: ReadonlyArray<MessagePart> }
  | { kind: 'code'; text: string }
  /** `host`: the real host, in ASCII; `typed`: the host as written. */
  | { kind: 'link'; text: string; href: string; host: string; typed: string }
  | { kind: 'email'; text: string; href: string; address: string }
  /** `href`: only if the number was written as an address. */
  | { kind: 'phone'; text: string; number: string; href?: string }
  | { kind: 'protocol'; text: string; protocol: string };

export type MessageBlock =
  | { kind: 'paragraph' | 'quote'; parts: ReadonlyArray<MessagePart> }
  | { kind: 'bullets'; items: ReadonlyArray<ReadonlyArray<MessagePart>> }
  | { kind: 'numbers'; items: ReadonlyArray<{ value: number; parts: ReadonlyArray<MessagePart> }> };

/** The displayed host of a link: `xn--…` if it has letters of several alphabets. */
export function shownHost(host: string, typed: string): { shown: string; isMixed: boolean };

/** Finds addresses in a text without spaces. */
export type FindAddresses = (text: string) => ReadonlyArray<{ type: string; value: string; start: number }>;

export function parseMessage(text: string, network: Network, find: FindAddresses): ReadonlyArray<MessageBlock>;

export function plainText(text: string, network: Network, find: FindAddresses): string;
