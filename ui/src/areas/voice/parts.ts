// The parts of the voice area. They are one chunk, which is loaded when the agent has the channel and never before.
import { lazyArea } from '../../design/lazyArea';

export const CallBarPart = lazyArea(() => import('./containers'), {
  component: 'CallBarContainer',
  words: ['voice'],
  onDemand: true,
});
export const VoiceDialogsPart = lazyArea(() => import('./containers'), {
  component: 'VoiceDialogsContainer',
  words: ['voice'],
  onDemand: true,
});
export const VoiceAttendancePart = lazyArea(() => import('./containers'), {
  component: 'VoiceAttendanceContainer',
  words: ['voice'],
  onDemand: true,
});
export const DialButtonPart = lazyArea(() => import('./containers'), {
  component: 'DialButtonContainer',
  words: ['voice'],
  onDemand: true,
});
export const VoicePreferencesPart = lazyArea(() => import('./containers'), {
  component: 'VoicePreferencesContainer',
  words: ['voice'],
  onDemand: true,
});
