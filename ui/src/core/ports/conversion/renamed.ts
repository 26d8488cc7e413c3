// Names of files that have become another type.
/** The name with the ending of the type that the file has become. */
export function renamed(name: string, ending: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.${ending}`;
}
