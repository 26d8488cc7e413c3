// The message parser (parse.js) with the finder of web addresses, and the message text without its formatting marks.
import { find } from 'linkifyjs';
import { parseMessage, plainText, type MessageBlock, type Network } from './parse.js';

export type { MessageBlock, MessagePart, Network } from './parse.js';

export function messageBlocks(text: string, network: Network): ReadonlyArray<MessageBlock> {
  return parseMessage(text, network, find);
}

/**
 * The text without formatting marks, for one-line places and for files: struck-out text keeps its signs, because without them it would mean
 * the opposite.
 */
export function messageWords(text: string, network: Network): string {
  return plainText(text, network, find);
}
