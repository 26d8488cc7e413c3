// Where the voice area joins the application: each slot renders null for an agent without the channel, and loads the area for the others.
import { useSlice } from '../../core/react';
import { CallBarPart, DialButtonPart, VoiceDialogsPart, VoicePreferencesPart } from './parts';

const useHasVoice = (): boolean => useSlice('voice').enabled;

export function CallBarSlot() {
  return useHasVoice() ? <CallBarPart /> : null;
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
