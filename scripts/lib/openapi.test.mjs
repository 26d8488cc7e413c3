// The configuration of the walk over the OpenAPI document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationOf } from './openapi.mjs';

const known = { agentId: '201', subjectId: '101', supervisorId: '201', unit: '1', queue: '10', protocol: '2026' };

test('a route about another agent comes before the routes about the own record, because the first match counts', () => {
  const lines = configurationOf(known).split('\n');
  const of = (/** @type {string} */ id) => lines.findIndex((line) => line.includes(`"path.id" = "${id}"`));
  assert.ok(of('101') > 0 && of('101') < of('201'));
});

test('an identifier with a quotation mark stays one value', () => {
  assert.match(configurationOf({ ...known, protocol: '20"26' }), /"path.protocol" = "20\\"26"/);
});
