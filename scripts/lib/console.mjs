// How every script prints and runs other programs: steps with a name and a duration, and one sentence when an error
// stops the script.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** @param {string[]} parts below the root of the project */
export const inRoot = (...parts) => join(root, ...parts);

/**
 * A failure with a message for the user at the terminal: what is missing and what to do. Printed without a stack
 * trace.
 */
export class Stop extends Error {}

/**
 * The destination of the current work's output: the terminal, unless `captured` collects it.
 * @type {AsyncLocalStorage<Buffer[]>}
 */
const capture = new AsyncLocalStorage();

/** @param {string | Buffer} chunk @param {NodeJS.WritableStream} [screen] */
const show = (chunk, screen = process.stdout) => {
  limited.getStore()?.progress();
  const kept = capture.getStore();
  if (kept) kept.push(Buffer.from(chunk));
  else screen.write(chunk);
};

/** @param {string} text */
export const say = (text) => show(`${text}\n`);

/**
 * The limit of the work that `whileProgressing` does: the programs that the work started, the function that restarts
 * the clock, and whether the time is over.
 * @type {AsyncLocalStorage<{ children: Set<import('node:child_process').ChildProcess>, progress: () => void, isOver: boolean }>}
 */
const limited = new AsyncLocalStorage();

/**
 * Does `work` and stops with a sentence if nothing is printed for `minutes`, neither by the work nor by its programs, so that a program that
 * hangs does not block the run. How long the work takes in total is not limited: a slow machine is no fault. The programs that
 * the work started are ended, and it can start no other one.
 * @template Result
 * @param {number} minutes
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function whileProgressing(minutes, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const children = /** @type {Set<import('node:child_process').ChildProcess>} */ (new Set());
  const limit = { children, isOver: false, progress: () => void timer?.refresh() };
  /** @type {Promise<never>} */
  const overdue = new Promise((_, fail) => {
    timer = setTimeout(() => {
      limit.isOver = true;
      for (const child of children) {
        child.kill();
        // A program that ignores the request to end would keep this process alive.
        const forced = setTimeout(() => child.kill('SIGKILL'), 5_000);
        child.on('exit', () => clearTimeout(forced));
        // Child processes of the program may keep the pipes open.
        child.stdout?.destroy();
        child.stderr?.destroy();
      }
      fail(new Stop(`No progress for ${minutes} minutes: ended.`));
    }, minutes * 60_000);
  });
  try {
    return await Promise.race([limited.run(limit, work), overdue]);
  } finally {
    clearTimeout(timer);
    // Output of a program that has not ended yet must not start the clock again.
    timer = undefined;
  }
}

/**
 * Runs `work` and collects what it and its programs print, so that the lines of parallel steps are not mixed.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<{ result: Result, output: Buffer }>}
 */
export async function captured(work) {
  /** @type {Buffer[]} */
  const kept = [];
  const result = await capture.run(kept, work);
  return { result, output: Buffer.concat(kept) };
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  const whole = Math.round(milliseconds / 1000);
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/**
 * Prints the name of the work, does the work, and prints how long it took unless it was short.
 * @template Result
 * @param {string} title
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function step(title, work) {
  const startedAt = Date.now();
  say(`• ${title}`);
  const result = await work();
  const took = Date.now() - startedAt;
  if (took > 1500) say(`  ${title}: done in ${seconds(took)}`);
  return result;
}

/**
 * The environment of the programs we start: the project's own tools come first on PATH.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(extra = {}) {
  const path = [inRoot('target', 'tools', 'bin'), inRoot('node_modules', '.bin'), process.env.PATH].join(':');
  return { ...process.env, PATH: path, ...extra };
}

/**
 * The output of a short command, or undefined if it cannot be run or fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, maxBuffer?: number }} [options]
 */
export function outputOf(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, env: environment(), encoding: 'utf8', ...options });
  return done.status === 0 ? done.stdout.trim() : undefined;
}

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] in addition to the environment of this process
 * @property {string} [log] the file that the output goes to as well
 * @property {boolean} [quiet] shows the output only if the program fails
 * @property {string} [orStop] the sentence of the Stop that any exit code but 0 causes
 * @property {string} [cwd]
 * @property {(child: import('node:child_process').ChildProcess) => void} [started]
 */

/**
 * Runs a program to its end. Its output goes to the terminal. Resolves to the exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env, log, quiet = false, orStop, cwd = root, started } = {}) {
  if (log) mkdirSync(dirname(log), { recursive: true });
  const copy = log ? createWriteStream(log) : undefined;
  /** @type {Buffer[]} */
  const held = [];
  return new Promise((settle, fail) => {
    const limit = limited.getStore();
    if (limit?.isOver) throw new Stop(`${command} was not started: the time of the step is over.`);
    const child = spawn(command, args, { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
    started?.(child);
    limit?.children.add(child);
    child.on('close', () => limit?.children.delete(child));
    /** @param {NodeJS.WritableStream} screen */
    const take = (screen) => (/** @type {Buffer} */ chunk) => {
      copy?.write(chunk);
      // Reads the limit when the program starts, because the output arrives outside of the work with the limit.
      limit?.progress();
      if (quiet) held.push(chunk);
      else show(chunk, screen);
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('error', (error) =>
      fail(new Stop(`${command} could not be started (${error.message}). ${orStop ?? ''}`.trim())),
    );
    child.on('close', (code) => {
      const finish = () => {
        if (code !== 0 && quiet) show(Buffer.concat(held), process.stderr);
        if (code !== 0 && orStop) fail(new Stop(orStop));
        else settle(code ?? 1);
      };
      if (copy) copy.end(finish);
      else finish();
    });
  });
}

/**
 * Runs a command and turns a Stop into its sentence and exit code 1.
 * @param {() => Promise<number | void>} work
 */
export async function main(work) {
  try {
    const code = await work();
    process.exitCode = code ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n✖ ${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * @template {string} Flag
 * @template {string} Value
 * @typedef {{ [Name in Flag]?: boolean } & { [Name in Value]?: string }} Arguments
 */

/**
 * Reads `--name`, `--name value` and `--name=value` strictly: an unknown argument stops the command and lists the
 * known ones.
 * @template {string} [Flag=never]
 * @template {string} [Value=never]
 * @param {readonly string[]} words
 * @param {{ flags?: readonly Flag[], values?: readonly Value[] }} known
 * @returns {Arguments<Flag, Value>}
 */
export function readArguments(words, { flags = [], values = [] }) {
  /** @type {Record<string, string | boolean>} */
  const read = {};
  for (let at = 0; at < words.length; at += 1) {
    const [name = '', inline] = (words[at] ?? '').split(/=(.*)/s);
    const key = name.replace(/^--/, '');
    if (name.startsWith('--') && flags.some((flag) => flag === key) && inline === undefined) read[key] = true;
    else if (name.startsWith('--') && values.some((value) => value === key)) {
      const value = inline ?? words[(at += 1)];
      if (value === undefined || value.startsWith('--')) throw new Stop(`--${key} needs a value.`);
      read[key] = value;
    } else {
      const known = [...flags.map((flag) => `--${flag}`), ...values.map((value) => `--${value} …`)].join(', ');
      throw new Stop(`"${words[at]}" is not understood. Known: ${known || 'no arguments'}.`);
    }
  }
  return /** @type {Arguments<Flag, Value>} */ (read);
}
