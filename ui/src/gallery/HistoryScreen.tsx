// The page of the history in each of its states.
import { useState } from 'react';
import { EntryPanel } from '../areas/history/EntryPanel';
import { HistoryView, type HistoryViewProps } from '../areas/history/HistoryView';
import { GalleryShell } from './GalleryShell';
import { historyMessages, historyRows, recordingSamples } from './historySamples';
import { ignore } from './samples';

const states: Partial<Record<string, Partial<HistoryViewProps>>> = {
  loading: { state: 'loading', rows: [] },
  failed: { state: 'failed', rows: [] },
  none: { rows: [], total: 0 },
  filtered: { rows: [], total: 0, isFiltered: true, search: 'zulmira' },
  range: {
    range: { start: '2026-08-12', end: '2026-11-19' },
    rangeError: 'O período pode ter no máximo 3 meses',
  },
};

/** The attendance that a state begins with. */
const openAtFirst: Partial<Record<string, string>> = {
  open: '20261119-135244',
  recorded: '20261119-131226',
  recordings: '20261119-131226',
};

export function HistoryScreen({ state }: { state: string }) {
  const [open, setOpen] = useState<string | undefined>(openAtFirst[state]);
  const row = historyRows.find(({ protocol }) => protocol === open);
  return (
    <GalleryShell area="history">
      <HistoryView
        state="ready"
        rows={historyRows}
        total={312}
        page={1}
        perPage={25}
        range={{ start: '2026-11-01', end: '2026-11-19' }}
        today="2026-11-19"
        rangeError={undefined}
        filter={{ channel: '', qualification: '' }}
        search=""
        channels={['voice', 'whatsapp', 'instagram', 'chat']}
        qualifications={['Venda', 'Agendado']}
        isFiltered={false}
        onRange={ignore}
        onFilter={ignore}
        onSearch={ignore}
        onPage={ignore}
        onRetry={ignore}
        onExport={ignore}
        onSearchMessages={ignore}
        onClearFilters={ignore}
        open={open}
        onOpen={setOpen}
        panel={
          row === undefined ? undefined : (
            <EntryPanel
              row={row}
              messages={row.hasMessages ? historyMessages : undefined}
              state="ready"
              recordings={state.startsWith('record') ? recordingSamples[state] : undefined}
              onPlayRecording={ignore}
              saving="no"
              onRetry={ignore}
              onClose={() => setOpen(undefined)}
              onCopyProtocol={ignore}
              onSavePdf={ignore}
              contact={{ href: '#', onOpen: ignore }}
              onStart={ignore}
            />
          )
        }
        {...states[state]}
      />
    </GalleryShell>
  );
}
