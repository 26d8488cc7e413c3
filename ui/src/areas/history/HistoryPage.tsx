// Connects the page of the history with the core (HIS-001). Going to the page loads it.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { formatFull } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { saveCsv } from '../../shared/csv';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { EntryPanelContainer } from './EntryPanelContainer';
import type { HistoryChannel, HistoryChoice } from './HistoryFilters';
import { useHistoryTexts } from './historyTexts';
import { HistoryView } from './HistoryView';
import { customerName } from '../../i18n/visitors';

const everything: HistoryChoice = { channel: '', qualification: '' };

export function HistoryPage() {
  const { t } = useTranslation();
  const say = useCoreText();
  const intend = useIntent();
  const page = useSlice('historyPage');
  const channels = useHistoryChannels();
  const texts = useHistoryTexts();
  const [open, setOpen] = useState<string>();
  const found = useSlice('foundMessage');
  useDocumentTitle(t('history.title'));
  // A result of the search over messages.
  const [shown, setShown] = useState<typeof found>();
  if (found !== shown) {
    setShown(found);
    if (found !== undefined) setOpen(found.protocol);
  }
  // The attendance is closed also when the agent leaves the page.
  useEffect(() => {
    if (open === undefined) return undefined;
    intend({ area: 'history', type: 'openHistoryEntry', protocol: open });
    return () => intend({ area: 'history', type: 'closeHistoryEntry', protocol: open });
  }, [intend, open]);
  const closeEntry = useCallback(() => setOpen(undefined), []);
  const filter: HistoryChoice = { ...everything, ...page?.filter };
  const rows = page?.rows ?? [];
  const search = (text: string): void => intend({ area: 'history', type: 'searchHistory', text });
  const exportRows = (): void => {
    const heading = (
      ['protocol', 'channel', 'contact', 'place', 'start', 'duration', 'qualification', 'agent'] as const
    ).map((column) => t(`history.column.${column}`));
    const cells = rows.map((row) => [
      row.protocol,
      texts.channel(row),
      customerName(row.name, t),
      row.queue,
      row.start === undefined ? '' : formatFull(row.start),
      texts.duration(row),
      texts.state(row).text,
      row.agent,
    ]);
    saveCsv([heading, ...cells], t('history.export.fileName'));
  };
  return (
    <HistoryView
      range={{ start: page?.from ?? '', end: page?.to ?? '' }}
      today={page?.today ?? ''}
      rangeError={page?.error === undefined ? undefined : say(page.error)}
      filter={filter}
      search={page?.text ?? ''}
      channels={channels}
      qualifications={page?.qualifications ?? []}
      isFiltered={filter.channel !== '' || filter.qualification !== '' || (page?.text ?? '').trim() !== ''}
      state={page === undefined || page.state === 'notAsked' ? 'loading' : page.state}
      rows={rows}
      total={page?.total ?? 0}
      page={page?.page ?? 1}
      perPage={page?.perPage ?? rows.length}
      onRange={({ start, end }) => intend({ area: 'history', type: 'setHistoryRange', from: start, to: end })}
      onFilter={(change) => intend({ area: 'history', type: 'filterHistory', filter: { ...filter, ...change } })}
      onSearch={search}
      onSearchMessages={() => intend({ area: 'messageSearch', type: 'openMessageSearch', text: page?.text ?? '' })}
      onClearFilters={() => {
        intend({ area: 'history', type: 'filterHistory', filter: everything });
        search('');
      }}
      onPage={(next) => intend({ area: 'history', type: 'turnHistoryPage', page: next })}
      onRetry={() => intend({ area: 'history', type: 'reloadHistory' })}
      onExport={exportRows}
      open={open}
      onOpen={setOpen}
      panel={open === undefined ? undefined : <EntryPanelContainer key={open} protocol={open} onClose={closeEntry} />}
    />
  );
}

/** The agent's channels; Instagram is a sub-type of WhatsApp with a filter of its own. */
function useHistoryChannels(): ReadonlyArray<HistoryChannel> {
  const { items } = useSlice('channels');
  return useMemo(
    () => items.flatMap(({ channel }) => (channel === 'whatsapp' ? [channel, 'instagram' as const] : [channel])),
    [items],
  );
}
