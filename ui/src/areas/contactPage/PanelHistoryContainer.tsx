// The tab of the details with the attendances of the contact, newest first; each opens read-only over the details.
import type { HistoryRowView } from 'core-wasm';
import { History } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { useContact } from '../../core/slices';
import { EmptyState } from '../../design/EmptyState';
import { EntityHistory } from '../history/EntityHistory';
import { TimelineEntry } from '../history/TimelineEntry';
import { EntryOverPanel, useEntryOverPanel } from './EntryOverPanel';

export function PanelHistoryContainer({ protocol }: { protocol: string }) {
  const { t } = useTranslation();
  const contact = useContact(protocol)?.contact;
  if (contact?.state !== 'found')
    return (
      <EmptyState
        glyph={History}
        title={t('contactPage.panel.noHistory')}
        help={t('contactPage.panel.noHistoryHelp')}
      />
    );
  const { id } = contact.contact;
  return <ContactHistory key={id} id={id} />;
}

function ContactHistory({ id }: { id: string }) {
  const intend = useIntent();
  const history = useSlice<'historyOf'>(`historyOf:contact/${id}`);
  useEffect(() => intend({ area: 'history', type: 'loadHistoryOf', kind: 'contact', id }), [intend, id]);
  const entry = useEntryOverPanel();
  const { open } = entry;
  const renderEntry = useCallback(
    (row: HistoryRowView, withDay: boolean) => (
      <TimelineEntry
        row={row}
        withDay={withDay}
        open={undefined}
        onToggle={() => open(row.protocol)}
        onStart={undefined}
      />
    ),
    [open],
  );
  return (
    <>
      <EntityHistory
        inTab
        history={history}
        renderEntry={renderEntry}
        onMore={() => intend({ area: 'history', type: 'moreHistoryOf', kind: 'contact', id })}
      />
      <EntryOverPanel entry={entry} />
    </>
  );
}
