// The job card in each of its states, and the list's own parts.
import { useState } from 'react';
import { InboxCard, type InboxCardProps } from '../areas/jobs/InboxCard';
import { JobCard, type JobCardProps } from '../areas/jobs/JobCard';
import { Badge } from '../design/Badge';
import type { ChannelName } from '../areas/channels/channels';
import { ChannelToggles } from '../areas/channels/ChannelToggles';
import { SearchField } from '../design/SearchField';
import { SegmentedControl } from '../design/SegmentedControl';
import { SkeletonJobCard } from '../design/Skeleton';
import type { Wait } from '../shared/waiting/waitingTime';
import type { ForcedState } from './forcedStates';
import { inboxSamples } from './inboxSamples';
import { at, ignore, longName } from './samples';
import { Section, Sheet, State } from './Sheet';
import { ListViewsStates } from './SnoozeSamples';

const card: JobCardProps = {
  href: '#',
  name: 'Sônia Guimarães',
  initials: 'SG',
  color: '#BC5135',
  channel: 'whatsapp',
  selected: false,
  unread: 0,
  disabled: false,
  time: at(14, 31),
  preview: { kind: 'text', text: 'Obrigada, vou conferir aqui', author: 'customer' },
  place: 'Vendas',
  tabIndex: 0,
  menu: [],
  onOpen: ignore,
};
const asks = { kind: 'text', text: 'Alguém pode me ajudar?', author: 'customer' } as const;
const tags = ['#7B63C3', '#0279B6', '#AA6003'];

/** A wait of this many minutes, with the queue's target in minutes. */
function waitFor(minutes: number, target: number | undefined): Wait {
  return { since: Date.now() - minutes * 60_000 - 5_000, target: target === undefined ? undefined : target * 60_000 };
}

const cards: ReadonlyArray<[string, Partial<JobCardProps>, ForcedState?]> = [
  ['Lido', {}],
  ['Hover', {}, 'hover'],
  ['Foco por teclado', {}, 'focus'],
  ['Selecionado', { selected: true }],
  ['Selecionado com foco', { selected: true, unread: 2, preview: asks }, 'focus'],
  ['1 dígito · WhatsApp', { unread: 7, preview: asks }],
  ['2 dígitos · chat', { unread: 24, preview: asks, channel: 'chat' }],
  ['3 dígitos · Instagram', { unread: 128, preview: asks, channel: 'instagram' }],
  ['4 dígitos · chat', { unread: 1204, preview: asks, channel: 'chat' }],
  ['Acima de 9999 · voz', { unread: 12_040, preview: asks, channel: 'voice' }],
  ['Digitando', { preview: { kind: 'typing' }, channel: 'chat' }],
  ['Erro de envio', { preview: { kind: 'error' } }],
  ['Erro de envio, não lido', { preview: { kind: 'error' }, unread: 3 }],
  [
    'Novo por transferência',
    {
      unread: 2,
      preview: { kind: 'transfer', agent: 'Bruno', note: 'boleto corrigido, falta enviar' },
      transfer: { agent: 'Bruno Lima', agentShort: 'Bruno', note: 'boleto corrigido, falta enviar' },
    },
  ],
  [
    'Novo por transferência, selecionado',
    {
      name: longName,
      selected: true,
      preview: { kind: 'transfer', agent: 'Bruno', note: '' },
      transfer: { agent: 'Bruno Lima', agentShort: 'Bruno', note: '' },
    },
  ],
  [
    'De um colega',
    { preview: { kind: 'text', text: 'enviei a proposta', author: 'colleague', authorName: 'Bruno L.' } },
  ],
  ['Da assistente', { preview: { kind: 'text', text: 'Já localizei seu cadastro', author: 'bot' } }],
  ['Rascunho', { preview: { kind: 'draft', text: 'Segue a proposta revista' } }],
  ['Mídia própria', { preview: { kind: 'media', media: 'image', author: 'own' }, tagColors: tags }],
  ['Encerrado, a qualificar', { disabled: true, preview: { kind: 'closed' } }],
  ['Encerrado, não lido', { disabled: true, preview: { kind: 'closed' }, unread: 4, channel: 'chat' }],
  ['Sem mensagem nem hora', { preview: { kind: 'none' }, time: null, place: '' }],
  ['Ontem', { time: at(10, 2, 1), channel: 'email' }],
  [
    'Nome de 60 letras',
    {
      name: longName,
      unread: 1204,
      place: `Fila ${longName}`,
      tagColors: tags,
      preview: {
        kind: 'text',
        text: 'Uma mensagem muito longa que não cabe na linha do cartão de atendimento',
        author: 'own',
      },
    },
  ],
  ['Adiada', { snoozedUntil: at(17, 31) }],
  ['Adiada, nome de 60 letras', { name: longName, snoozedUntil: at(9, 0, -3) }],
  ['Espera resposta', { unread: 1, wait: waitFor(3, 10) }],
  ['Espera, perto da meta', { unread: 3, wait: waitFor(9, 10) }],
  ['Espera, acima da meta', { wait: waitFor(34, 10) }],
  ['Espera, fora do horário', { wait: { ...waitFor(34, 10), hours: [] } }],
  ['Espera há horas, nome de 60 letras', { name: longName, pinned: true, wait: waitFor(125, undefined) }],
  [
    'Nome da direita para a esquerda',
    { name: 'محمد عبد الله', initials: 'مع', preview: { kind: 'text', text: 'مرحبا، كيف حالك؟', author: 'customer' } },
  ],
];

const entries: ReadonlyArray<[string, Partial<InboxCardProps>, ForcedState?]> = [
  ['Não lida', {}],
  ['Hover', {}, 'hover'],
  ['Foco por teclado', {}, 'focus'],
  ['Assumindo', { pending: true }],
  [
    'Instagram',
    { channel: 'instagram', preview: { kind: 'media', media: 'image', author: 'customer' }, place: 'rota loja' },
  ],
  ['Sem mensagem nem hora', { unread: 0, preview: { kind: 'none' }, time: null, place: '' }],
  ['Nome de 60 letras', { name: longName, unread: 1204, place: `rota ${longName}`, time: at(10, 2, 1) }],
];

const channels: ReadonlyArray<ChannelName> = ['whatsapp', 'voice', 'chat', 'instagram', 'email'];

export function JobsSheet() {
  const [shown, setShown] = useState<ReadonlyArray<ChannelName>>(['whatsapp', 'chat']);
  const [box, setBox] = useState<'active' | 'inbox'>('active');
  const [search, setSearch] = useState('Sônia');
  return (
    <Sheet title="Cartão de atendimento">
      <Section title="Estados" layout="cards">
        {cards.map(([caption, props, forced]) => (
          <State key={caption} caption={caption} forced={forced}>
            <JobCard {...card} {...props} />
          </State>
        ))}
        <State caption="Carregando">
          <SkeletonJobCard />
        </State>
      </Section>
      <Section title="Caixa de entrada" layout="cards">
        {entries.map(([caption, props, forced]) => (
          <State key={caption} caption={caption} forced={forced}>
            <InboxCard {...inboxSamples[0]} {...props} />
          </State>
        ))}
      </Section>
      <Section title="Contadores">
        {[7, 24, 128, 1204, 12_040].map((count) => (
          <State key={count} caption={String(count)}>
            <Badge count={count} label={String(count)} />
          </State>
        ))}
      </Section>
      <Section title="Visões salvas">
        <ListViewsStates />
      </Section>
      <Section title="Partes da lista">
        <State caption="Busca preenchida">
          <SearchField label="Buscar atendimento" clearLabel="Limpar busca" value={search} onChange={setSearch} />
        </State>
        <State caption="Caixa">
          <SegmentedControl
            label="Caixa"
            value={box}
            onChange={setBox}
            segments={[
              { value: 'active', label: 'Ativos', count: 9 },
              { value: 'inbox', label: 'Entrada', count: 1204 },
            ]}
          />
        </State>
        <State caption="Canais visíveis">
          <ChannelToggles label="Canais visíveis" channels={channels} shown={shown} onChange={setShown} />
        </State>
        <State caption="Canais visíveis, hover" forced="hover">
          <ChannelToggles
            label="Canais visíveis com o ponteiro"
            channels={channels}
            shown={shown}
            onChange={setShown}
          />
        </State>
        <State caption="Canais visíveis, foco" forced="focus">
          <ChannelToggles label="Canais visíveis com foco" channels={channels} shown={shown} onChange={setShown} />
        </State>
      </Section>
    </Sheet>
  );
}
