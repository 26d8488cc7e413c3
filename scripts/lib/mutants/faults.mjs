// The faults that Stryker can make in ui/src, and the sources with chosen faults compiled in.
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { inRoot, root } from '../console.mjs';
import { filesBelow } from '../stamp.mjs';

/**
 * Lines from 1, columns from 0, as in Stryker's option `mutate`.
 * @typedef {{ line: number, column: number }} Position
 */
/** @typedef {{ file: string, start: Position, end: Position, mutator: string, replacement: string }} Fault */

/**
 * The product's sources, without tests, the gallery and types.
 * @param {string} file
 */
export const isMutated = (file) =>
  /^ui\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|^ui\/src\/gallery\/|^ui\/src\/i18n\/[^/]+\//.test(file);

/** The file from which strykerPlugin.mjs reads the chosen faults. */
export const chosenFile = inRoot('target', 'mutants', 'chosen.json');

/** A fault's place for Stryker's option `mutate`. @param {Fault} fault */
export const rangeOf = ({ file, start, end }) => `${file}:${start.line}:${start.column}-${end.line}:${end.column}`;

/**
 * The key of a fault: place and replacement, because several faults can be made at the same place. @param {Fault} fault
 */
export const keyOf = (fault) => `${rangeOf(fault)} ${fault.mutator} ${fault.replacement}`;

/** A fault in one line of the document. @param {Fault} fault */
export function titleOf({ file, start, mutator, replacement }) {
  const text = replacement.replace(/\s+/g, ' ');
  return `${file}:${start.line}:${start.column + 1}: ${mutator}: ${text.length > 60 ? `${text.slice(0, 59)}…` : text || 'nothing'}`;
}

/** @param {Position} one @param {Position} other */
const isUpTo = (one, other) => one.line < other.line || (one.line === other.line && one.column <= other.column);

/** @typedef {{ start: Position, end: Position }} Range */

/** @param {Range} outer @param {Range} inner */
export const contains = (outer, inner) => isUpTo(outer.start, inner.start) && isUpTo(inner.end, outer.end);

/**
 * An ignorer for Stryker, which makes every fault inside a range: it skips the places without a chosen fault.
 * @param {readonly Fault[]} faults
 */
export const onlyIn = (faults) => ({
  /** @param {object} path a node of the syntax tree, with its file */
  shouldIgnore(path) {
    const { node, hub } =
      /** @type {{ node: { loc?: Range | null }, hub: { file: { opts: { filename: string } } } }} */ (path);
    const { loc } = node;
    if (!loc) return undefined;
    const file = relative(root, resolve(root, hub.file.opts.filename));
    return faults.some((fault) => fault.file === file && contains(loc, fault)) ? undefined : 'was not chosen';
  },
});

const nothing = () => {};
const never = () => false;
const quiet = new Instrumenter({
  ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing },
  ...{ isTraceEnabled: never, isDebugEnabled: never, isInfoEnabled: never },
  ...{ isWarnEnabled: never, isErrorEnabled: never, isFatalEnabled: never },
});

/**
 * @param {readonly { file: string, mutate: true | readonly Range[] }[]} files
 * @param {ReturnType<typeof onlyIn>[]} ignorers
 */
async function instrument(files, ignorers) {
  const { files: written, mutants } = await quiet.instrument(
    files.map(({ file, mutate }) => ({
      name: file,
      content: readFileSync(inRoot(file), 'utf8'),
      mutate: mutate === true || mutate.map(({ start, end }) => ({ start: inside(start), end: inside(end) })),
    })),
    { ignorers, excludedMutations: [], plugins: null },
  );
  const faults = mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location: { start, end }, mutatorName, replacement = '' }) => ({
      id,
      fault: { file: fileName, start: outside(start), end: outside(end), mutator: mutatorName, replacement },
    }));
  return { written, faults };
}

/** Stryker's instrumenter counts lines from 0. @param {Position} position */
const inside = ({ line, column }) => ({ line: line - 1, column });
/** @param {Position} position */
const outside = ({ line, column }) => ({ line: line + 1, column });

/** Every fault of ui/src, in the order of files and places. @returns {Promise<Fault[]>} */
export async function allFaults() {
  const files = filesBelow([inRoot('ui', 'src')]).map((file) => relative(root, file));
  const { faults } = await instrument(
    files.filter(isMutated).map((file) => ({ file, mutate: true })),
    [],
  );
  return faults.map(({ fault }) => fault);
}

/**
 * The files of these faults with all of them compiled in, each inactive until its id is `__stryker__.activeMutant`.
 * @param {readonly Fault[]} chosen
 */
export async function withFaults(chosen) {
  const files = [...new Set(chosen.map(({ file }) => file))];
  const { written, faults } = await instrument(
    files.map((file) => ({ file, mutate: chosen.filter((fault) => fault.file === file) })),
    [onlyIn(chosen)],
  );
  return {
    files: written.map(({ name, content }) => ({ file: name, text: content })),
    ids: new Map(faults.map(({ id, fault }) => [keyOf(fault), id])),
  };
}
