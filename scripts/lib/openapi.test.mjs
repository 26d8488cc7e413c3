// Tests of the configuration of the requests over the OpenAPI document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { inRoot } from './console.mjs';
import { SUPERVISORS_ROUTES, clientsOf, configurationOf } from './openapi.mjs';
import { filesBelow } from './stamp.mjs';

const known = { agentId: '201', subjectId: '101', supervisorId: '201', unit: '1', queue: '10', protocol: '2026' };

test('a route about another agent is listed before the routes about the own record, because the first match is used', () => {
  const lines = configurationOf(known).split('\n');
  const of = (/** @type {string} */ id) => lines.findIndex((line) => line.includes(`"path.id" = "${id}"`));
  assert.ok(of('101') > 0 && of('101') < of('201'));
});

test('an identifier with a quotation mark stays one value', () => {
  assert.match(configurationOf({ ...known, protocol: '20"26' }), /"path.protocol" = "20\\"26"/);
});

test('the short walk of a supervisor requests every route whose answer depends on the role of supervisor', () => {
  const tables = filesBelow([inRoot('server', 'domain', 'src', 'routes', 'table')]).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const routes = tables.flatMap((text) =>
    [
      ...text.matchAll(
        /"(\/[^"]*)"(?:(?!"\/)[^;])*?\b((?:OwnOr)?Supervisor|Own|Unit|Session|Public|SignIn|Password)\(/g,
      ),
    ].map(([, path = '', access = '']) => ({ path, access })),
  );
  assert.ok(routes.length > 100, `${routes.length} routes`);
  const supervised = routes.filter(({ access }) => access.endsWith('Supervisor')).map(({ path }) => path);
  assert.ok(supervised.length >= 11, String(supervised));
  assert.deepEqual(
    supervised.filter((path) => !new RegExp(SUPERVISORS_ROUTES).test(path)),
    [],
  );
});

test('the whole walk has all clients and leaves out no route', () => {
  assert.deepEqual(clientsOf(true), [{ name: 'no-session' }, { name: 'agent' }, { name: 'supervisor' }]);
  assert.deepEqual(
    clientsOf(false).map(({ name }) => name),
    ['agent', 'supervisor'],
  );
});
