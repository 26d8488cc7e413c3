// The dialogs of the connection beside the core. The server is as well as the worse of its two halves: the events' link and the session check.
import type { LinkView } from 'core-wasm';
import { useIntent, useSlice } from '../../core/react';
import type { LinkState } from './ConnectionMeter';
import { ConnectionProblemDialog } from './ConnectionProblemDialog';
import type { ProblemRow } from './LinkRows';
import { ReconnectingDialog } from './ReconnectingDialog';

const worstFirst: ReadonlyArray<LinkState> = ['lost', 'connecting', 'ok'];

function rowsOf({ internet, server, product, voice, device, attempts }: LinkView): ReadonlyArray<ProblemRow> {
  return [
    { link: 'internet', state: internet },
    { link: 'server', state: worstFirst.find((state) => state === server || state === product) ?? 'ok', attempts },
    ...(voice === undefined ? [] : [{ link: 'voice' as const, state: voice }]),
    ...(device === undefined ? [] : [{ link: 'device' as const, state: device }]),
  ];
}

export function ConnectionProblemDialogContainer({ focusFallback }: { focusFallback: () => void }) {
  const link = useSlice('link');
  const intend = useIntent();
  return (
    <ConnectionProblemDialog
      open
      problem={link.problem}
      rows={rowsOf(link)}
      onRetry={() => intend({ area: 'connection', type: 'retryConnection' })}
      onGiveUp={() => intend({ area: 'connection', type: 'giveUpConnection' })}
      focusFallback={focusFallback}
    />
  );
}

export function ReconnectingDialogContainer({
  onClose,
  focusFallback,
}: {
  onClose: () => void;
  focusFallback: () => void;
}) {
  const link = useSlice('link');
  const intend = useIntent();
  return (
    <ReconnectingDialog
      open
      rows={rowsOf(link)}
      retryAt={link.retryAt ?? null}
      onRetry={() => intend({ area: 'connection', type: 'retryConnection' })}
      onClose={onClose}
      focusFallback={focusFallback}
    />
  );
}
