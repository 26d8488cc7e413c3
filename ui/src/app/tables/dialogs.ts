// The dialogs, one entry per kind that the core names. Each is loaded when it is first opened, or before that in idle
// time.
import type { ComponentType } from 'react';
import { lazyArea } from '../../design/lazyArea';
import type { DialogContainerProps, DialogKind } from '../../shared/dialog';

export type DialogTable = { readonly [Kind in DialogKind]: ComponentType<DialogContainerProps<Kind>> };

export const dialogs: DialogTable = {
  confirmSignOut: lazyArea(() => import('../../areas/session/LogOffDialogContainer'), {
    component: 'LogOffDialogContainer',
    words: [],
  }),
  confirmFinish: lazyArea(() => import('../../areas/qualification/FinishDialogContainer'), {
    component: 'FinishDialogContainer',
    words: [],
  }),
  qualification: lazyArea(() => import('../../areas/qualification/QualificationDialogContainer'), {
    component: 'QualificationDialogContainer',
    words: [],
  }),
  bulk: lazyArea(() => import('../../areas/qualification/BulkDialogContainer'), {
    component: 'BulkDialogContainer',
    words: [],
  }),
  transfer: lazyArea(() => import('../../areas/transfers/CoreTransferDialog'), {
    component: 'CoreTransferDialog',
    words: ['transfers'],
  }),
  snooze: lazyArea(() => import('../../areas/jobs/SnoozeDialogContainer'), {
    component: 'SnoozeDialogContainer',
    words: [],
    onDemand: true,
  }),
  notes: lazyArea(() => import('../../areas/conversation/notes/NotesDialogContainer'), {
    component: 'NotesDialogContainer',
    words: ['notes'],
  }),
  messageSearch: lazyArea(() => import('../../areas/messageSearch/MessageSearchDialogContainer'), {
    component: 'MessageSearchDialogContainer',
    words: ['messageSearch'],
    onDemand: true,
  }),
  pause: lazyArea(() => import('../../areas/pauses/PauseDialogContainer'), {
    component: 'PauseDialogContainer',
    words: [],
  }),
  pauseAlert: lazyArea(() => import('../../areas/pauses/PauseAlertDialogContainer'), {
    component: 'PauseAlertDialogContainer',
    words: [],
  }),
  agentAbsent: lazyArea(() => import('../../areas/absence/AbsentDialogContainer'), {
    component: 'AbsentDialogContainer',
    words: [],
  }),
  connectionProblem: lazyArea(() => import('../../areas/connection/ConnectionProblemDialogContainer'), {
    component: 'ConnectionProblemDialogContainer',
    words: [],
  }),
  reconnecting: lazyArea(() => import('../../areas/connection/ReconnectingDialogContainer'), {
    component: 'ReconnectingDialogContainer',
    words: [],
  }),
  preferences: lazyArea(() => import('../PreferencesDialogContainer'), {
    component: 'PreferencesDialogContainer',
    words: [],
  }),
  extension: lazyArea(() => import('../../areas/channels/ExtensionDialogContainer'), {
    component: 'ExtensionDialogContainer',
    words: [],
  }),
  confirmDisconnect: lazyArea(() => import('../../areas/channels/ConfirmDisconnectDialogContainer'), {
    component: 'ConfirmDisconnectDialogContainer',
    words: [],
  }),
  confirmAbsent: lazyArea(() => import('../../areas/supervision/ConfirmAbsentDialogContainer'), {
    component: 'ConfirmAbsentDialogContainer',
    words: ['supervision'],
  }),
  confirmForceDisconnect: lazyArea(() => import('../../areas/supervision/ConfirmForceDisconnectDialogContainer'), {
    component: 'ConfirmForceDisconnectDialogContainer',
    words: ['supervision'],
  }),
  callRules: lazyArea(() => import('../../areas/supervision/CallRulesDialogContainer'), {
    component: 'CallRulesDialogContainer',
    words: ['supervision'],
  }),
  deadEffects: lazyArea(() => import('../../areas/deadEffects/DeadEffectsDialogContainer'), {
    component: 'DeadEffectsDialogContainer',
    words: ['deadEffects'],
    onDemand: true,
  }),
  cancelBroadcast: lazyArea(() => import('../../areas/broadcast/CancelBroadcastDialogContainer'), {
    component: 'CancelBroadcastDialogContainer',
    words: ['broadcastPage', 'broadcasts'],
    onDemand: true,
  }),
  newPassword: lazyArea(() => import('../../areas/session/NewPasswordDialogContainer'), {
    component: 'NewPasswordDialogContainer',
    words: ['password'],
  }),
  secondFactor: lazyArea(() => import('../../areas/session/SecondFactorDialogContainer'), {
    component: 'SecondFactorDialogContainer',
    words: ['password', 'secondFactor'],
    onDemand: true,
  }),
  idleEnd: lazyArea(() => import('../../areas/session/IdleEndDialogContainer'), {
    component: 'IdleEndDialogContainer',
    words: [],
  }),
  fastTrigger: lazyArea(() => import('../../areas/fastTrigger/FastTriggerDialogContainer'), {
    component: 'FastTriggerDialogContainer',
    words: ['fastTrigger', 'whatsapp'],
  }),
};
