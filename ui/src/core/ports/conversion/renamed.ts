// Names of converted files.
/** The name with the extension of the new type. */
export function withExtension(name: string, ending: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.${ending}`;
}
