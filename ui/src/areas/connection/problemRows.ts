// The rows of the connection dialogs. The server row shows the worse of the broker link and the session check.
import type { LinkView } from 'core-wasm';
import type { LinkState } from './ConnectionMeter';
import type { ProblemRow } from './LinkRows';

const worstFirst: ReadonlyArray<LinkState> = ['lost', 'connecting', 'ok'];

export function problemRows({
  internet,
  server,
  product,
  voice,
  device,
  attempts,
}: LinkView): ReadonlyArray<ProblemRow> {
  return [
    { link: 'internet', state: internet },
    { link: 'server', state: worstFirst.find((state) => state === server || state === product) ?? 'ok', attempts },
    ...(voice === undefined ? [] : [{ link: 'voice' as const, state: voice }]),
    ...(device === undefined ? [] : [{ link: 'device' as const, state: device }]),
  ];
}
