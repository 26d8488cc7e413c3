// Connects ReconnectingDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { problemRows } from './problemRows';
import { ReconnectingDialog } from './ReconnectingDialog';

export function ReconnectingDialogContainer({ onClose }: DialogContainerProps<'reconnecting'>) {
  const link = useSlice('link');
  const voice = useSlice('voice');
  const intend = useIntent();
  // The dialog is about the server as long as its link is lost too.
  const onlyVoice = link.server === 'ok' && link.product === 'ok' && voice.webRtc;
  return (
    <ReconnectingDialog
      open
      rows={problemRows(link)}
      retryAt={link.retryAt ?? null}
      voice={onlyVoice ? { attempts: voice.retries, pending: voice.status === 'reconnecting' } : undefined}
      onRetry={() => intend({ area: 'connection', type: 'retryConnection' })}
      onClose={onClose}
    />
  );
}
