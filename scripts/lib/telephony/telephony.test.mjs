// Tests how messages of a SIP phone are read, and the configuration files of Janus, Kamailio and baresip.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERED_BY_REGISTRAR, kamailioConfiguration } from './configurations.mjs';
import { levelOf, readNetstrings } from './phone.mjs';

test('netstrings that arrive in pieces are read when they are complete', () => {
  const whole = Buffer.from('7:{"a":1},8:{"é":2},');
  const first = readNetstrings(whole.subarray(0, 14));
  assert.deepEqual(first.texts, ['{"a":1}']);
  const second = readNetstrings(Buffer.concat([first.rest, whole.subarray(14)]));
  assert.deepEqual(second.texts, ['{"é":2}']);
  assert.equal(second.rest.length, 0);
});

test('silence has level 0, a full square wave level 1', () => {
  assert.equal(levelOf([]), 0);
  assert.equal(levelOf([0, 0, 0]), 0);
  assert.equal(levelOf([-32_768, -32_768]), 1);
});

test('the registrar answers each number of a SIP code before it looks for a phone', () => {
  const text = kamailioConfiguration({ host: '127.0.0.2', port: 5060, modules: '/modules/' });
  for (const code of ANSWERED_BY_REGISTRAR)
    assert.ok(text.indexOf(`$rU == "${code}"`) > 0 && text.indexOf(`$rU == "${code}"`) < text.indexOf('lookup('));
});
