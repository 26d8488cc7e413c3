// Connects the fast-trigger dialog with the core.
import { useEffect, useState } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { useCoreText } from '../../i18n/text';
import type { DialogContainerProps } from '../../shared/dialog';
import { useNumberChannels } from '../../shared/numberChannels';
import { useNumberCountry } from '../whatsapp/useNumberInput';
import { routeOf, useStartCampaign } from '../whatsapp/useStartCampaign';
import { useStart } from '../whatsapp/useStart';
import { useBeginRefusal, useDialRefusal } from '../../shared/useEarlyRefusal';
import { useStartReason } from '../../shared/useStartReason';
import { FastTriggerDialog } from './FastTriggerDialog';
import { useDial } from './useDial';

export function FastTriggerDialogContainer({ dialog, onClose }: DialogContainerProps<'fastTrigger'>) {
  const say = useCoreText();
  const intend = useIntent();
  const { settings, campaigns } = useSlice('voice');
  const call = useSlice('callBar');
  const channels = useNumberChannels();
  const [chosen, setChosen] = useState(dialog.channel);
  const channel = channels.find((candidate) => candidate === chosen) ?? channels[0] ?? 'voice';
  const [dialCampaign, setDialCampaign] = useState<string>();
  const whatsapp = useStartCampaign(channel === 'whatsapp');
  const { pending, refusal, start } = useStart(onClose);
  const { pending: dialling, refusal: notDialled, dial } = useDial(onClose);
  useEffect(() => {
    if (channel === 'voice') intend({ area: 'voice', type: 'loadCampaigns' });
  }, [channel, intend]);
  const startReason = useStartReason();
  const [number, setNumber] = useState<string>();
  const beginRefusal = useBeginRefusal(
    channel === 'voice' || number === undefined || whatsapp.campaign === ''
      ? undefined
      : { phone: number, contactId: '', campaignId: whatsapp.campaign, routeId: routeOf(whatsapp) },
  );
  const dialRefusal = useDialRefusal(channel === 'voice' ? number : undefined);
  const obstacle = channel === 'voice' ? dialRefusal : beginRefusal;
  const campaign = dialCampaign ?? settings.defaultCampaign;
  const cause = channel === 'voice' ? notDialled : refusal;
  return (
    <FastTriggerDialog
      phone={dialog.phone}
      name={dialog.name}
      channels={channels}
      channel={channel}
      onChannelChange={setChosen}
      whatsapp={whatsapp}
      voice={{ campaigns, campaign, onCampaignChange: setDialCampaign }}
      obstacle={obstacle === undefined ? undefined : say(obstacle)}
      country={useNumberCountry()}
      onNumber={setNumber}
      startReason={startReason}
      inCall={call !== undefined && call.status !== 'ended'}
      pending={pending || dialling}
      failure={cause === undefined ? undefined : say(cause)}
      onStart={(phone) => {
        if (channel === 'voice') dial(phone, campaign);
        else start({ phone, contactId: '', campaignId: whatsapp.campaign, routeId: routeOf(whatsapp) });
      }}
      onClose={onClose}
    />
  );
}
