// Connects ReconnectingDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { problemRows } from './problemRows';
import { ReconnectingDialog } from './ReconnectingDialog';

export function ReconnectingDialogContainer({ onClose }: DialogContainerProps<'reconnecting'>) {
  const link = useSlice('link');
  const intend = useIntent();
  return (
    <ReconnectingDialog
      open
      rows={problemRows(link)}
      retryAt={link.retryAt ?? null}
      onRetry={() => intend({ area: 'connection', type: 'retryConnection' })}
      onClose={onClose}
    />
  );
}
