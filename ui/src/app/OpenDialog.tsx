// Renders the one dialog that the core's dialog slice names.
import { createElement, useCallback, useState, type ComponentType } from 'react';
import { useIntent, useSlice } from '../core/react';
import { useTranslation } from '../i18n/useTranslation';
import { announce } from '../design/Announcer';
import { FocusFallback } from '../design/FocusFallback';
import { KeptContext } from '../design/useKept';
import { PartBoundary } from '../shared/PartBoundary';
import type { DialogContainerProps, DialogKind } from '../shared/dialog';
import type { DialogTable } from './tables/dialogs';

export interface OpenDialogProps {
  table: DialogTable;
  /** Takes the focus if the element that opened the closed dialog no longer exists. */
  focusFallback: () => void;
}

export function OpenDialog({ table, focusFallback }: OpenDialogProps) {
  const isOpen = useSlice('dialog') !== undefined;
  return isOpen ? (
    <FocusFallback value={focusFallback}>
      <OpenDialogs table={table} />
    </FocusFallback>
  ) : null;
}

/** Mounted until no dialog is left; it holds the values that the dialogs keep. */
function OpenDialogs({ table }: { table: DialogTable }) {
  const [kept] = useState(() => new Map<string, unknown>());
  const { t } = useTranslation();
  const dialog = useSlice('dialog');
  const intend = useIntent();
  // The core closes this dialog only: a more urgent one may have taken its place before the agent's key arrived.
  const close = useCallback(() => {
    if (dialog !== undefined) intend({ area: 'shell', type: 'closeDialog', dialog });
  }, [intend, dialog]);
  if (dialog === undefined) return null;
  // The entry of a kind takes the dialog of that kind; the compiler cannot connect the two.
  const Container = table[dialog.kind] as ComponentType<DialogContainerProps<DialogKind>>;
  return (
    <PartBoundary
      resetKey={dialog}
      onBroken={() => {
        announce(t('shell.error.part'), 'assertive');
        close();
      }}
    >
      <KeptContext value={kept}>{createElement(Container, { dialog, onClose: close })}</KeptContext>
    </PartBoundary>
  );
}
