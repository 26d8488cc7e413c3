// Connects the start of an attendance with the core: the button in the head of the list, its shortcut and the dialog.
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useCore, useSlice } from '../../core/react';
import { useJobOrder } from '../../core/slices';
import { Button } from '../../design/Button';
import { ShortcutHint } from '../../design/ShortcutHint';
import { useCoreText } from '../../i18n/text';
import { useShortcut, useShortcutKeys } from '../../shared/shortcuts';
import { useBeginRefusal } from '../../shared/useEarlyRefusal';
import { useStartReason } from '../../shared/useStartReason';
import { useFoundContacts } from '../contacts/useFoundContacts';
import { StartDialog, type StartContact, type StartSearch, type StartTarget } from './StartDialog';
import { useNumberCountry } from './useNumberInput';
import { useStart } from './useStart';
import { routeOf, useStartCampaign } from './useStartCampaign';

export function StartButtonContainer() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // For an agent with voice, the shortcut of a new attendance opens the dial form.
  const shortcut = useSlice('voice').enabled ? 'newConversation' : 'newAttendance';
  const keys = useShortcutKeys(shortcut);
  const reason = useStartReason();
  useShortcut(shortcut, reason === undefined ? () => setOpen(true) : undefined);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button
        tone="primary"
        glyph={Plus}
        aria-keyshortcuts={keys.aria}
        hint={<ShortcutHint text={t('whatsapp.startDialog.title')} keys={keys.text} />}
        disabledReason={reason}
        onClick={() => setOpen(true)}
      >
        {t('whatsapp.startDialog.new')}
      </Button>
      {open && <StartDialogContainer onClose={close} />}
    </>
  );
}

function StartDialogContainer({ onClose }: { onClose: () => void }) {
  const say = useCoreText();
  const campaign = useStartCampaign();
  const { pending, refusal, start } = useStart(onClose);
  const [target, setTarget] = useState<StartTarget>();
  const obstacle = useBeginRefusal(
    target === undefined || campaign.campaign === ''
      ? undefined
      : { ...target, campaignId: campaign.campaign, routeId: routeOf(campaign) },
  );
  return (
    <StartDialog
      contacts={useKnownContacts()}
      search={useContactSearch()}
      campaign={campaign}
      country={useNumberCountry()}
      pending={pending}
      failure={refusal === undefined ? undefined : say(refusal)}
      obstacle={obstacle === undefined ? undefined : say(obstacle)}
      onTarget={setTarget}
      onStart={start}
      onClose={onClose}
    />
  );
}

/** Contacts without a number cannot be written to. */
function useContactSearch(): StartSearch {
  const { contacts, search, ...found } = useFoundContacts();
  const written = contacts.filter(({ whatsappIdentifier }) => whatsappIdentifier !== '');
  return {
    ...found,
    contacts: written.map(({ id, name, whatsappIdentifier: phone }) => ({ id, name, phone })),
    onSearch: search,
  };
}

/** The registered contacts with a number from the agent's attendances, read when the dialog opens. */
function useKnownContacts(): ReadonlyArray<StartContact> {
  const core = useCore();
  const orders = [
    useJobOrder('pinned'),
    useJobOrder('waiting'),
    useJobOrder('active'),
    useJobOrder('snoozed'),
    useJobOrder('toQualify'),
  ];
  const [contacts] = useState(() => {
    const known = new Map<string, StartContact>();
    for (const order of orders) {
      for (let index = 0; index < order.length; index += 1) {
        const panel = core.snapshot<'contact'>(`contact:${order.at(index) ?? ''}`);
        if (panel?.contact.state !== 'found') continue;
        const { id, name, whatsappIdentifier: phone } = panel.contact.contact;
        if (phone !== '') known.set(id, { id, name, phone });
      }
    }
    return [...known.values()];
  });
  return contacts;
}
