// Tags, risk, ranges of days and states of attendances.
import { ChurnCard } from '../areas/churn/ChurnCard';
import { ListFilter } from '../areas/tags/ListFilter';
import { DateRangeField } from '../design/DateRangeField';
import { Pill, type PillTone } from '../design/Pill';
import { RiskMeter } from '../design/RiskMeter';
import { TagAddButton, TagChip } from '../design/TagChip';
import { TagListbox, type TagGroup, type TagListboxProps } from '../design/TagPicker';
import { churnSample } from './recordSamples';
import type { ForcedState } from './forcedStates';
import { ignore, longName } from './samples';
import { Section, Sheet, State } from './Sheet';

const colors = ['#7B63C3', '#FFFFFF', '#000000', '#FFFF00', '#0279B6', ''];
const tones: ReadonlyArray<PillTone> = ['neutral', 'accent', 'success', 'warning', 'danger'];
const forcedStates: ReadonlyArray<[string, ForcedState?]> = [['repouso'], ['hover', 'hover'], ['foco', 'focus']];
const groups: ReadonlyArray<TagGroup> = [
  {
    id: 'a',
    name: 'Perfil',
    items: [
      { id: '1', name: 'VIP', color: '#7B63C3' },
      { id: '2', name: longName, color: '#0279B6' },
    ],
  },
  { id: 'b', name: 'Produto', items: [{ id: '3', name: 'Fibra', color: '#4E6EC9' }] },
];
const picker: TagListboxProps = {
  texts: {
    label: 'Escolher etiquetas',
    search: 'Buscar etiqueta',
    nothing: 'Nenhuma etiqueta encontrada',
    loading: 'Carregando etiquetas',
    failed: 'Etiquetas indisponíveis agora',
  },
  groups,
  state: 'ready',
  chosen: ['1'],
  onToggle: ignore,
};
const range = {
  label: 'Período',
  startLabel: 'Data inicial',
  endLabel: 'Data final',
  value: { start: '2026-11-01', end: '2026-11-19' },
  onChange: ignore,
};
const removal = { onOpenChange: ignore, onType: ignore, onRemove: ignore };

export function TagsSheet() {
  return (
    <Sheet title="Etiquetas, risco e período">
      <Section title="Etiqueta">
        {colors.map((color) => (
          <State key={color} caption={color === '' ? 'sem cor' : color}>
            <TagChip name="Renovação" color={color} />
          </State>
        ))}
        <State caption="com botão">
          <TagChip name="VIP" color="#7B63C3" removeLabel="Remover VIP" onRemove={ignore} />
        </State>
        <State caption="filtro">
          <TagChip name="VIP" color="#7B63C3" size="medium" removeLabel="Remover VIP do filtro" onRemove={ignore} />
        </State>
        <State caption="nome longo">
          <TagChip name={longName} color="#906E04" />
        </State>
        {forcedStates.map(([caption, forced]) => (
          <State key={caption} caption={`nova, ${caption}`} forced={forced}>
            <TagAddButton label="Etiqueta" />
          </State>
        ))}
      </Section>
      <Section title="Estado">
        {tones.map((tone) => (
          <State key={tone} caption={tone}>
            <Pill tone={tone}>Agendado</Pill>
          </State>
        ))}
      </Section>
      <Section title="Risco">
        {[[12, 'low', 'Baixo'] as const, [64, 'medium', 'Médio'] as const, [72, 'high', 'Alto'] as const].map(
          ([percent, band, word]) => (
            <State key={band} caption={word}>
              <RiskMeter percent={percent} band={band} word={word} label={`Risco de churn ${percent}%, ${word}`} />
            </State>
          ),
        )}
      </Section>
      <Section title="Período" layout="columns">
        <State caption="repouso" paper>
          <DateRangeField {...range} />
        </State>
        <State caption="foco" forced="focus" paper>
          <DateRangeField {...range} label="Período em foco" />
        </State>
        <State caption="inválido" paper>
          <DateRangeField {...range} label="Período inválido" error="O período pode ter no máximo 3 meses" />
        </State>
      </Section>
      <Section title="Escolher etiquetas e filtrar" layout="columns">
        <State caption="escolher" paper>
          <TagListbox {...picker} />
        </State>
        <State caption="carregando" paper>
          <TagListbox {...picker} groups={[]} state="loading" />
        </State>
        <State caption="indisponível" paper>
          <TagListbox {...picker} groups={[]} state="failed" />
        </State>
        <State caption="filtro da lista" paper>
          <ListFilter
            channels={[
              { id: 'voice', label: 'Voz', shown: true },
              { id: 'whatsapp', label: 'WhatsApp', shown: false },
            ]}
            onChannel={ignore}
            tags={{
              contact: { groups, chosen: groups[0]?.items.slice(0, 1) ?? [] },
              employer: { groups: [], chosen: [] },
              attendance: { groups: [], chosen: [] },
            }}
            tagsState="ready"
            onTag={ignore}
            visible={{ contact: true, employer: false, attendance: true }}
            onVisible={ignore}
            onClear={ignore}
          />
        </State>
        <State caption="risco removido" paper>
          <ChurnCard
            churn={{ ...churnSample, percent: undefined, band: undefined, justification: 'Renovou por 24 meses hoje.' }}
            removal={removal}
          />
        </State>
        <State caption="risco de uma empresa" paper>
          <ChurnCard churn={{ ...churnSample, percent: 12, band: 'low', factors: [] }} removal={undefined} />
        </State>
      </Section>
    </Sheet>
  );
}
