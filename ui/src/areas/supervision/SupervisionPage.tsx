// Connects SupervisionBoard with the core.
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { useIntent, useSlice } from '../../core/react';
import { wholeBoard } from './board';
import { SupervisionBoard } from './SupervisionBoard';

export function SupervisionPage() {
  const { t } = useTranslation();
  const intend = useIntent();
  const { rows, loading, failed } = useSlice('supervision');
  const { server, reconciledAt } = useSlice('link');
  const [filter, setFilter] = useState(wholeBoard);
  useDocumentTitle(t('supervision.title'));
  const setAbsent = useCallback(
    (agentId: string, absent: boolean) =>
      intend({ area: 'supervision', type: 'setAbsent', agentId, absent, confirmed: false }),
    [intend],
  );
  const disconnect = useCallback(
    (agentId: string) => intend({ area: 'supervision', type: 'forceDisconnect', agentId, confirmed: false }),
    [intend],
  );
  return (
    <SupervisionBoard
      rows={rows}
      state={loading ? 'loading' : failed ? 'failed' : 'ready'}
      live={server === 'ok'}
      updatedAt={reconciledAt ?? null}
      filter={filter}
      onFilter={setFilter}
      onRefresh={() => intend({ area: 'supervision', type: 'reloadBoard' })}
      onSetAbsent={setAbsent}
      onDisconnect={disconnect}
    />
  );
}
