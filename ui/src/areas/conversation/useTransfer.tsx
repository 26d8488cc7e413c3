// The transfer of an open attendance: its button in the header, its shortcut, its offer to the command palette and the dialog.
import { ArrowLeftRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { lazyArea } from '../../design/lazyArea';
import { useOfferTransfer } from '../../shared/offeredTransfer';
import { useShortcut } from '../../shared/shortcuts';
import type { HeaderTool } from './ConversationHeader';

const TransferDialogPart = lazyArea(() => import('../transfers/TransferDialogContainer'), {
  component: 'TransferDialogContainer',
  words: ['transfers'],
});

export interface Transfer {
  /** Empty if nothing can be transferred. */
  tools: ReadonlyArray<HeaderTool>;
  dialog: ReactNode;
}

export interface TransferableJob {
  /** A finished attendance cannot be transferred. */
  disabled: boolean;
  /** The customer is a registered contact. */
  registered: boolean;
}

export function useTransfer(protocol: string, { disabled, registered }: TransferableJob): Transfer {
  const { t } = useTranslation();
  const intend = useIntent();
  const [open, setOpen] = useState<{ agent: string | null }>();
  const show = (agent: string | null): void => {
    if (registered) setOpen({ agent });
    // The core reports that the contact must be registered first, and opens its form (TRF-003).
    else intend({ area: 'transfers', type: 'loadDestinations', protocol });
  };
  useOfferTransfer(disabled || !registered ? undefined : protocol, show);
  useShortcut('transferJob', disabled ? undefined : () => show(null));
  if (disabled) return { tools: [], dialog: null };
  return {
    tools: [
      {
        id: 'transfer',
        label: t('jobs.conversation.transfer'),
        glyph: ArrowLeftRight,
        shortcut: 'transferJob',
        onSelect: () => show(null),
      },
    ],
    dialog: open && (
      <TransferDialogPart key={protocol} protocol={protocol} agent={open.agent} onClose={() => setOpen(undefined)} />
    ),
  };
}
