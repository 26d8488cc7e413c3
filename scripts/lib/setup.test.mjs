// Tests how the state of a machine is read: versions, installed packages, command-line arguments.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readArguments } from './console.mjs';
import { checkNode, packagesAreInstalled, pinnedBindgen, prebuiltAddress } from './setup.mjs';

/** @type {[version: string, accepted: boolean][]} */
const versions = [
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['22.0.0', true],
];
for (const [version, accepted] of versions) {
  test(`Node ${version} is ${accepted ? 'enough' : 'too old'}`, () => {
    if (accepted) checkNode(version);
    else assert.throws(() => checkNode(version), /too old/);
  });
}

const lock = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
};
/** @type {[name: string, packages: object, complete: boolean][]} */
const installations = [
  ['what the lock file asks for', { 'node_modules/a': { version: '1.0.0' } }, true],
  ['another version', { 'node_modules/a': { version: '0.9.0' } }, false],
  ['too little', {}, false],
];
for (const [name, packages, complete] of installations) {
  test(`npm packages: ${name}`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'packages-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const write = (/** @type {string} */ file, /** @type {object} */ content) =>
      writeFileSync(join(folder, file), JSON.stringify({ packages: content }));
    write('lock.json', lock);
    write('installed.json', packages);
    assert.equal(packagesAreInstalled(join(folder, 'lock.json'), join(folder, 'installed.json')), complete);
  });
}

test('npm packages: none was installed before', () =>
  assert.equal(packagesAreInstalled('lock.json', join(tmpdir(), 'no-such-file')), false));

test('the pinned version of wasm-bindgen is read from the lock file, not that of a package with a similar name', () => {
  const text =
    '[[package]]\nname = "wasm-bindgen-macro"\nversion = "9.9.9"\n\n[[package]]\nname = "wasm-bindgen"\nversion = "0.2.130"\n';
  assert.equal(pinnedBindgen(text), '0.2.130');
  assert.throws(() => pinnedBindgen(''), /Cargo.lock/);
});

const known = { flags: ['fresh'], values: ['simulate'] };
test('unknown arguments of the command line are refused', () => {
  assert.deepEqual(readArguments(['--fresh', '--simulate', '5'], known), { fresh: true, simulate: '5' });
  assert.deepEqual(readArguments(['--simulate=5'], known), { simulate: '5' });
  assert.throws(() => readArguments(['--simulate'], known), /needs a value/);
  assert.throws(() => readArguments(['--frehs'], known), /Known: --fresh, --simulate/);
  assert.throws(() => readArguments(['fresh'], known), /not understood/);
});

test('tools are downloaded where their project publishes them for this platform, and built elsewhere', () => {
  assert.equal(
    prebuiltAddress('wasm-pack', '0.15.1', 'linux x64'),
    'https://github.com/wasm-bindgen/wasm-pack/releases/download/v0.15.1/wasm-pack-v0.15.1-x86_64-unknown-linux-musl.tar.gz',
  );
  assert.match(
    prebuiltAddress('wasm-bindgen', '0.2.126', 'darwin arm64') ?? '',
    /\/0\.2\.126\/wasm-bindgen-0\.2\.126-aarch64-/,
  );
  assert.equal(prebuiltAddress('wasm-bindgen', '0.2.126', 'freebsd x64'), undefined);
});
