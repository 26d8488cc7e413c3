// Tests that every lazy part lists the bundles of its texts: a part whose sources use a text of another area fails
// here.
import { expect, test } from 'vitest';
import { firstAreas, isArea } from '.';

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../gallery/**', '!../i18n/catalogues.ts'],
  { query: '?raw', import: 'default', eager: true },
);

interface Part {
  /** The file that loads the part. */
  from: string;
  entry: string;
  words: ReadonlyArray<string>;
}

const base = 'file:///src/i18n/';
const fileOfPath = new Map(Object.keys(sources).map((file) => [new URL(file, base).pathname, file]));

/** The file of a relative import, or nothing for packages and other kinds of files. */
function resolve(from: string, path: string): string | undefined {
  const { pathname } = new URL(path, new URL(from, base));
  const candidates = ['', '.ts', '.tsx', '/index.ts'].map((ending) => fileOfPath.get(pathname + ending));
  return candidates.find((file) => file !== undefined);
}

const importsOfFile = new Map(Object.keys(sources).map((file) => [file, importsOf(file)]));

function importsOf(file: string): ReadonlyArray<string> {
  const statements = (sources[file] ?? '').matchAll(/^(?:import|export)( type)?[^;]*?'(\.[^']+)';/gm);
  return Array.from(statements, ([, kind = '', path = '']) => (kind === '' ? resolve(file, path) : undefined)).filter(
    (imported) => imported !== undefined,
  );
}

const closures = new Map<string, ReadonlySet<string>>();

/** A file and everything that it imports before it runs. */
function closureOf(file: string): ReadonlySet<string> {
  const known = closures.get(file);
  if (known !== undefined) return known;
  const found = new Set([file]);
  for (const next of found) importsOfFile.get(next)?.forEach((imported) => found.add(imported));
  closures.set(file, found);
  return found;
}

const lazyCall =
  /\blazyArea\(\(\) => import\('([^']+)'\), \{[^}]*?words: \[([^\]]*)\]|\bloadArea\(\s*\(\) => import\('([^']+)'\),\s*\[([^\]]*)\]/g;

function partsOf(from: string): ReadonlyArray<Part> {
  return Array.from((sources[from] ?? '').matchAll(lazyCall), ([, path, words, otherPath, otherWords]) => {
    const entry = resolve(from, path ?? otherPath ?? '');
    if (entry === undefined) throw new Error(`${from} loads a file that does not exist`);
    return {
      from,
      entry,
      words: Array.from((words ?? otherWords ?? '').matchAll(/'(\w+)'/g), ([, word = '']) => word),
    };
  });
}

const parts = Object.keys(sources).flatMap(partsOf);

/** The bundles that are loaded when a file runs: those of its part, and those of the part that loads that one. */
function wordsOf(file: string, seen: ReadonlyArray<string> = []): ReadonlySet<string> {
  const loaders = parts.filter((part) => !seen.includes(part.entry) && closureOf(part.entry).has(file));
  const sets = loaders.map((part) => new Set([...part.words, ...wordsOf(part.from, [...seen, part.entry])]));
  const inFirstView = closureOf('../main.tsx').has(file) || loaders.length === 0;
  const first = new Set<string>(firstAreas);
  if (inFirstView) return first;
  // A file shared by several parts can use only the bundles that all of them have.
  return new Set([...first, ...[...(sets[0] ?? [])].filter((word) => sets.every((set) => set.has(word)))]);
}

function usedIn(file: string): ReadonlyArray<string> {
  const literals = Array.from((sources[file] ?? '').matchAll(/['"`](\w+)\.[A-Za-z$]/g), ([, area = '']) => area);
  return [...new Set(literals.filter(isArea))];
}

test('the scan finds the lazy parts and the texts that they use', () => {
  expect(parts.map(({ entry }) => entry)).toContain('../areas/supervision/SupervisionPage.tsx');
  expect(parts.length).toBeGreaterThan(5);
  expect([...closureOf('../areas/supervision/SupervisionPage.tsx')].flatMap(usedIn)).toContain('supervision');
});

test('every dynamic import of an area goes through lazyArea or loadArea', () => {
  const dynamic = Object.keys(sources).flatMap((file) =>
    Array.from((sources[file] ?? '').matchAll(/import\('(\.[^']+)'\)/g), ([, path = '']) => resolve(file, path)),
  );
  const areas = dynamic.filter((file) => file?.includes('/areas/') === true);
  expect(areas.filter((file) => !parts.some(({ entry }) => entry === file))).toEqual([]);
});

test('each file loads the bundles of the texts that it uses', () => {
  const missing = Object.keys(sources).flatMap((file) => {
    const words = wordsOf(file);
    return usedIn(file)
      .filter((area) => !words.has(area))
      .map((area) => `${file} uses "${area}"`);
  });
  expect(missing).toEqual([]);
});
