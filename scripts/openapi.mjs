// `npm run openapi`: requests every route of the served OpenAPI document with valid and invalid input; no answer may be
// a 5xx or differ from the document. `--seed S` (1), `--examples N` (6 per route); `--everything` also requests every
// route without a session and as a supervisor. The reports are in target/openapi.
import { buildInterface, buildModule, buildServer } from './lib/build.mjs';
import { Stop, main, readArguments, say } from './lib/console.mjs';
import { walkTheDocument } from './lib/openapi.mjs';
import { ensureSchemathesis, isSchemathesisInstalled, schemathesisMissingMessage } from './lib/schemathesis.mjs';
import { setUp } from './lib/setup.mjs';

await main(async () => {
  const {
    seed = '1',
    examples = '6',
    everything = false,
  } = readArguments(process.argv.slice(2), { flags: ['everything'], values: ['seed', 'examples'] });
  await setUp();
  await ensureSchemathesis();
  if (!isSchemathesisInstalled()) throw new Stop(schemathesisMissingMessage);
  await buildModule();
  await buildInterface();
  const passed = await walkTheDocument({ program: await buildServer('proof'), seed, examples, everything });
  if (!passed)
    say(`\nAgain with: npm run openapi -- --seed ${seed} --examples ${examples}${everything ? ' --everything' : ''}`);
  return passed ? 0 : 1;
});
