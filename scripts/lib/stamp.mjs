// Knows whether something built is still what its inputs say: a stamp file holds one hash over the names and contents of the inputs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { inRoot, root } from './console.mjs';

/** Every file below the given files and folders, sorted; what does not exist is left out. */
export function filesBelow(paths) {
  const found = [];
  const walk = (path) => {
    if (!existsSync(path)) return;
    if (!statSync(path).isDirectory()) {
      found.push(path);
      return;
    }
    for (const name of readdirSync(path).sort()) walk(`${path}/${name}`);
  };
  paths.forEach(walk);
  return found;
}

/** One hash over names and contents, and over words such as versions and flags. */
export function fingerprint(paths, words = []) {
  const hash = createHash('sha256');
  for (const word of words) hash.update(`${word}\0`);
  for (const file of filesBelow(paths))
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

const stampFile = (name) => inRoot('target', 'stamps', name);

/** Whether the stamp of this name holds this fingerprint and all the products exist. */
export const hasStamp = (name, print, products) =>
  existsSync(stampFile(name)) &&
  readFileSync(stampFile(name), 'utf8') === print &&
  products.every((product) => existsSync(product));

export function setStamp(name, print) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), print);
}

/** Runs `work` unless the stamp of this name is that of these inputs. Tells whether it ran. */
export async function unlessFresh(name, print, products, work) {
  if (hasStamp(name, print, products)) return false;
  rmSync(stampFile(name), { force: true });
  await work();
  setStamp(name, print);
  return true;
}
