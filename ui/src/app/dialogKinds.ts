// The names of all dialogs, as the core names them. A dialog is one entry here and one case in OpenDialog.tsx; the compiler asks for both, and the test
// that looks at every dialog reads this list.
import type { DialogView } from 'core-wasm';

export type DialogKind = Exclude<DialogView['kind'], 'none'>;

const named: Record<DialogKind, true> = {
  confirmSignOut: true,
  confirmFinish: true,
  qualification: true,
  pause: true,
  pauseAlert: true,
  agentAbsent: true,
  connectionProblem: true,
  reconnecting: true,
  preferences: true,
  extension: true,
  confirmDisconnect: true,
  confirmAbsent: true,
  confirmForceDisconnect: true,
  newPassword: true,
};

export const dialogKinds = Object.keys(named) as ReadonlyArray<DialogKind>;
