// Connects the attendances of a contact or a company with the core.
import type { HistoryRowView } from 'core-wasm';
import { useCallback, useEffect } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { EntityHistory } from './EntityHistory';
import { TimelineEntry } from './TimelineEntry';
import { useEntryPdf } from './useEntryPdf';

export interface EntityHistoryContainerProps {
  kind: 'contact' | 'employer';
  id: string;
}

export function EntityHistoryContainer({ kind, id }: EntityHistoryContainerProps) {
  const intend = useIntent();
  const history = useSlice<'historyOf'>(`historyOf:${kind}/${id}`);
  useEffect(() => intend({ area: 'history', type: 'loadHistoryOf', kind, id }), [intend, kind, id]);
  const renderEntry = useCallback(
    (row: HistoryRowView, withDay: boolean) => <TimelineEntryContainer row={row} withDay={withDay} />,
    [],
  );
  return (
    <EntityHistory
      history={history}
      renderEntry={renderEntry}
      onMore={() => intend({ area: 'history', type: 'moreHistoryOf', kind, id })}
    />
  );
}

function TimelineEntryContainer({ row, withDay }: { row: HistoryRowView; withDay: boolean }) {
  const { protocol } = row;
  const intend = useIntent();
  const view = useSlice<'historyEntry'>(`historyEntry:${protocol}`);
  const { saving, save } = useEntryPdf();
  const isOpen = view !== undefined;
  // An attendance that is open when the page is left would stay loaded.
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => intend({ area: 'history', type: 'closeHistoryEntry', protocol });
  }, [isOpen, intend, protocol]);
  return (
    <TimelineEntry
      row={row}
      withDay={withDay}
      open={
        view === undefined
          ? undefined
          : {
              state: view.state === 'notAsked' ? 'loading' : view.state,
              messages: view.messages,
              saving,
              onRetry: () => intend({ area: 'history', type: 'openHistoryEntry', protocol }),
              onSavePdf: () => save(protocol, row.name, view.messages),
            }
      }
      onToggle={() => intend({ area: 'history', type: isOpen ? 'closeHistoryEntry' : 'openHistoryEntry', protocol })}
    />
  );
}
