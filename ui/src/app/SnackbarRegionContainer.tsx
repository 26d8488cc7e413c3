// Connects SnackbarRegion with the core, which ends each snackbar: it needs the length of the text in this language and whether the agent reads.
import type { NamedCustomerView } from 'core-wasm';
import { useRef } from 'react';
import { useIntent, useSlice } from '../core/react';
import { useJob } from '../core/slices';
import { SnackbarRegion } from '../design/Snackbar';
import { useCoreText } from '../i18n/text';
import { useTranslation } from '../i18n/useTranslation';

export interface SnackbarRegionContainerProps {
  /** The open attendance. */
  protocol: string | undefined;
  /** The page has no list of attendances beside it. */
  wholePage: boolean;
}

export function SnackbarRegionContainer({ protocol, wholePage }: SnackbarRegionContainerProps) {
  const job = useJob(protocol);
  const { items } = useSlice('snackbars');
  const dialog = useSlice('dialog');
  const intend = useIntent();
  const say = useCoreText();
  const { t } = useTranslation();
  const open = (id: number, { protocol, contactId }: NamedCustomerView): void => {
    intend({ area: 'notifications', type: 'openCustomer', protocol, contactId });
    intend({ area: 'shell', type: 'snackbarDismissed', id });
  };
  const held = useRef(false);
  return (
    <SnackbarRegion
      raised={protocol !== undefined}
      overScript={job?.channel === 'voice'}
      wholePage={wholePage}
      besideDialog={dialog !== undefined}
      notices={items.map(({ id, type, title, body, customer, opens }) => ({
        id: String(id),
        type,
        title: title === undefined ? customer?.name : say(title),
        body: say(body),
        action:
          customer === undefined || opens !== true
            ? undefined
            : {
                label: t('shell.snackbar.open'),
                name: t('shell.snackbar.openOf', { name: customer.name }),
                onPress: () => open(id, customer),
              },
      }))}
      onClose={(id) => intend({ area: 'shell', type: 'snackbarDismissed', id: Number(id) })}
      onShown={(id, chars) => {
        intend({ area: 'shell', type: 'snackbarShown', id: Number(id), chars });
        // A new one is held with the others.
        if (held.current) intend({ area: 'shell', type: 'snackbarHeld', id: Number(id), held: true });
      }}
      onHoldChange={(next) => {
        held.current = next;
        items.forEach(({ id }) => intend({ area: 'shell', type: 'snackbarHeld', id, held: next }));
      }}
    />
  );
}
