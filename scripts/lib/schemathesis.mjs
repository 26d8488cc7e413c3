// Schemathesis in a Python environment of the project (target/tools/python).
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { inRoot, outputOf, run, step } from './console.mjs';

/** Schemathesis and its dependencies, each in a fixed version, so that the same seed gives the same requests. */
const packages = inRoot('scripts', 'schemathesis.txt');
const [, VERSION = ''] = /^schemathesis==(.+)$/m.exec(readFileSync(packages, 'utf8')) ?? [];
const environmentFolder = inRoot('target', 'tools', 'python');

export const schemathesisProgram = inRoot('target', 'tools', 'python', 'bin', 'schemathesis');

export const isSchemathesisInstalled = () => outputOf(schemathesisProgram, ['--version'])?.includes(VERSION) === true;

/** The message printed when the walk of the OpenAPI document is left out. */
export const schemathesisMissingMessage =
  'Schemathesis could not be installed: it needs python3 with venv and pip, and the Python package index.';

/** Installs Schemathesis unless it is there. Without Python its step is left out with a message. */
export async function ensureSchemathesis() {
  if (isSchemathesisInstalled() || outputOf('python3', ['--version']) === undefined) return;
  await step(`Installing Schemathesis ${VERSION} into target/tools`, async () => {
    if (!existsSync(schemathesisProgram)) rmSync(environmentFolder, { recursive: true, force: true });
    if ((await run('python3', ['-m', 'venv', environmentFolder], { quiet: true })) !== 0) return;
    const pip = inRoot('target', 'tools', 'python', 'bin', 'pip');
    await run(pip, ['install', '--quiet', '--disable-pip-version-check', '--requirement', packages], { quiet: true });
  });
}
