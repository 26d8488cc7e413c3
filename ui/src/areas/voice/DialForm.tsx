// A manual call: number, keys and campaign.
import { Delete, Phone } from 'lucide-react';
import { useId, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Field } from '../../design/Field';
import { IconButton } from '../../design/IconButton';
import { Note } from '../../design/Note';
import { Select } from '../../design/Select';
import { KeypadKeys } from './Keypad';
import styles from './DialForm.module.css';

export interface DialFormProps {
  phone: string;
  onPhoneChange: (phone: string) => void;
  /** Campaigns that the agent may dial with. */
  campaigns: ReadonlyArray<{ id: string; name: string }>;
  /** Chosen campaign; empty: none. */
  campaign: string;
  onCampaignChange: (campaign: string) => void;
  /** The request for the call is running. */
  pending: boolean;
  /** The agent has another call now. */
  inCall: boolean;
  /** Why a call to this number would be refused. */
  obstacle?: string | undefined;
  onDial: () => void;
}

/** Digits, telephone signs, and the usual separators. */
const written = /[^\d*#+() -]/g;

export function DialForm(props: DialFormProps) {
  const { t } = useTranslation();
  const { phone, pending } = props;
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (phone.trim() !== '' && !pending && !props.inCall) props.onDial();
  };
  return (
    <form className={styles.form} onSubmit={submit} data-ch="voice">
      <Field
        id={id}
        label={t('voice.dial.number')}
        type="tel"
        autoComplete="off"
        maxLength={32}
        value={phone}
        onChange={(event) => props.onPhoneChange(event.target.value.replace(written, ''))}
        trailing={
          phone === '' ? undefined : (
            <IconButton
              size="small"
              glyph={Delete}
              label={t('voice.dial.erase')}
              onClick={() => props.onPhoneChange(phone.slice(0, -1))}
            />
          )
        }
      />
      {props.obstacle !== undefined && <Note tone="warning">{props.obstacle}</Note>}
      <KeypadKeys label={t('voice.dial.keys')} onKey={(key) => props.onPhoneChange(phone + key)} />
      {props.campaigns.length > 0 && (
        <Select
          label={t('voice.preferences.campaign')}
          value={props.campaign}
          options={[
            { value: '', label: t('voice.preferences.noCampaign') },
            ...props.campaigns.map(({ id: value, name }) => ({ value, label: name })),
          ]}
          onChange={props.onCampaignChange}
        />
      )}
      <Button
        type="submit"
        tone="success"
        size="large"
        glyph={Phone}
        pending={pending}
        disabledReason={props.inCall ? t('voice.dial.inCall') : phone.trim() === '' ? t('voice.dial.empty') : undefined}
        className={styles.dial}
      >
        {t('voice.dial.call')}
      </Button>
    </form>
  );
}
