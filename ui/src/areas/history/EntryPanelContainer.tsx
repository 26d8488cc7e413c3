// Connects the open attendance of the history with the core.
import { NumberContext, useFastTrigger } from '../../shared/numberChannels';
import { useNumberReason, useStartReason } from '../../shared/useStartReason';
import { MessageTextContext } from '../../shared/messageText/messageTextContext';
import { useMessageTextPlace } from '../../shared/messageText/useMessageTextPlace';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { useJob, useNotes } from '../../core/slices';
import { announce } from '../../design/Announcer';
import { contactAddress, contactPath } from '../../shared/addresses';
import { copyText } from '../../shared/copyText';
import { EntryPanel } from './EntryPanel';
import { useStart } from './startNumber';
import { useEntryPdf } from './useEntryPdf';

export interface EntryPanelContainerProps {
  protocol: string;
  onClose: () => void;
  /** The panel covers the one around it. */
  covers?: boolean;
}

export function EntryPanelContainer({ protocol, onClose, covers }: EntryPanelContainerProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const view = useSlice<'historyEntry'>(`historyEntry:${protocol}`);
  const found = useSlice('foundMessage');
  const job = useJob(protocol);
  const notes = useNotes(protocol);
  const { saving, save } = useEntryPdf();
  const onStart = useStart(view?.entry);
  const writeReason = useStartReason();
  const numberReason = useNumberReason();
  const place = useMessageTextPlace(undefined, '');
  const onNumber = useFastTrigger();
  if (view === undefined) return null;
  const { entry, messages, state, recordings } = view;
  const { contactId } = entry;
  return (
    <MessageTextContext value={place}>
      <NumberContext value={onNumber}>
        <EntryPanel
          row={entry}
          messages={entry.hasMessages ? messages : undefined}
          marked={found?.protocol === protocol ? found.messageId : undefined}
          state={state === 'notAsked' ? 'loading' : state}
          notes={notes?.notes}
          notesFailed={notes?.state === 'failed'}
          onRetryNotes={() => intend({ area: 'notes', type: 'reloadNotes', protocol })}
          saving={saving}
          recordings={recordings}
          onPlayRecording={(id) => intend({ area: 'history', type: 'playRecording', protocol, id })}
          onRetry={() => intend({ area: 'history', type: 'openHistoryEntry', protocol })}
          onClose={onClose}
          onCopyProtocol={() => void copyText(protocol).then((copied) => copied && announce(t('history.entry.copied')))}
          onSavePdf={() => save(entry, messages)}
          contact={
            contactId === ''
              ? undefined
              : {
                  href: contactAddress(contactId),
                  onOpen: () => intend({ area: 'shell', type: 'openArea', path: contactPath(contactId) }),
                }
          }
          onGo={job === undefined ? undefined : () => intend({ area: 'jobs', type: 'openJob', protocol })}
          onStart={onStart}
          startReason={entry.channel === 'whatsapp' ? writeReason : numberReason}
          covers={covers}
        />
      </NumberContext>
    </MessageTextContext>
  );
}
