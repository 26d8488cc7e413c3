// Makes small parts of the icon library in the build: a source that names icons imports those files and not the library's list of two thousand, and an
// icon is its shapes, without the names, aliases and look-ups that the library carries for uses that the workspace has not.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const runtime = fileURLToPath(new URL('./icon-runtime.mjs', import.meta.url));
const list = fileURLToPath(new URL('../../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url));

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]lucide-react['"];?/g;
const EXPORT = /^export \{(.*)\} from '\.\/(icons\/[^']+)';$/gm;
const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
const SHAPES = /\n {2}node: (\[[\s\S]*?\])(?:,\n {2}\w+: .*)?\n\};/;

/** In which file each name stands. */
export function filesOf(text) {
  return new Map(
    [...text.matchAll(EXPORT)].flatMap(([, names, file]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name]) => [name, file]),
    ),
  );
}

export function withDirectImports(code, files, folder) {
  return code.replace(IMPORT, (_import, names) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => {
        const [exported, local = exported] = name.split(/\s+as\s+/);
        const file = files.get(exported);
        if (file === undefined) throw new Error(`the icon library has no ${exported}`);
        return `import ${local} from ${JSON.stringify(folder + file)};`;
      })
      .join(' '),
  );
}

/** The shapes alone. An icon file that looks otherwise stops the build. */
export function shapesOnly(code, runtimeFile) {
  const found = SHAPES.exec(code);
  if (found === null)
    throw new Error('the icon library writes its files in a way that scripts/vite/icons.mjs does not know');
  const shapes = found[1].replace(/,\s*key: "[^"]*"/g, '');
  return `import { icon } from ${JSON.stringify(runtimeFile)};\nexport default icon(${shapes});\n`;
}

export function icons() {
  const files = filesOf(readFileSync(list, 'utf8'));
  const folder = list.slice(0, list.lastIndexOf('/') + 1);
  return {
    name: 'icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/ui\/src\/.*\.tsx?$|\/lucide-react\/dist\/esm\/icons\// },
      handler(code, id) {
        if (ICON_FILE.test(id)) return { code: shapesOnly(code, runtime), map: null };
        return code.includes('lucide-react') ? { code: withDirectImports(code, files, folder), map: null } : null;
      },
    },
  };
}
