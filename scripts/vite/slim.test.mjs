// What makes the build small: icons without their names, libraries without what nobody uses, short names of classes, one file for what a visit needs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf, shapesOnly, withDirectImports } from './icons.mjs';
import { namer } from './scoped-names.mjs';
import { withoutUnused } from './unused.mjs';
import { visitGroups } from './visits.mjs';

const list =
  "export { default as AlertCircle, default as CircleAlert } from './icons/circle-alert.mjs';\nexport { default as X } from './icons/x.mjs';\n";

test('a source imports the files of the icons that it names', () => {
  const code = withDirectImports(
    "import { CircleAlert as Failure, X } from 'lucide-react';\nuse(Failure, X);",
    filesOf(list),
    '/lucide/',
  );
  assert.equal(
    code,
    'import Failure from "/lucide/icons/circle-alert.mjs"; import X from "/lucide/icons/x.mjs";\nuse(Failure, X);',
  );
  assert.throws(() => withDirectImports("import { Y } from 'lucide-react';", filesOf(list), '/lucide/'), /no Y/);
});

test('an icon is its shapes; a file that looks otherwise stops the build', () => {
  const file = (rest) =>
    `const __iconData = {\n  name: "x",\n  size: 24,\n  node: [\n    ["path", { d: "M18 6 6 18", key: "1bl5f8" }],\n    ["path", { d: "m6 6 12 12", key: "d8bk6v" }]\n  ]${rest}\n};\n`;
  for (const rest of ['', ',\n  aliases: ["close"]']) {
    const shapes = shapesOnly(file(rest), '/icon.mjs');
    assert.match(shapes, /^import \{ icon \} from "\/icon.mjs";\nexport default icon\(\[/);
    assert.deepEqual(JSON.parse(/icon\(([\s\S]*)\);/.exec(shapes)[1].replace(/(d):/g, '"$1":')), [
      ['path', { d: 'M18 6 6 18' }],
      ['path', { d: 'm6 6 12 12' }],
    ]);
  }
  assert.throws(() => shapesOnly('export default 1;', '/icon.mjs'), /does not know/);
});

test('a component that nobody imports can be left out', () => {
  assert.equal(
    withoutUnused('var Link = React10.forwardRef(draw);\nLink.displayName = "Link";\n__name(Link, "Link");\n'),
    'var Link = /* @__PURE__ */ React10.forwardRef(draw);\n\n\n',
  );
});

test('no two classes of the interface have the same name, and a name does not depend on who asks first', () => {
  const files = ['/b.module.css', '/a.module.css'];
  const first = namer(files);
  const names = [first('row', '/b.module.css'), first('row', '/a.module.css'), first('cell', '/a.module.css')];
  assert.deepEqual(names, ['_1_0', '_0_0', '_0_1']);
  const second = namer(files);
  assert.equal(second('row', '/a.module.css'), '_0_0');
  assert.throws(() => first('row', '/c.module.css'), /no style module/);
});

test('a module belongs to the first visit that needs it, and the core to none', () => {
  const imports = {
    '/src/main.tsx': ['react'],
    '/src/core/host.ts': ['react', 'stomp', 'core_wasm.js'],
    '/src/app/Workspace.tsx': ['react', 'stomp', 'list'],
  };
  const build = { getModuleInfo: (id) => ({ importedIds: imports[id] ?? [] }) };
  const groups = visitGroups('');
  const homeOf = (id) => groups.map(({ name }) => name(id, build)).find((name) => name !== null);
  assert.deepEqual(['react', 'stomp', 'list', 'core_wasm.js', 'dialog'].map(homeOf), [
    'index',
    'host',
    'Workspace',
    undefined,
    undefined,
  ]);
  assert.deepEqual(
    groups.map(({ priority }) => priority),
    [3, 2, 1],
  );
});
