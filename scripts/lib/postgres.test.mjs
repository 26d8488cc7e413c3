// Tests of how PostgreSQL is started: which version, and as which user.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asUser, newestOf, postgresMissingMessage } from './postgres.mjs';

test('the newest installed version of PostgreSQL is started', () => {
  assert.equal(newestOf(['9', '15', '13', 'common']), '15');
  assert.equal(newestOf(['common']), undefined);
});

test('root starts PostgreSQL as a user of its own, other users as themselves', () => {
  assert.deepEqual(asUser(false, 'initdb', ['--pgdata', 'x']), ['initdb', ['--pgdata', 'x']]);
  const [program, args] = asUser(true, 'initdb', ['--pgdata', 'x']);
  assert.equal(program, 'setpriv');
  assert.deepEqual(args.slice(0, 4), ['--reuid', 'postgres', '--regid', 'postgres']);
  assert.deepEqual(args.slice(-3), ['initdb', '--pgdata', 'x']);
});

test('without PostgreSQL the message names the package to install', () =>
  assert.match(postgresMissingMessage, /package postgresql/));
