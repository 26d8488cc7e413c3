// A missing real part is never passed over in silence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaveOut, partsLeftOut } from './real-parts.mjs';

test('a missing server or tool is named in the table, and with CI=true the run fails', () => {
  assert.equal(leaveOut('postgres', 'PostgreSQL is not here.', false), true);
  assert.equal(leaveOut('postgres', 'PostgreSQL is not here.', true), false);
  assert.deepEqual(partsLeftOut()[0], { step: 'postgres', reason: 'PostgreSQL is not here.' });
});
