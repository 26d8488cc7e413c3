// Lets the build leave out what nobody uses of two libraries: a component that only has its name for the developers' tools written onto it, or is made by a
// function of React's, looks as if making it did something (docs/decisions/0008).

const LIBRARIES = /\/node_modules\/(react-router|@radix-ui\/[\w-]+)\/dist\//;
const NAME_FOR_TOOLS = /^\s*(?:\w+\.displayName = .*|__name\(\w+, "\w+"\));$/gm;
const MADE_BY_REACT = /= (?=React\d*\.(?:forwardRef|memo|createContext)\()/g;

export const withoutUnused = (code) => code.replace(NAME_FOR_TOOLS, '').replace(MADE_BY_REACT, '= /* @__PURE__ */ ');

export function unused() {
  return {
    name: 'unused',
    apply: 'build',
    transform: {
      filter: { id: LIBRARIES },
      handler: (code) => ({ code: withoutUnused(code), map: null }),
    },
  };
}
