// The device picker in a dialog, from the warning of the call bar and from the preferences. The microphone is in use while the dialog
// is open.
import { Headphones } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { DevicePicker, type DevicePickerProps } from './DevicePicker';

export interface DeviceDialogProps extends DevicePickerProps {
  open: boolean;
  onClose: () => void;
}

export function DeviceDialog({ open, onClose, ...picker }: DeviceDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('voice.devices.title')}
      glyph={Headphones}
      description={t('voice.devices.lead')}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('voice.devices.close')}
        </Button>
      }
    >
      <DevicePicker {...picker} />
    </Dialog>
  );
}
