// The voice containers that `parts.ts` loads.
export { CallBarContainer } from './CallBarContainer';
export { DialButtonContainer } from './DialButtonContainer';
export { ScriptTabContainer } from './ScriptTabContainer';
export { VoiceAttendanceContainer } from './VoiceAttendanceContainer';
export { VoiceDialogsContainer } from './VoiceDialogsContainer';
export { VoicePreferencesContainer } from './VoicePreferencesContainer';
