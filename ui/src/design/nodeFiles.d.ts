// The Node functions that the tests of the style sheets use. Node's own types are not included: they would change the
// types of timers.
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
}

declare const __dirname: string;
