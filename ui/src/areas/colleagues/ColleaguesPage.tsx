// Connects ColleagueList with the core, and reports which rows are rendered: presence is requested only for these
// (INT-015).
import type { ColleagueFilter, ColleagueRowView, TransferKind } from 'core-wasm';
import { createContext, useCallback, useContext, useEffect, useMemo, type ReactElement } from 'react';
import { useIntent, useSlice, useSlicePart } from '../../core/react';
import { useColleagueOrder, useColleagueRow } from '../../core/slices';
import { useTranslation } from '../../i18n/useTranslation';
import { offeredCallTransfer } from '../../shared/offeredTransfer';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { ColleagueList } from './ColleagueList';
import type { RenderColleague } from './ColleagueParts';

export function ColleaguesPage() {
  const { t } = useTranslation();
  const intend = useIntent();
  const view = useSlice('colleagues');
  const colleagues = useColleagueOrder();
  const stage = useSlice('internalCall')?.stage;
  const { server } = useSlice('link');
  useDocumentTitle(t('colleagues.title'));
  const changeFilter = useCallback(
    (filter: ColleagueFilter) => intend({ area: 'colleagues', type: 'filterColleagues', filter }),
    [intend],
  );
  const call = useCallback(
    (agentId: string) => intend({ area: 'colleagues', type: 'callColleague', agentId }),
    [intend],
  );
  const canTransfer = useSlicePart<'callBar', boolean>(
    'callBar',
    (bar) =>
      bar !== undefined && (bar.status === 'inCall' || bar.status === 'onHold') && bar.room?.transfer === undefined,
  );
  const shown = useShownRows();
  return (
    <ShownRowsContext value={shown}>
      <ColleagueList
        colleagues={colleagues}
        renderColleague={renderColleague}
        total={view.total}
        counts={view.counts}
        groups={view.groups}
        filter={view.filter}
        state={view.loading ? 'loading' : view.failed ? 'failed' : 'ready'}
        live={server === 'ok' && !view.stale}
        readAt={view.readAt ?? undefined}
        obstacle={view.obstacle ?? undefined}
        offline={server !== 'ok'}
        ringing={stage === 'inProgress' ? undefined : stage}
        hasCard={stage !== undefined}
        onFilter={changeFilter}
        onRefresh={() => intend({ area: 'colleagues', type: 'reloadColleagues' })}
        onCall={call}
        onTransfer={canTransfer ? transferCall : undefined}
      />
    </ShownRowsContext>
  );
}

function transferCall(agentId: string, kind: TransferKind): void {
  offeredCallTransfer()?.open(agentId, kind);
}

interface ShownRows {
  add: (agentId: string) => void;
  remove: (agentId: string) => void;
}

const ShownRowsContext = createContext<ShownRows | undefined>(undefined);

/** The ids of the rendered rows; changes within a moment are reported together. */
function useShownRows(): ShownRows {
  const intend = useIntent();
  return useMemo(() => {
    const drawn = new Set<string>();
    const waiting = new Set<'told'>();
    const change = (apply: () => void): void => {
      apply();
      if (waiting.has('told')) return;
      waiting.add('told');
      queueMicrotask(() => {
        waiting.clear();
        intend({ area: 'colleagues', type: 'shownColleagues', agentIds: [...drawn] });
      });
    };
    return {
      add: (agentId) => change(() => drawn.add(agentId)),
      remove: (agentId) => change(() => drawn.delete(agentId)),
    };
  }, [intend]);
}

const renderColleague: RenderColleague = (agentId, draw) => (
  <ColleagueRowContainer key={agentId} agentId={agentId} draw={draw} />
);

/** An answer changes some colleagues: only their rows render again. */
function ColleagueRowContainer({ agentId, draw }: { agentId: string; draw: (row: ColleagueRowView) => ReactElement }) {
  const row = useColleagueRow(agentId);
  const shown = useContext(ShownRowsContext);
  useEffect(() => {
    shown?.add(agentId);
    return () => shown?.remove(agentId);
  }, [shown, agentId]);
  return row === undefined ? null : draw(row);
}
