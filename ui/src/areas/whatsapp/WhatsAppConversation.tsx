// The workspace of a WhatsApp or Instagram attendance: the conversation with its window, its route, its marks, its locked composer, its templates, forwarding
// and transfer, and beside it search and files.
import { Forward } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { useContact, useJobRow, useThread, useThreadLoading, useWhatsAppJob } from '../../core/slices';
import type { MenuEntry } from '../../design/Menu';
import { formatPhone } from '../../i18n/format';
import { ConversationPage, type ChannelParts, type ConversationPageProps } from '../conversation/ConversationPage';
import { useMarkEntries } from '../jobs/jobMenu';
import { shownWindow } from '../jobs/windowLeft';
import { BeginSelectionContext, MessageSelectionContext } from '../conversation/thread/messageSelection';
import { useTransfer } from '../conversation/useTransfer';
import { composerLock } from './composerLock';
import { ForwardParts } from './ForwardParts';
import { ReadingParts } from './ReadingParts';
import { TemplateDialogContainer } from './TemplateDialogContainer';
import { useForward } from './useForward';
import { useReading, type Reading } from './useReading';

export function WhatsAppConversation(props: ConversationPageProps) {
  const { t } = useTranslation();
  const { protocol, job } = props;
  const [choosing, setChoosing] = useState(false);
  const [templatesSent, setTemplatesSent] = useState(0);
  const intend = useIntent();
  const contact = useContact(protocol)?.contact;
  const contactId = contact?.state === 'found' ? contact.contact.id : '';
  // The script of queue or campaign; once the contact is found, with the customer's answers (QUA-020).
  useEffect(() => intend({ area: 'whatsapp', type: 'loadScript', protocol }), [intend, protocol, contactId]);
  const reading = useReading(props);
  const parts = useParts(props, reading, () => setChoosing(true));
  const forward = useForward(protocol);
  const transfer = useTransfer(protocol, job);
  const forwardEntry: MenuEntry = {
    kind: 'action',
    id: 'forward',
    label: t('whatsapp.forward.select'),
    glyph: Forward,
    onSelect: forward.begin,
  };
  return (
    <>
      <BeginSelectionContext value={forward.selection === undefined ? forward.beginWith : undefined}>
        <MessageSelectionContext value={forward.selection}>
          <ConversationPage
            {...props}
            parts={
              parts && {
                ...parts,
                sentCount: templatesSent + forward.sentHere,
                tools: [...parts.tools, ...transfer.tools],
                menu: [...parts.menu, forwardEntry],
                bar: <ForwardParts forward={forward} />,
              }
            }
          />
        </MessageSelectionContext>
      </BeginSelectionContext>
      {transfer.dialog}
      <ReadingParts protocol={protocol} job={job} reading={reading} />
      {choosing && (
        <TemplateDialogContainer
          protocol={protocol}
          onSent={() => setTemplatesSent((count) => count + 1)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

/** Undefined until the core has the WhatsApp part of the attendance. */
function useParts(
  { protocol, job }: ConversationPageProps,
  reading: Reading,
  onChooseTemplate: () => void,
): (ChannelParts & { menu: ReadonlyArray<MenuEntry> }) | undefined {
  const { t } = useTranslation();
  const intend = useIntent();
  const view = useWhatsAppJob(protocol);
  const marks = useMarkEntries(protocol, useJobRow(protocol));
  const isNew = useIsNew(protocol, reading);
  if (view === undefined) return undefined;
  // Instagram has no templates.
  const onOpenTemplates = job.metaType === 'instagram' ? undefined : onChooseTemplate;
  const onOptIn = (): void => intend({ area: 'whatsapp', type: 'optIn', protocol });
  return {
    // An expired window of a conversation that never began would suggest a missed deadline.
    window: isNew && view.window.state === 'expired' ? undefined : shownWindow(view),
    route: formatPhone(view.routePhone).replace(/^\+55 /, ''),
    tools: reading.tools,
    menu: [...marks, ...reading.menu],
    earlier: reading.earlier,
    target: reading.search.target,
    hasDrawer: reading.drawer !== undefined,
    lock: composerLock({ ...view, isNew }, { onChooseTemplate: onOpenTemplates, onOptIn }, t),
    compose: { onOpenTemplates },
  };
}

/** Neither side has ever written to the other. */
function useIsNew(protocol: string, { earlier }: Reading): boolean {
  const isEmpty = useThread(protocol).length === 0;
  const isLoading = useThreadLoading(protocol);
  return isEmpty && !isLoading && earlier.state === 'complete' && earlier.messages.size === 0;
}
