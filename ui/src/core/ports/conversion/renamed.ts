// Names of files that have become another type.
/** The name with the ending of the type that the file has become. */
export function withExtension(name: string, ending: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.${ending}`;
}
