// Names of classes in the built page. The usual ones carry five random letters each, in the sheet and in the script: nothing packs worse. A number for
// the file and a number for the class in it are as unambiguous, and the same in every build of the same sources.
import { filesBelow } from '../lib/stamp.mjs';

const base = 36;

/** Tells the name of a class from its file and its own name; the files are numbered in the order of their paths. */
export function namer(files) {
  const namesOf = new Map(files.map((file) => [file, new Map()]));
  const places = new Map([...files].sort().map((file, place) => [file, place]));
  return (name, file) => {
    const names = namesOf.get(file);
    if (names === undefined) throw new Error(`${file} is no style module of the interface`);
    if (!names.has(name)) names.set(name, names.size);
    return `_${places.get(file).toString(base)}_${names.get(name).toString(base)}`;
  };
}

export function scopedNames(folder) {
  const name = namer(filesBelow([folder]).filter((file) => file.endsWith('.module.css')));
  return {
    name: 'scoped-names',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName: (local, file) => name(local, file.split('?')[0]) } } }),
  };
}
