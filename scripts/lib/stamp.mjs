// Decides whether a build product is up to date: a stamp file holds a hash over the names and contents of its inputs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { inRoot, root } from './console.mjs';

/**
 * Every file below the given files and folders, sorted; missing ones are left out.
 * @param {readonly string[]} paths
 */
export function filesBelow(paths) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} path */
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

/**
 * One hash over names, contents, and strings such as versions and flags.
 * @param {readonly string[]} paths
 * @param {readonly string[]} [words]
 */
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

/** @param {string} name */
const stampFile = (name) => inRoot('target', 'stamps', name);

/**
 * Whether the stamp `name` contains the fingerprint `print` and all products exist.
 * @param {string} name
 * @param {string} print
 * @param {readonly string[]} products
 */
export const hasStamp = (name, print, products) =>
  existsSync(stampFile(name)) &&
  readFileSync(stampFile(name), 'utf8') === print &&
  products.every((product) => existsSync(product));

/**
 * @param {string} name
 * @param {string} print
 */
export function setStamp(name, print) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), print);
}

/**
 * Runs `work` unless the stamp of this name matches these inputs. Returns whether it ran.
 * @param {string} name
 * @param {string} print
 * @param {readonly string[]} products
 * @param {() => Promise<unknown>} work
 */
export async function unlessFresh(name, print, products, work) {
  if (hasStamp(name, print, products)) return false;
  rmSync(stampFile(name), { force: true });
  await work();
  setStamp(name, print);
  return true;
}
