// Connects the attendances of a contact or a company with the core.
import { NumberContext, useFastTrigger } from '../../shared/numberChannels';
import { MessageTextContext } from '../../shared/messageText/messageTextContext';
import { useMessageTextPlace } from '../../shared/messageText/useMessageTextPlace';
import type { HistoryRowView } from 'core-wasm';
import { useCallback, useEffect } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { useNotes } from '../../core/slices';
import { contactAddress, contactPath } from '../../shared/addresses';
import { EntityHistory } from './EntityHistory';
import { useStart } from './startNumber';
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
    (row: HistoryRowView, withDay: boolean) => (
      <TimelineEntryContainer row={row} withDay={withDay} withContact={kind === 'employer'} />
    ),
    [kind],
  );
  return (
    <EntityHistory
      history={history}
      renderEntry={renderEntry}
      onMore={() => intend({ area: 'history', type: 'moreHistoryOf', kind, id })}
    />
  );
}

interface TimelineEntryContainerProps {
  row: HistoryRowView;
  withDay: boolean;
  withContact: boolean;
}

function TimelineEntryContainer({ row, withDay, withContact }: TimelineEntryContainerProps) {
  const { protocol, contactId } = row;
  const intend = useIntent();
  const view = useSlice<'historyEntry'>(`historyEntry:${protocol}`);
  const notes = useNotes(protocol);
  const { saving, save } = useEntryPdf();
  const onStart = useStart(row);
  const isOpen = view !== undefined;
  // An attendance that is open when the agent leaves the page would stay loaded.
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => intend({ area: 'history', type: 'closeHistoryEntry', protocol });
  }, [isOpen, intend, protocol]);
  const place = useMessageTextPlace(undefined, '');
  const onNumber = useFastTrigger();
  return (
    <MessageTextContext value={place}>
      <NumberContext value={onNumber}>
        <TimelineEntry
          row={row}
          withDay={withDay}
          contact={
            withContact
              ? {
                  page:
                    contactId === ''
                      ? undefined
                      : {
                          href: contactAddress(contactId),
                          onOpen: () => intend({ area: 'shell', type: 'openArea', path: contactPath(contactId) }),
                        },
                }
              : undefined
          }
          open={
            view === undefined
              ? undefined
              : {
                  state: view.state === 'notAsked' ? 'loading' : view.state,
                  messages: view.messages,
                  notes: notes?.notes,
                  notesFailed: notes?.state === 'failed',
                  onRetryNotes: () => intend({ area: 'notes', type: 'reloadNotes', protocol }),
                  saving,
                  onRetry: () => intend({ area: 'history', type: 'openHistoryEntry', protocol }),
                  onSavePdf: () => save(row, view.messages),
                }
          }
          onStart={onStart}
          onToggle={() =>
            intend({ area: 'history', type: isOpen ? 'closeHistoryEntry' : 'openHistoryEntry', protocol })
          }
        />
      </NumberContext>
    </MessageTextContext>
  );
}
