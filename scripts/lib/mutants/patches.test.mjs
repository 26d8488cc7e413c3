// Tests that the patches of tests/mutants can be applied to the present code.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../console.mjs';
import { allPatches, patchesFolder } from './patches.mjs';

for (const { name } of allPatches())
  test(`the patch ${name} can be applied to the present code`, () => {
    const args = ['apply', '--check', '--recount', '-C1', join(patchesFolder, `${name}.patch`)];
    const done = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr ?? String(done.error));
  });
