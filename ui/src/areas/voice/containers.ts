// What `parts.ts` loads.
export { CallBarContainer } from './CallBarContainer';
export { DialButtonContainer } from './DialButtonContainer';
export { VoiceAttendance } from './VoiceAttendance';
export { VoiceDialogsContainer } from './VoiceDialogsContainer';
export { VoicePreferencesContainer } from './VoicePreferencesContainer';
