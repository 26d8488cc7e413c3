// Connects ConnectionProblemDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import { ConnectionProblemDialog } from './ConnectionProblemDialog';
import { problemRows } from './problemRows';

export function ConnectionProblemDialogContainer() {
  const link = useSlice('link');
  const intend = useIntent();
  return (
    <ConnectionProblemDialog
      open
      problem={link.problem}
      device={link.deviceProblem}
      rows={problemRows(link)}
      onRetry={() => intend({ area: 'connection', type: 'retryConnection' })}
      onGiveUp={() => intend({ area: 'connection', type: 'giveUpConnection' })}
    />
  );
}
