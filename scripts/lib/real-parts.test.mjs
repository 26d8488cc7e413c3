// Tests that a missing server or tool is always reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteLeftOut, leftOutTests } from './real-parts.mjs';

test('a missing server or tool is named in the table, and with CI=true the run fails', () => {
  assert.equal(noteLeftOut('postgres', 'PostgreSQL is not here.', false), true);
  assert.equal(noteLeftOut('postgres', 'PostgreSQL is not here.', true), false);
  assert.deepEqual(leftOutTests()[0], { step: 'postgres', reason: 'PostgreSQL is not here.' });
});
