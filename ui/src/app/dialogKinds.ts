// The kinds of dialogs, for tests that cannot import components. The components are in tables/dialogs.ts; the compiler asks for both entries.
import type { DialogKind } from '../shared/dialog';

export type { DialogKind } from '../shared/dialog';

const named: Record<DialogKind, true> = {
  confirmSignOut: true,
  confirmFinish: true,
  qualification: true,
  bulk: true,
  transfer: true,
  snooze: true,
  notes: true,
  messageSearch: true,
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
  callRules: true,
  deadEffects: true,
  cancelBroadcast: true,
  newPassword: true,
  secondFactor: true,
  idleEnd: true,
  fastTrigger: true,
};

export const dialogKinds = Object.keys(named) as ReadonlyArray<DialogKind>;
