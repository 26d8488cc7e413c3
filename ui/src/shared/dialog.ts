// Props of every dialog container. A dialog is open because the core's dialog slice names it.
import type { Dialog } from 'core-wasm';

export type DialogKind = Dialog['kind'];

export interface DialogContainerProps<Kind extends DialogKind> {
  dialog: Extract<Dialog, { kind: Kind }>;
  /** Asks the core to close the dialog. */
  onClose: () => void;
}
