// What the container of a dialog receives. A dialog is open because the core's dialog slice names it.
import type { DialogView } from 'core-wasm';

export type DialogKind = Exclude<DialogView['kind'], 'none'>;

export interface DialogContainerProps<Kind extends DialogKind> {
  dialog: Extract<DialogView, { kind: Kind }>;
  /** Asks the core to close the dialog. */
  onClose: () => void;
}
