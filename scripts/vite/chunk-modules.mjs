// Writes beside Vite's manifest which module is in which chunk of the modern build, with its rendered length (scripts/lib/delivery.mjs reads both).
import { relative } from 'node:path';

/** @returns {import('vite').Plugin} */
export function chunkModules() {
  /** @type {string} */
  let root;
  return {
    name: 'chunk-modules',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && !file.fileName.includes('-legacy') ? [file] : [],
      );
      if (chunks.length === 0) return;
      const modulesOf = (/** @type {{ modules: Record<string, { renderedLength: number }> }} */ { modules }) =>
        Object.fromEntries(
          Object.entries(modules).map(([id, { renderedLength }]) => [relative(root, id), renderedLength]),
        );
      const rows = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, modulesOf(chunk)]));
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(rows) });
    },
  };
}
