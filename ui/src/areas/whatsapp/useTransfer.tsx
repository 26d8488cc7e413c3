// The transfer of an open attendance: the entry of the header's menu, its shortcut, its offer to the command palette and the dialog.
import { ArrowLeftRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { MenuEntry } from '../../design/Menu';
import { useOfferTransfer } from '../../shared/offeredTransfer';
import { useShortcut } from '../../shared/shortcuts';
import { TransferDialogContainer } from './TransferDialogContainer';

export interface Transfer {
  /** Empty where nothing can be transferred. */
  entries: ReadonlyArray<MenuEntry>;
  dialog: ReactNode;
}

/** `ended`: an attendance that has ended is not transferred. */
export function useTransfer(protocol: string, ended: boolean): Transfer {
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ agent: string | null }>();
  const show = (): void => setOpen({ agent: null });
  useOfferTransfer(ended ? undefined : protocol, (agent) => setOpen({ agent }));
  useShortcut('transferJob', ended ? undefined : show);
  if (ended) return { entries: [], dialog: null };
  return {
    entries: [
      {
        kind: 'action',
        id: 'transfer',
        label: t('whatsapp.transferDialog.entry'),
        glyph: ArrowLeftRight,
        onSelect: show,
      },
    ],
    dialog: open && (
      <TransferDialogContainer protocol={protocol} agent={open.agent} onClose={() => setOpen(undefined)} />
    ),
  };
}
