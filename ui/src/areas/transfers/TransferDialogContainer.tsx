// Connects the transfer with the core: it loads the destinations when it opens. An accepted transfer removes the attendance and this
// dialog with it (TRF-039).
import { useCallback, useEffect } from 'react';
import { useIntent } from '../../core/react';
import { useTransferDestinations } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { TransferDialog } from './TransferDialog';
import { useRefusal } from '../../shared/useRefusal';

export interface TransferDialogContainerProps {
  protocol: string;
  /** The preselected agent. */
  agent: string | null;
  onClose: () => void;
}

export function TransferDialogContainer({ protocol, agent, onClose }: TransferDialogContainerProps) {
  const intend = useIntent();
  const say = useCoreText();
  const destinations = useTransferDestinations(protocol);
  const { text, watch } = useRefusal();
  const load = useCallback(() => intend({ area: 'transfers', type: 'loadDestinations', protocol }), [intend, protocol]);
  useEffect(() => {
    intend({ area: 'transfers', type: 'watchDestinations', protocol });
    // While the dialog is open, the core reloads the lists every few seconds: state and load change (BEY-059).
    return () => intend({ area: 'transfers', type: 'leaveDestinations', protocol });
  }, [intend, protocol]);
  return (
    <TransferDialog
      start={agent === null ? undefined : { kind: 'agent', id: agent }}
      destinations={destinations}
      pending={destinations?.pending ?? false}
      failure={text === undefined ? undefined : say(text)}
      onRetry={load}
      onNote={(note) => intend({ area: 'transfers', type: 'noteTransfer', protocol, note })}
      onCampaign={(campaignId) => intend({ area: 'transfers', type: 'chooseCampaign', protocol, campaignId })}
      onTransfer={(request) => {
        watch();
        intend({ area: 'transfers', type: 'transfer', protocol, ...request });
      }}
      onClose={onClose}
    />
  );
}
