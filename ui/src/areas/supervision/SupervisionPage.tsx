// Connects SupervisionBoard with the core.
import type { BoardFilter, Channel, SliceViews } from 'core-wasm';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { lazyArea } from '../../design/lazyArea';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { useIntent, useSlice, useSlicePart } from '../../core/react';
import { useBoardOrder, useBoardRow } from '../../core/slices';
import { wholeBoard } from './board';
import type { RenderAgent } from './BoardParts';
import { SupervisionBoard } from './SupervisionBoard';

const DrawerPart = lazyArea(() => import('../callSupervision/SupervisionDrawerContainer'), {
  component: 'SupervisionDrawerContainer',
  words: ['callSupervision'],
  onDemand: true,
});

const columnOrder: ReadonlyArray<Channel> = ['voice', 'whatsapp', 'chat'];

export function SupervisionPage() {
  const { t } = useTranslation();
  const intend = useIntent();
  const { summary, channels: used, loading, failed } = useSlice('supervision');
  const agents = useBoardOrder();
  const { server, reconciledAt, lastEvent } = useSlice('link');
  // Events keep the board up to date between two comparisons with the server.
  const updatedAt = Math.max(reconciledAt ?? 0, lastEvent ?? 0);
  const [filter, setFilter] = useState(wholeBoard);
  useDocumentTitle(t('supervision.title'));
  // The array stays the same until the channels differ: the counts change with each event, the columns do not.
  const names = used.join(' ');
  const channels = useMemo(() => columnOrder.filter((channel) => names.split(' ').includes(channel)), [names]);
  const changeFilter = useCallback(
    (next: BoardFilter) => {
      setFilter(next);
      intend({ area: 'supervision', type: 'filterBoard', filter: next });
    },
    [intend],
  );
  // A newly mounted page has no filter.
  useEffect(() => () => intend({ area: 'supervision', type: 'filterBoard', filter: wholeBoard }), [intend]);
  const setAbsent = useCallback(
    (agentId: string, absent: boolean) =>
      intend({ area: 'supervision', type: 'setAbsent', agentId, absent, confirmed: false }),
    [intend],
  );
  const disconnect = useCallback(
    (agentId: string) => intend({ area: 'supervision', type: 'forceDisconnect', agentId, confirmed: false }),
    [intend],
  );
  const deadEffects = useSlicePart('deadEffects', openEffects);
  const supervised = useSlicePart('supervisedCall', agentOf);
  const supervise = useCallback(
    (agentId: string) =>
      intend(
        agentId === supervised
          ? { area: 'callSupervision', type: 'leaveSupervision' }
          : { area: 'callSupervision', type: 'supervise', agentId },
      ),
    [intend, supervised],
  );
  return (
    <SupervisionBoard
      agents={agents}
      renderAgent={renderAgent}
      summary={summary}
      channels={channels}
      state={loading ? 'loading' : failed ? 'failed' : 'ready'}
      live={server === 'ok'}
      updatedAt={updatedAt === 0 ? null : updatedAt}
      filter={filter}
      onFilter={changeFilter}
      onRefresh={() => intend({ area: 'supervision', type: 'reloadBoard' })}
      onOpenRules={() => intend({ area: 'supervision', type: 'openCallRules' })}
      deadEffects={deadEffects}
      onOpenDeadEffects={() => intend({ area: 'deadEffects', type: 'openDeadEffects' })}
      onSetAbsent={setAbsent}
      onDisconnect={disconnect}
      onSupervise={supervise}
      supervised={supervised}
      drawer={supervised === undefined ? undefined : <DrawerPart />}
    />
  );
}

const openEffects = (view: SliceViews['deadEffects']): number => view.open;

const agentOf = (call: SliceViews['supervisedCall']): string | undefined => call?.agentId;

const renderAgent: RenderAgent = (agentId, draw) => <BoardRowContainer key={agentId} agentId={agentId} draw={draw} />;

/** An event changes one agent: only that agent's row renders again. */
function BoardRowContainer({ agentId, draw }: { agentId: string; draw: Parameters<RenderAgent>[1] }) {
  const row = useBoardRow(agentId);
  return row === undefined ? null : draw(row);
}
