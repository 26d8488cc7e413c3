// The command palette, the map of shortcuts, and the shortcuts in the preferences, open.
import { Headset, LayoutList, Settings, UserRound, Zap } from 'lucide-react';
import { useState } from 'react';
import { channelGlyph } from '../areas/channels/channels';
import { Palette } from '../areas/palette/Palette';
import type { PaletteGroup } from '../areas/palette/paletteItems';
import { ShortcutMap } from '../areas/palette/ShortcutMap';
import { ShortcutPreferences } from '../areas/palette/ShortcutPreferences';
import { PreferencesSample } from './PreferencesSample';
import { ignore, longName } from './samples';

const groups: ReadonlyArray<PaletteGroup> = [
  {
    kind: 'navigate',
    items: [
      { id: 'p1', label: 'Ir para Atendimento', glyph: Headset, keys: 'Alt Shift 1', onRun: ignore },
      { id: 'p2', label: 'Ir para Supervisão', glyph: LayoutList, keys: 'Alt Shift 2', onRun: ignore },
    ],
  },
  {
    kind: 'jobs',
    items: [
      { id: 'j1', label: 'Transportes Rio Claro', glyph: channelGlyph.whatsapp, detail: '01:42:55', onRun: ignore },
      { id: 'j2', label: 'Carlos Eduardo Nunes', glyph: channelGlyph.voice, detail: 'Suporte N2', onRun: ignore },
      { id: 'j3', label: longName, glyph: channelGlyph.chat, detail: longName, onRun: ignore },
    ],
  },
  {
    kind: 'contacts',
    items: [{ id: 'k1', label: 'Otávio Brandão', glyph: UserRound, detail: '+55 (11) 99120-4477', onRun: ignore }],
    loading: true,
  },
  {
    kind: 'colleagues',
    items: [{ id: 'c1', label: 'Renata Lopes', glyph: UserRound, detail: 'Disponível', onRun: ignore }],
  },
  {
    kind: 'actions',
    items: [
      { id: 'a1', label: 'Pausar ou sair da pausa', glyph: Zap, keys: 'Alt Shift P', onRun: ignore },
      { id: 'a2', label: 'Finalizar ou qualificar', glyph: Zap, keys: 'Alt Shift Q', onRun: ignore },
    ],
  },
  { kind: 'preferences', items: [{ id: 's1', label: 'Preferências', glyph: Settings, onRun: ignore }] },
];

export function PaletteScreen({ name }: { name: string }) {
  switch (name) {
    case 'paletteMap':
      return <ShortcutMap onChange={ignore} onClose={ignore} />;
    case 'palettePreferences':
      return <PreferencesGallery />;
    case 'paletteNothing':
      return <Palette groups={[]} onClose={ignore} />;
    default:
      return <Palette groups={groups} onClose={ignore} />;
  }
}

function PreferencesGallery() {
  const [choices, setChoices] = useState([
    { action: 'pause', keys: 'AltShift+KeyY' },
    { action: 'finishJob', keys: '' },
  ]);
  return (
    <PreferencesSample
      first="shortcuts"
      sections={[
        {
          id: 'shortcuts',
          tab: 'shortcuts',
          content: <ShortcutPreferences choices={choices} hasVoice onChange={setChoices} />,
        },
      ]}
    />
  );
}
