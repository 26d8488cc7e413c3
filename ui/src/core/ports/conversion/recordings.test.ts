// @vitest-environment node A recording of Chrome (2 s of a test tone) without WebCodecs, as in old engines: only
// conversions without a codec are possible.
import { expect, test } from 'vitest';
import { convertFile } from './convert';
import sample from './samples/recording.webm?inline';

const bytes = Buffer.from(sample.slice(sample.indexOf(',') + 1), 'base64');
const recording = () => new File([bytes], 'audio.webm', { type: 'audio/webm' });
const never = () => new AbortController().signal;

/** The pages of an Ogg stream: where each begins, its flags, and its packets' bytes (RFC 3533). */
function pagesOf(ogg: Buffer): ReadonlyArray<{ flags: number; body: Buffer }> {
  const pages = [];
  for (let at = 0; at < ogg.length;) {
    expect(ogg.toString('latin1', at, at + 4)).toBe('OggS');
    const segments = ogg[at + 26] ?? 0;
    const lengths = [...ogg.subarray(at + 27, at + 27 + segments)];
    const start = at + 27 + segments;
    const end = start + lengths.reduce((sum, length) => sum + length, 0);
    pages.push({ flags: ogg[at + 5] ?? 0, body: ogg.subarray(start, end) });
    at = end;
  }
  return pages;
}

test('a recording of Chrome becomes Ogg with one channel of Opus, copied without a codec [BEY-170]', async () => {
  const parts: number[] = [];
  const made = await convertFile(recording(), 'ogg', (part) => parts.push(part), never());
  expect([made.name, made.type]).toEqual(['audio.ogg', 'audio/ogg']);
  const pages = pagesOf(Buffer.from(await made.arrayBuffer()));
  const [head, tags] = pages;
  expect(head?.body.toString('latin1', 0, 8)).toBe('OpusHead');
  expect(head?.body[9]).toBe(1);
  expect(tags?.body.toString('latin1', 0, 8)).toBe('OpusTags');
  // The first page begins the stream, and the last one ends it.
  expect([head?.flags, pages.at(-1)?.flags]).toEqual([2, 4]);
  expect(parts.at(-1)).toBe(1);
  // The packets are the same: copied packets have the size of the recorded ones.
  const sound = pages.slice(2).reduce((sum, { body }) => sum + body.length, 0);
  expect(sound).toBeGreaterThan(bytes.length * 0.8);
});

test.each<[string, 'aac' | 'm4a' | 'mp4']>([
  ['AAC', 'aac'],
  ['M4A', 'm4a'],
  ['a film', 'mp4'],
])(
  'a conversion that needs an encoder which the browser lacks fails, so that the core decides: %s [BEY-170]',
  async (_, to) => {
    await expect(convertFile(recording(), to, () => undefined, never())).rejects.toThrow();
  },
);

test('the conversion of a file that is no recording is rejected', async () => {
  const file = new File(['text'], 'a.webm', { type: 'audio/webm' });
  await expect(convertFile(file, 'ogg', () => undefined, never())).rejects.toThrow();
});

test('a cancelled conversion is rejected', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(convertFile(recording(), 'ogg', () => undefined, stop.signal)).rejects.toThrow();
});
