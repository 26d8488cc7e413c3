// Which key sends a message (BEY-052): a section of the preferences dialog.
import type { SendWith } from 'core-wasm';
import { useTranslation } from '../../../i18n/useTranslation';
import { useChangePreferences, useSlice } from '../../../core/react';
import { FieldLabel } from '../../../design/Field';
import { RadioList } from '../../../design/RadioList';

const sendWays: ReadonlyArray<SendWith> = ['enter', 'ctrlEnter'];

export interface SendWithPreferenceProps {
  sendWith: SendWith;
  onSendWithChange: (sendWith: SendWith) => void;
}

export function SendWithPreference({ sendWith, onSendWithChange }: SendWithPreferenceProps) {
  const { t } = useTranslation();
  return (
    <>
      <FieldLabel required={false}>{t('shell.preferences.sendWith')}</FieldLabel>
      <RadioList
        label={t('shell.preferences.sendWith')}
        value={sendWith}
        options={sendWays.map((way) => ({
          value: way,
          label: t(`shell.preferences.${way}`),
          detail: t(`shell.preferences.${way}Detail`),
        }))}
        onChange={(value) => {
          const way = sendWays.find((candidate) => candidate === value);
          if (way !== undefined) onSendWithChange(way);
        }}
      />
    </>
  );
}

export function SendWithPreferenceContainer() {
  const { sendWith } = useSlice('preferences');
  const change = useChangePreferences();
  return <SendWithPreference sendWith={sendWith} onSendWithChange={(way) => change({ sendWith: way })} />;
}
