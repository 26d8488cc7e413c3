// Connects the transfer with the core. An accepted transfer removes the attendance and this dialog with it (TRF-039).
import { useIntent } from '../../core/react';
import { useJob, useWhatsAppJob } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { TransferDialog } from './TransferDialog';
import { useRefusal } from './useRefusal';

export function TransferDialogContainer({ protocol, onClose }: { protocol: string; onClose: () => void }) {
  const intend = useIntent();
  const say = useCoreText();
  const job = useJob(protocol);
  const view = useWhatsAppJob(protocol);
  const { text, watch } = useRefusal();
  return (
    <TransferDialog
      queue={job?.queue ?? ''}
      pending={view?.busy ?? false}
      failure={text === undefined ? undefined : say(text)}
      onTransfer={(request) => {
        watch();
        intend({ area: 'whatsapp', type: 'transfer', protocol, ...request });
      }}
      onClose={onClose}
    />
  );
}
