// Connects the open attendance of the history with the core.
import type { HistoryRowView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { announce } from '../../design/Announcer';
import { contactAddress, contactPath } from '../../shared/addresses';
import { copyText } from '../../shared/copyText';
import { isNumber, useFastTrigger, type PhoneNumber } from '../../shared/numberChannels';
import { EntryPanel } from './EntryPanel';
import { useEntryPdf } from './useEntryPdf';

export function EntryPanelContainer({ protocol, onClose }: { protocol: string; onClose: () => void }) {
  const { t } = useTranslation();
  const intend = useIntent();
  const view = useSlice<'historyEntry'>(`historyEntry:${protocol}`);
  const { saving, save } = useEntryPdf();
  const onNumber = useFastTrigger();
  if (view === undefined) return null;
  const { entry, messages, state } = view;
  const { contactId } = entry;
  const number = numberOf(entry);
  return (
    <EntryPanel
      row={entry}
      messages={entry.hasMessages ? messages : undefined}
      state={state === 'notAsked' ? 'loading' : state}
      saving={saving}
      onRetry={() => intend({ area: 'history', type: 'openHistoryEntry', protocol })}
      onClose={onClose}
      onCopyProtocol={() => void copyText(protocol).then((copied) => copied && announce(t('history.entry.copied')))}
      onSavePdf={() => save(protocol, entry.name, messages)}
      contact={
        contactId === ''
          ? undefined
          : {
              href: contactAddress(contactId),
              onOpen: () => intend({ area: 'shell', type: 'openArea', path: contactPath(contactId) }),
            }
      }
      onStart={onNumber === undefined || number === undefined ? undefined : () => onNumber(number)}
    />
  );
}

/** The number that a new conversation or call uses; an account of Instagram or a chat has none. */
function numberOf({ channel, metaType, contactIdentifier: phone, name }: HistoryRowView): PhoneNumber | undefined {
  if (channel === undefined || channel === 'chat' || metaType === 'instagram' || !isNumber(phone)) return undefined;
  return { phone, name, channel };
}
