// The dialog of the connection beside the core. The server is as well as the worse of its two halves: the events' link and the session check.
import { useIntent, useSlice } from '../../core/react';
import type { LinkState } from './ConnectionMeter';
import { ConnectionProblemDialog } from './ConnectionProblemDialog';

const worstFirst: ReadonlyArray<LinkState> = ['lost', 'connecting', 'ok'];

export function ConnectionProblem({ focusFallback }: { focusFallback: () => void }) {
  const { internet, server, product, voice, device, problem, attempts } = useSlice('link');
  const intend = useIntent();
  return (
    <ConnectionProblemDialog
      open
      problem={problem}
      rows={[
        { link: 'internet', state: internet },
        { link: 'server', state: worstFirst.find((state) => state === server || state === product) ?? 'ok', attempts },
        ...(voice === undefined ? [] : [{ link: 'voice' as const, state: voice }]),
        ...(device === undefined ? [] : [{ link: 'device' as const, state: device }]),
      ]}
      onRetry={() => intend({ type: 'retryConnection' })}
      onGiveUp={() => intend({ type: 'giveUpConnection' })}
      focusFallback={focusFallback}
    />
  );
}
