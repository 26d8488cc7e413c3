// The sections of the preferences dialog below theme and language, from top to bottom.
import type { ComponentType } from 'react';
import { SendWithPreferenceContainer } from '../../areas/conversation/composer/SendWithPreference';
import { AlertPreferencesContainer } from '../../areas/notifications/AlertPreferencesContainer';
import { ShortcutPreferencesPart } from '../KeyboardParts';
import { VoicePreferencesSlot } from './voiceSlots';

export interface PreferenceSection {
  id: string;
  Section: ComponentType;
}

export const preferenceSections: ReadonlyArray<PreferenceSection> = [
  { id: 'sendWith', Section: SendWithPreferenceContainer },
  { id: 'alerts', Section: AlertPreferencesContainer },
  { id: 'voice', Section: VoicePreferencesSlot },
  { id: 'shortcuts', Section: ShortcutPreferencesPart },
];
