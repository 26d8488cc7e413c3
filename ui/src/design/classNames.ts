// Joins the class names of a component; false and undefined are left out.

export function classNames(...names: ReadonlyArray<string | false | undefined>): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
}
