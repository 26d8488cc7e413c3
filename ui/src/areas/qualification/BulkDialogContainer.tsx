// Connects BulkDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { BulkDialog } from './BulkDialog';

export function BulkDialogContainer({ onClose }: DialogContainerProps<'bulk'>) {
  const intend = useIntent();
  const { dialog: bulk } = useSlice('bulk');
  if (bulk === undefined) return null;
  return (
    <BulkDialog
      bulk={bulk}
      onChoose={(qualificationId) => intend({ area: 'qualification', type: 'chooseInBulk', qualificationId })}
      onObserve={(observation) => intend({ area: 'qualification', type: 'observeInBulk', observation })}
      onRetryLists={() => intend({ area: 'qualification', type: 'reloadBulkLists' })}
      onConfirm={() => intend({ area: 'qualification', type: 'confirmBulk' })}
      onStop={() => intend({ area: 'qualification', type: 'cancelBulk' })}
      onAgain={() => intend({ area: 'qualification', type: 'askInBulk', task: bulk.task })}
      onClose={onClose}
    />
  );
}
