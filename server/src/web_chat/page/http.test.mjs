// What the customers' page sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from './http.js';

/** @param {unknown} body */
async function sent(body) {
  let text = '';
  const before = globalThis.fetch;
  globalThis.fetch = /** @type {typeof fetch} */ (
    async (_, options) => {
      text = String(options?.body);
      return new Response('{}');
    }
  );
  try {
    await call('POST', '/outside/chat', { body });
  } finally {
    globalThis.fetch = before;
  }
  return text;
}

test('half an emoji is sent as U+FFFD, and a whole one as it is', async () => {
  const body = { text: 'oi \ud83d', name: '\ude00Bia \u{1f600}', seq: 3, parts: ['a\ud83d\ud83d\ude00'] };
  assert.deepEqual(JSON.parse(await sent(body)), {
    text: 'oi \ufffd',
    name: '\ufffdBia \u{1f600}',
    seq: 3,
    parts: ['a\ufffd\u{1f600}'],
  });
  assert.ok(!(await sent(body)).includes('\\ud'), 'no escape of half a letter');
});
