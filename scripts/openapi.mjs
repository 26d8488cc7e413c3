// `npm run openapi`: calls every route of the served OpenAPI document with valid and invalid input; no answer may be a 5xx
// or differ from the document. `--seed S` (1), `--examples N` (20 per route); the reports are in target/openapi.
import { buildInterface, buildModule, buildServer } from './lib/build.mjs';
import { Stop, main, readArguments } from './lib/console.mjs';
import { walkTheDocument } from './lib/openapi.mjs';
import { ensureSchemathesis, schemathesisIsHere, schemathesisIsMissing } from './lib/schemathesis.mjs';
import { setUp } from './lib/setup.mjs';

await main(async () => {
  const { seed = '1', examples = '20' } = readArguments(process.argv.slice(2), { values: ['seed', 'examples'] });
  await setUp();
  await ensureSchemathesis();
  if (!schemathesisIsHere()) throw new Stop(schemathesisIsMissing);
  await buildModule();
  await buildInterface();
  const passed = await walkTheDocument({ program: await buildServer('proof'), seed, examples });
  return passed ? 0 : 1;
});
