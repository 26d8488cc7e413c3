// The source of feed.mjs for BEY-091: chats, threads and frames of the recording that the stores are measured with.
import { readFileSync } from 'node:fs';

/** @param {string} file what `recordFrames` wrote */
export function openSource(file) {
  /** @type {{ jobs: object[], threads: Record<string, { seq: number }[]>, frames: string[] }} */
  const { jobs, threads, frames } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    channel: 'chat',
    jobs,
    messagesAfter: (/** @type {string} */ protocol, /** @type {number} */ after, /** @type {number} */ atMost) =>
      (threads[protocol] ?? []).filter(({ seq }) => seq > after).slice(0, atMost),
    frames,
  };
}
