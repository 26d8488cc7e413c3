// The gate of the browser floor: the module may use nothing beyond WebAssembly's first version (MVP), and no exported function may take or
// return an i64, which old engines cannot pass. `wasm-opt -mvp` does not check this. WABT with every later feature off does, except for
// exported mutable globals, which are looked for here.
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

/** Undefined when an engine of the first days could load the module, else what stands in the way. */
export async function beyondMvp(bytes) {
  const wabt = await (await import('wabt')).default();
  let module;
  try {
    module = wabt.readWasm(bytes, ALL_OFF);
    // Reading and validating look at different features, and each must be told.
    module.validate(ALL_OFF);
    const text = module.toText({ foldExprs: false, inlineExport: true });
    return mutableExport(text) ?? wideExport(text);
  } catch (error) {
    return error.message.trim();
  } finally {
    module?.destroy();
  }
}

function mutableExport(text) {
  const name = /^ {2}\(global \(;\d+;\) \(export "([^"]+)"\) (?:\(export "[^"]+"\) )*\(mut /m.exec(text)?.[1];
  return name && `the exported global ${name} is mutable`;
}

function wideExport(text) {
  const types = new Map(
    [...text.matchAll(/^ {2}\(type \(;(\d+);\) (.*)\)$/gm)].map(([, index, signature]) => [index, signature]),
  );
  const wide = [
    ...text.matchAll(/^ {2}\(func \(;\d+;\) \(export "([^"]+)"\) (?:\(export "[^"]+"\) )*\(type (\d+)\)/gm),
  ].find(([, , type]) => types.get(type).includes('i64'));
  return wide && `the exported function ${wide[1]} has an i64 in its signature`;
}

export async function checkMvp(file) {
  const reason = await beyondMvp(readFileSync(file));
  if (reason)
    throw new Stop(`The module needs more than the oldest promised browsers know (Chrome 71, Firefox 60): ${reason}`);
}
