// Connects the transfer with the core: it loads the agents and queues when it opens. An accepted transfer removes the attendance and this
// dialog with it (TRF-039).
import { useCallback, useEffect } from 'react';
import { useIntent } from '../../core/react';
import { useTransferDestinations, useWhatsAppJob } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { TransferDialog } from './TransferDialog';
import { useRefusal } from './useRefusal';

export function TransferDialogContainer({ protocol, onClose }: { protocol: string; onClose: () => void }) {
  const intend = useIntent();
  const say = useCoreText();
  const view = useWhatsAppJob(protocol);
  const destinations = useTransferDestinations(protocol);
  const { text, watch } = useRefusal();
  const load = useCallback(() => intend({ area: 'whatsapp', type: 'loadDestinations', protocol }), [intend, protocol]);
  useEffect(load, [load]);
  return (
    <TransferDialog
      destinations={destinations}
      pending={view?.busy ?? false}
      failure={text === undefined ? undefined : say(text)}
      onRetry={load}
      onTransfer={(request) => {
        watch();
        intend({ area: 'whatsapp', type: 'transfer', protocol, ...request });
      }}
      onClose={onClose}
    />
  );
}
