// Calls a number that the agent saw somewhere, or begins an attendance of WhatsApp with it (SHELL-021). The number can be corrected. If the start is
// refused, the dialog stays open with the typed values.
import { MessageSquarePlus, Phone } from 'lucide-react';
import { useEffect, useId, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { FieldLabel } from '../../design/Field';
import { SegmentedControl } from '../../design/SegmentedControl';
import { Note } from '../../design/Note';
import { Select } from '../../design/Select';
import { NumberField } from '../whatsapp/NumberField';
import { StartCampaign, type StartCampaignProps } from '../whatsapp/StartCampaign';
import { digitsOf, fullNumber, sentNumber, writtenNumber } from '../whatsapp/startNumber';
import { defaultCountry, useNumberInput } from '../whatsapp/useNumberInput';
import styles from './FastTriggerDialog.module.css';

export type TriggerChannel = 'voice' | 'whatsapp';

export interface DialCampaignProps {
  /** Campaigns that the agent may dial with. */
  campaigns: ReadonlyArray<{ id: string; name: string }>;
  /** Chosen campaign; empty: none. */
  campaign: string;
  onCampaignChange: (campaign: string) => void;
}

export interface FastTriggerDialogProps {
  /** The number that opened the dialog. */
  phone: string;
  /** Name of the number's owner; empty if unknown. */
  name: string;
  /** The agent's channels that can use a number: one or two. */
  channels: ReadonlyArray<TriggerChannel>;
  channel: TriggerChannel;
  onChannelChange: (channel: TriggerChannel) => void;
  whatsapp: StartCampaignProps;
  voice: DialCampaignProps;
  /** Why the start with this number would be refused. */
  obstacle?: string | undefined;
  /** Country of the centre, whose numbers are written without its code. */
  country?: string | undefined;
  /** The complete number as it would be sent; undefined: it is not complete. */
  onNumber: (number: string | undefined) => void;
  /** Why no conversation of WhatsApp can be begun now. */
  startReason?: string | undefined;
  /** The agent has a call now. */
  inCall: boolean;
  /** A request to the server is running, or the attendance is about to open. */
  pending: boolean;
  /** Why the last start was refused. */
  failure: string | undefined;
  /** The number: digits for a call, the form of `sentNumber` for an attendance. */
  onStart: (number: string) => void;
  onClose: () => void;
}

export function FastTriggerDialog(props: FastTriggerDialogProps) {
  const { t } = useTranslation();
  const { name, channels, channel, whatsapp, pending, failure, onNumber } = props;
  const id = useId();
  const country = props.country ?? defaultCountry;
  const written = writtenNumber(fullNumber(props.phone, country) ?? digitsOf(props.phone));
  const number = useNumberInput(written, failure, country);
  const { digits, typed } = number;
  const isCall = channel === 'voice';

  const complete = isCall ? digits : fullNumber(typed, country) === undefined ? '' : sentNumber(typed, country);
  useEffect(() => onNumber(complete === '' ? undefined : complete), [onNumber, complete]);

  const missing = digits === '' ? t('fastTrigger.numberMissing') : undefined;
  const callReason = props.inCall ? t('fastTrigger.inCall') : undefined;
  const campaignReason =
    props.startReason ??
    (whatsapp.campaign === ''
      ? t(whatsapp.campaigns.length === 0 ? 'whatsapp.startDialog.noCampaigns' : 'whatsapp.startDialog.chooseCampaign')
      : undefined);
  // Causes that no field can correct are shown above the fields.
  const obstacle = isCall ? callReason : props.startReason;
  const reason = obstacle ?? missing ?? (isCall ? undefined : campaignReason);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason !== undefined || pending) return;
    if (isCall || number.check()) props.onStart(isCall ? digits : sentNumber(typed, country));
  };
  return (
    <Dialog
      open
      glyph={isCall ? Phone : MessageSquarePlus}
      title={t(`fastTrigger.title.${channel}`)}
      description={name === '' ? undefined : t('fastTrigger.owner', { name })}
      failure={failure}
      onClose={props.onClose}
      footer={
        <>
          <Button tone="ghost" onClick={props.onClose}>
            {t('fastTrigger.cancel')}
          </Button>
          <Button type="submit" form={id} tone="primary" pending={pending} disabledReason={reason}>
            {t(isCall ? 'fastTrigger.call' : 'fastTrigger.write')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit}>
        {channels.length > 1 && (
          <div className={styles.channels}>
            <SegmentedControl
              label={t('fastTrigger.channel')}
              segments={channels.map((value) => ({ value, label: t(`channels.name.${value}`) }))}
              value={channel}
              onChange={(next) => {
                number.unmark();
                props.onChannelChange(next);
              }}
            />
          </div>
        )}
        {obstacle !== undefined && <Note tone="warning">{obstacle}</Note>}
        <NumberField label={t('fastTrigger.number')} input={number} />
        {obstacle === undefined && failure === undefined && props.obstacle !== undefined && (
          <Note tone="warning">{props.obstacle}</Note>
        )}
        {isCall ? <DialCampaign {...props.voice} /> : <StartCampaign {...whatsapp} />}
      </form>
    </Dialog>
  );
}

function DialCampaign({ campaigns, campaign, onCampaignChange }: DialCampaignProps) {
  const { t } = useTranslation();
  const id = useId();
  if (campaigns.length === 0) return null;
  return (
    <div>
      <FieldLabel htmlFor={id} required={false}>
        {t('fastTrigger.campaign')}
      </FieldLabel>
      <Select
        id={id}
        size="large"
        label={t('fastTrigger.campaign')}
        value={campaign}
        options={[
          { value: '', label: t('fastTrigger.noCampaign') },
          ...campaigns.map(({ id: value, name }) => ({ value, label: name })),
        ]}
        onChange={onCampaignChange}
      />
    </div>
  );
}
