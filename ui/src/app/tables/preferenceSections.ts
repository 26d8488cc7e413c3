// The sections of the preferences dialog, by tab and from top to bottom; theme and language are above those of the first tab.
import type { ComponentType } from 'react';
import { SendWithPreferenceContainer } from '../../areas/conversation/composer/SendWithPreference';
import { AlertPreferencesContainer } from '../../areas/notifications/AlertPreferencesContainer';
import type { PreferenceTab } from '../../shared/preferenceTabs';
import { ShortcutPreferencesPart } from '../KeyboardParts';
import { VoicePreferencesSlot } from './voiceSlots';

export interface PreferenceSection {
  id: string;
  /** The tab of the section; without one the section is in the tab "general". */
  tab?: PreferenceTab;
  Section: ComponentType;
}

export const preferenceSections: ReadonlyArray<PreferenceSection> = [
  { id: 'sendWith', Section: SendWithPreferenceContainer },
  { id: 'alerts', tab: 'notifications', Section: AlertPreferencesContainer },
  { id: 'voice', tab: 'voice', Section: VoicePreferencesSlot },
  { id: 'shortcuts', tab: 'shortcuts', Section: ShortcutPreferencesPart },
];
