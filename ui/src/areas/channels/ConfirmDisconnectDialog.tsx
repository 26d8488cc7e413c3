// Asks before a channel with open attendances is disconnected.
import type { Channel } from 'core-wasm';
import { Unplug } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';

export interface ConfirmDisconnectDialogProps {
  open: boolean;
  channel: Channel;
  openJobs: number;
  onConfirm: () => void;
  onCancel: () => void;
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
