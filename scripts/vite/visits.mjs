// How the built scripts are cut: by what a visit needs together, not by who shares what with whom. Twenty small files of one visit pack an eighth worse
// than one (docs/decisions/0008). What is asked for later keeps a file of its own.

/** In the order in which they are met: what the form needs, what runs the core beside it, what shows a signed-in agent the work. */
const visits = [
  ['index', '/src/main.tsx'],
  ['host', '/src/core/host.ts'],
  ['Workspace', '/src/app/Workspace.tsx'],
];
/** The core's glue waits for the module while it is evaluated: nobody else may wait with it. */
const alone = /core_wasm|\.wasm/;

/** A module and all that it imports before it runs. */
function closureOf(id, infoOf, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of infoOf(id)?.importedIds ?? []) closureOf(imported, infoOf, found);
  return found;
}

/** One group for each visit; a module belongs to the first that needs it. */
export function visitGroups(root) {
  return visits.map(([name, entry], place) => {
    let members;
    return {
      name: (id, build) => {
        members ??= closureOf(root + entry, (module) => build.getModuleInfo(module));
        return members.has(id) && !alone.test(id) ? name : null;
      },
      priority: visits.length - place,
      includeDependenciesRecursively: false,
    };
  });
}
