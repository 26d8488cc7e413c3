// The dialogs of channels beside the core: the extension of voice, and the question before a channel with open attendances is disconnected.
import type { Channel } from 'core-wasm';
import { Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { useIntent, useSlice } from '../../core/react';
import { useCoreText } from '../../i18n/text';
import { ExtensionDialog } from './ExtensionDialog';

export function ExtensionDialogContainer({ focusFallback }: { focusFallback: () => void }) {
  const { extension } = useSlice('channels');
  const { extension: last = '' } = useSlice('preferences');
  const intend = useIntent();
  const say = useCoreText();
  return (
    <ExtensionDialog
      open
      last={last}
      error={extension.invalid === undefined ? undefined : say(extension.invalid)}
      failure={extension.failure === undefined ? undefined : say(extension.failure)}
      pending={extension.pending}
      onConnect={(exten) => intend({ area: 'channels', type: 'connectVoice', exten })}
      onClose={() => intend({ area: 'shell', type: 'closeDialog' })}
      focusFallback={focusFallback}
    />
  );
}

export interface ConfirmDisconnectDialogProps {
  open: boolean;
  channel: Channel;
  openJobs: number;
  onConfirm: () => void;
  onCancel: () => void;
  focusFallback?: (() => void) | undefined;
}

export function ConfirmDisconnectDialog({ channel, openJobs, ...rest }: ConfirmDisconnectDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      {...rest}
      glyph={Unplug}
      tone="warning"
      title={t('channels.confirmDisconnect.title', { channel: t(`channels.name.${channel}`) })}
      description={t('channels.confirmDisconnect.text', { count: openJobs })}
      confirmLabel={t('channels.confirmDisconnect.confirm')}
      pending={false}
    />
  );
}
