// The graph of the modern build, from Vite's manifest and the list of modules in each chunk: the files that a visit
// loads, and the size of each area.

/**
 * @typedef {Record<string, { file: string, css?: string[], imports?: string[] }>} Manifest Vite's manifest
 * @typedef {Record<string, Record<string, number>>} ChunkModules the rendered length of each module, by file of the build
 * @typedef {{ first: number, later: number }} Cost bytes in the first view and later
 */

/**
 * A chunk of the manifest and everything it imports statically: file names of scripts and style sheets.
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 * @returns {Set<string>}
 */
export function filesOf(manifest, keys) {
  const seen = new Set();
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {string} key */
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build has no ${key}`);
    if (seen.has(key)) return;
    seen.add(key);
    [chunk.file, ...(chunk.css ?? [])].forEach((file) => files.add(file));
    (chunk.imports ?? []).forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

/**
 * The area of a module: its folder, or the file of its texts.
 * @param {string} module
 * @returns {string | undefined}
 */
export function areaOf(module) {
  return /^src\/areas\/([^/]+)\//.exec(module)?.[1] ?? /^src\/i18n\/[^/]+\/(\w+)\.json$/.exec(module)?.[1];
}

/**
 * Areas with modules in the given files although the first view does not show them.
 * @param {ChunkModules} modules
 * @param {Iterable<string>} files
 * @param {readonly string[]} invited
 */
export function unexpectedAreas(modules, files, invited) {
  const found = [...files].flatMap((file) => Object.keys(modules[file] ?? {}));
  return found.filter((module) => {
    const area = /^src\/areas\/([^/]+)\//.exec(module)?.[1];
    return area !== undefined && !invited.includes(area);
  });
}

/**
 * Bytes of each area, in the first view and later: its share of each chunk by rendered length. Texts are counted in
 * one language.
 * @param {ChunkModules} modules
 * @param {Set<string>} firstView
 * @param {(file: string) => number} bytesOf
 * @returns {Map<string, Cost>}
 */
export function costs(modules, firstView, bytesOf) {
  /** @type {Map<string, Cost>} */
  const rows = new Map();
  for (const [file, lengths] of Object.entries(modules)) {
    const total = Object.values(lengths).reduce((sum, length) => sum + length, 0);
    if (total === 0) continue;
    for (const [module, length] of Object.entries(lengths)) {
      const area = areaOf(module);
      if (area === undefined || /^src\/i18n\/en\//.test(module)) continue;
      const row = rows.get(area) ?? { first: 0, later: 0 };
      row[firstView.has(file) ? 'first' : 'later'] += (bytesOf(file) * length) / total;
      rows.set(area, row);
    }
  }
  return new Map([...rows].sort(([one], [other]) => one.localeCompare(other)));
}
