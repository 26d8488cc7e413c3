// Connects BulkDialog with the core. If an attendance remains because the contact is missing, the agent registers the customer in the dialog, which
// then asks again about the remaining attendances.
import { createElement, useContext, useState } from 'react';
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { RegistrationContext } from '../../shared/registration';
import { BulkDialog } from './BulkDialog';

export function BulkDialogContainer({ onClose }: DialogContainerProps<'bulk'>) {
  const intend = useIntent();
  const { dialog: bulk } = useSlice('bulk');
  const Registration = useContext(RegistrationContext);
  const [registering, setRegistering] = useState<string>();
  if (bulk === undefined) return null;
  const ask = (): void => intend({ area: 'qualification', type: 'askInBulk', task: bulk.task });
  const item = bulk.items.find(({ protocol }) => protocol === registering);
  const endRegistration = (registered: boolean): void => {
    setRegistering(undefined);
    // A result lists the attendances that remained then; the question knows which customers are registered now.
    if (registered && bulk.stage === 'told') ask();
  };
  return (
    <BulkDialog
      bulk={bulk}
      onChoose={(qualificationId) => intend({ area: 'qualification', type: 'chooseInBulk', qualificationId })}
      onObserve={(observation) => intend({ area: 'qualification', type: 'observeInBulk', observation })}
      onRetryLists={() => intend({ area: 'qualification', type: 'reloadBulkLists' })}
      onConfirm={() => intend({ area: 'qualification', type: 'confirmBulk' })}
      onStop={() => intend({ area: 'qualification', type: 'cancelBulk' })}
      onAgain={ask}
      onRegister={Registration && setRegistering}
      registration={
        Registration && item && bulk.stage !== 'working'
          ? {
              name: item.name,
              form: createElement(Registration, { protocol: item.protocol, onEnd: endRegistration }),
              onCancel: () => {
                intend({ area: 'contacts', type: 'closeContactForm', protocol: item.protocol });
                setRegistering(undefined);
              },
            }
          : undefined
      }
      onClose={onClose}
    />
  );
}
