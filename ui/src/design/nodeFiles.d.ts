// What the tests of the style sheets need of Node. Node's own types are kept out of the interface's program: they would change the type of every timer.
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
}

declare const __dirname: string;
