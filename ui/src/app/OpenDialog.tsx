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
  const dialog = useSlice('dialog');
  const isHeld = useDialogsHeldByRing(dialog);
  return dialog !== undefined ? (
    <FocusFallback value={focusFallback}>
      <OpenDialogs table={table} isHeld={isHeld} />
    </FocusFallback>
  ) : null;
}

type CoreDialog = ReturnType<typeof useSlice<'dialog'>>;

/**
 * A call that rings is above every dialog: a dialog that the core opens meanwhile waits until the ringing ends, and the
 * dialog that was open stays below the call. The dialog of the pause is the exception: only the button of the ringing
 * call opens it then.
 */
function useDialogsHeldByRing(dialog: CoreDialog): boolean {
  const isRinging = useSlice('incomingCall') !== undefined;
  const name = dialog === undefined ? '' : JSON.stringify(dialog);
  const [before, setBefore] = useState({ isRinging: false, name: '' });
  let current = before;
  if (!isRinging ? before.isRinging || before.name !== name : !before.isRinging) {
    current = { isRinging, name };
    setBefore(current);
  }
  return isRinging && current.name !== name && dialog?.kind !== 'pause';
}

/** The component is mounted until no dialog is left, because it holds the values that the dialogs keep. */
function OpenDialogs({ table, isHeld }: { table: DialogTable; isHeld: boolean }) {
  const [kept] = useState(() => new Map<string, unknown>());
  const { t } = useTranslation();
  const dialog = useSlice('dialog');
  const intend = useIntent();
  // The core closes this dialog only: a more urgent one may have taken its place before the agent's key arrived.
  const close = useCallback(() => {
    if (dialog !== undefined) intend({ area: 'shell', type: 'closeDialog', dialog });
  }, [intend, dialog]);
  if (dialog === undefined || isHeld) return null;
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
