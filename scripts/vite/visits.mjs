// Groups the built scripts by the visit that needs them. Twenty small shared files compress 12 % worse than one file
// for each visit (docs/decisions/0008). Modules that are loaded later keep their own files.

/** @typedef {(id: string) => { importedIds: readonly string[] } | null} InfoOf what the build knows of a module */

/**
 * In loading order: the login form, then the core that loads with it, then a signed-in agent's work.
 * @type {[name: string, entry: string][]}
 */
const visits = [
  ['index', '/src/main.tsx'],
  ['host', '/src/core/host.ts'],
  ['Workspace', '/src/app/Workspace.tsx'],
];
/** The core's glue waits for the module during its evaluation, so no other module may share its chunk. */
const alone = /core_wasm|\.wasm/;

/**
 * A module and all its static imports.
 * @param {string} id
 * @param {InfoOf} infoOf
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
function closureOf(id, infoOf, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of infoOf(id)?.importedIds ?? []) closureOf(imported, infoOf, found);
  return found;
}

/**
 * One group for each visit; a module belongs to the first visit that needs it.
 * @param {string} root
 */
export function visitGroups(root) {
  return visits.map(([name, entry], place) => {
    /** @type {Set<string> | undefined} */
    let members;
    return {
      name: (/** @type {string} */ id, /** @type {{ getModuleInfo: InfoOf }} */ build) => {
        members ??= closureOf(root + entry, (module) => build.getModuleInfo(module));
        return members.has(id) && !alone.test(id) ? name : null;
      },
      priority: visits.length - place,
      includeDependenciesRecursively: false,
    };
  });
}
