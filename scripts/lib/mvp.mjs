// Checks that the module uses only WebAssembly's first version (MVP) and that no exported function takes or returns an
// i64, which old engines cannot pass. `wasm-opt -mvp` does not check this. WABT with all later features off does check
// it, except for exported mutable globals, which this script checks.
import { readFileSync } from 'node:fs';
import { Stop } from './console.mjs';

const LATER_FEATURES = [
  'exceptions',
  'mutable_globals',
  'sat_float_to_int',
  'sign_extension',
  'simd',
  'threads',
  'function_references',
  'multi_value',
  'tail_call',
  'bulk_memory',
  'reference_types',
  'annotations',
  'code_metadata',
  'gc',
  'memory64',
  'multi_memory',
  'extended_const',
  'relaxed_simd',
];

const ALL_OFF = Object.fromEntries(LATER_FEATURES.map((feature) => [feature, false]));

/**
 * Undefined if an engine with only the MVP can load the module, else the reason why not.
 * @param {Uint8Array} bytes
 * @returns {Promise<string | undefined>}
 */
export async function featureBeyondMvp(bytes) {
  const wabt = await (await import('wabt')).default();
  let module;
  try {
    module = wabt.readWasm(bytes, ALL_OFF);
    // Reading and validating check different features: pass the list to both, though wabt's types know only one.
    /** @type {{ validate(features: Record<string, boolean>): void }} */ (module).validate(ALL_OFF);
    const text = module.toText({ foldExprs: false, inlineExport: true });
    return mutableExport(text) ?? wideExport(text);
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).trim();
  } finally {
    module?.destroy();
  }
}

/** @param {string} text */
function mutableExport(text) {
  const name = /^ {2}\(global \(;\d+;\) \(export "([^"]+)"\) (?:\(export "[^"]+"\) )*\(mut /m.exec(text)?.[1];
  return name && `the exported global ${name} is mutable`;
}

/** @param {string} text */
function wideExport(text) {
  const types = new Map(
    [...text.matchAll(/^ {2}\(type \(;(\d+);\) (.*)\)$/gm)].map(([, index, signature]) => [index, signature]),
  );
  const wide = [
    ...text.matchAll(/^ {2}\(func \(;\d+;\) \(export "([^"]+)"\) (?:\(export "[^"]+"\) )*\(type (\d+)\)/gm),
  ].find(([, , type]) => types.get(type)?.includes('i64'));
  return wide && `the exported function ${wide[1]} has an i64 in its signature`;
}

/** @param {string} file */
export async function checkMvp(file) {
  const reason = await featureBeyondMvp(readFileSync(file));
  if (reason)
    throw new Stop(
      `The module needs more than the oldest supported browsers provide (Chrome 71, Firefox 60): ${reason}`,
    );
}
