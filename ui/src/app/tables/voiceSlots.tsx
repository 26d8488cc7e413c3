// The parts of the voice area: one chunk, which is loaded when the agent has the channel and never before. A slot renders null for an agent
// without it.
import { useSlice } from '../../core/react';
import { lazyArea } from '../../design/lazyArea';

const CallBarPart = lazyArea(() => import('../../areas/voice/containers'), {
  component: 'CallBarContainer',
  words: ['voice'],
  onDemand: true,
});
const WrapUpPart = lazyArea(() => import('../../areas/channels/WrapUpBarContainer'), {
  component: 'WrapUpBarContainer',
  words: ['channels'],
  onDemand: true,
});
const VoiceDialogsPart = lazyArea(() => import('../../areas/voice/containers'), {
  component: 'VoiceDialogsContainer',
  words: ['voice'],
  onDemand: true,
});
export const VoiceAttendancePart = lazyArea(() => import('../../areas/voice/containers'), {
  component: 'VoiceAttendanceContainer',
  words: ['voice'],
  onDemand: true,
});
/** The script of a conversation has the parts of the script of a call. */
export const ScriptTabPart = lazyArea(() => import('../../areas/voice/containers'), {
  component: 'ScriptTabContainer',
  words: ['voice'],
  onDemand: true,
});
const DialButtonPart = lazyArea(() => import('../../areas/voice/containers'), {
  component: 'DialButtonContainer',
  words: ['voice'],
  onDemand: true,
});
const VoicePreferencesPart = lazyArea(() => import('../../areas/voice/containers'), {
  component: 'VoicePreferencesContainer',
  words: ['voice'],
  onDemand: true,
});

const useHasVoice = (): boolean => useSlice('voice').enabled;

export function CallBarSlot() {
  return useHasVoice() ? <CallBarPart /> : null;
}

export function WrapUpSlot() {
  return useHasVoice() ? <WrapUpPart /> : null;
}

export function VoiceDialogsSlot() {
  return useHasVoice() ? <VoiceDialogsPart /> : null;
}

export function DialButtonSlot() {
  return useHasVoice() ? <DialButtonPart /> : null;
}

export function VoicePreferencesSlot() {
  return useHasVoice() ? <VoicePreferencesPart /> : null;
}
