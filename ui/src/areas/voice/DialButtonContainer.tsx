// Connects the dial form with the core: a button in the header of the list, and the shortcut of a new attendance.
import { Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { IconButton } from '../../design/IconButton';
import { useCoreText } from '../../i18n/text';
import { useDialRefusal } from '../../shared/useEarlyRefusal';
import { Popover } from '../../design/Popover';
import { useShortcut, useShortcutKeys } from '../../shared/shortcuts';
import { DialForm } from './DialForm';

export function DialButtonContainer() {
  const { t } = useTranslation();
  const { settings, campaigns, dialling } = useSlice('voice');
  const call = useSlice('callBar');
  const intend = useIntent();
  const [open, setOpen] = useState(false);
  const [phone, setPhone] = useState('');
  const [campaign, setCampaign] = useState<string>();
  const inCall = call !== undefined && call.status !== 'ended';
  const say = useCoreText();
  const obstacle = useDialRefusal(open && !inCall ? phone.replace(/\D/g, '') : undefined);
  const keys = useShortcutKeys('newAttendance');
  useShortcut('newAttendance', () => setOpen(true));
  useEffect(() => {
    if (open) intend({ area: 'voice', type: 'loadCampaigns' });
  }, [open, intend]);
  // The call began: the number is cleared.
  const [wasInCall, setWasInCall] = useState(inCall);
  if (wasInCall !== inCall) {
    setWasInCall(inCall);
    if (inCall) {
      setOpen(false);
      setPhone('');
    }
  }
  return (
    <Popover
      label={t('voice.dial.title')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton glyph={Phone} label={t('voice.dial.title')} shortcut={keys.text} aria-keyshortcuts={keys.aria} />
      }
    >
      <DialForm
        phone={phone}
        onPhoneChange={setPhone}
        campaigns={campaigns}
        campaign={campaign ?? settings.defaultCampaign}
        onCampaignChange={setCampaign}
        pending={dialling}
        inCall={inCall}
        obstacle={obstacle === undefined ? undefined : say(obstacle)}
        onDial={() => intend({ area: 'voice', type: 'dial', phone, campaignId: campaign ?? settings.defaultCampaign })}
      />
    </Popover>
  );
}
