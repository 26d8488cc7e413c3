// WhatsApp and Instagram: cards and headers with the conversation window, and the locked composer.
import { ArrowLeftRight } from 'lucide-react';
import type { WhatsAppJobView, WindowView } from 'core-wasm';
import { useTranslation } from '../i18n/useTranslation';
import { Composer } from '../areas/conversation/composer/Composer';
import { MessageSelectionContext, type MessageSelection } from '../areas/conversation/thread/messageSelection';
import { MessageRow } from '../areas/conversation/thread/MessageRow';
import { ConversationHeader, type ConversationHeaderProps } from '../areas/conversation/ConversationHeader';
import { JobCard, type JobCardProps } from '../areas/jobs/JobCard';
import { ForwardBar, ForwardedBar } from '../areas/whatsapp/ForwardBar';
import { composerLock } from '../areas/whatsapp/composerLock';
import { identifierSamples } from './contactSamples';
import { at, ignore, jobSamples, longName, messageSamples, openedAt } from './samples';
import { Section, Sheet, State } from './Sheet';

const hours = (count: number): WindowView => ({ state: 'open', endsAt: openedAt + count * 3_600_000 });
const expired: WindowView = { state: 'expired' };

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
const media = ['sticker', 'audio', 'image', 'video', 'file', 'contact'] as const;
const cards: ReadonlyArray<[string, Partial<JobCardProps>]> = [
  ['Janela aberta', { window: hours(23.97) }],
  ['Selecionado e fixado', { window: hours(23.97), pinned: true, selected: true }],
  ['Janela abaixo de 2 h', { window: hours(1.715) }],
  ['Janela expirada', { window: expired }],
  ['Sem janela', { window: { state: 'none' } }],
  ['Marcado como não lido', { window: hours(12), markedUnread: true }],
  ['Instagram, não lido', { channel: 'instagram', unread: 3, pinned: true }],
  ['Instagram, marcado como não lido', { channel: 'instagram', markedUnread: true }],
  ['Erro de envio', { window: hours(6.18), preview: { kind: 'error' } }],
  ['Encerrado', { window: expired, disabled: true, preview: { kind: 'closed' } }],
  [
    'Tudo longo',
    { ...jobSamples['p-5'], name: longName, place: `Fila ${longName}`, window: hours(1), pinned: true, unread: 1204 },
  ],
];

const header: ConversationHeaderProps = {
  name: 'Mariana Albuquerque',
  initials: 'MA',
  color: '#B1508D',
  channel: 'whatsapp',
  identifier: identifierSamples.number.identifier,
  contact: { href: '#', onOpen: ignore },
  place: 'Vendas',
  route: '(11) 4002-8922',
  tools: [{ id: 'transfer', label: 'Transferir', glyph: ArrowLeftRight, shortcut: 'transferJob', onSelect: ignore }],
  finished: false,
  contextOpen: false,
  onBack: ignore,
  onToggleContext: ignore,
  onFinish: ignore,
  finishPending: false,
  onQualify: ignore,
  menu: [],
};
const headers: ReadonlyArray<[string, Partial<ConversationHeaderProps>]> = [
  ['Janela aberta', { window: hours(23.97) }],
  ['Abaixo de 2 h', { window: hours(1.715) }],
  ['Expirada', { window: expired }],
  [
    'Instagram, sem janela',
    {
      channel: 'instagram',
      identifier: identifierSamples.profile.identifier,
      place: 'Instagram',
      window: { state: 'none' },
    },
  ],
  ['Sem cadastro', { contact: undefined, window: hours(20) }],
  ['Nomes longos', { name: longName, place: `Fila ${longName}`, window: hours(12) }],
];

type Lock = Pick<WhatsAppJobView, 'composer' | 'optInNeeded' | 'busy'>;
const locks: ReadonlyArray<[string, Lock, string]> = [
  ['A janela expirou', { composer: 'templateFirst', optInNeeded: false, busy: false }, ''],
  [
    'A janela expirou, com rascunho',
    { composer: 'templateFirst', optInNeeded: false, busy: false },
    'Segue a proposta',
  ],
  ['Aguardando resposta', { composer: 'waitingAnswer', optInNeeded: false, busy: false }, ''],
  ['Número sem habilitação', { composer: 'free', optInNeeded: true, busy: false }, ''],
  ['Habilitando', { composer: 'free', optInNeeded: true, busy: true }, ''],
  ['Número inexistente', { composer: 'numberNotExists', optInNeeded: false, busy: false }, ''],
  ['Rota desconectada', { composer: 'routeDisconnected', optInNeeded: false, busy: false }, ''],
];

const selectable = ['m3', 'm4', 'm1'];
const selection: MessageSelection = {
  isSelected: (id) => id === selectable[0],
  canSelect: () => true,
  onToggle: ignore,
};

export function WhatsAppSheet() {
  const { t } = useTranslation();
  return (
    <Sheet title="WhatsApp e Instagram">
      <Section title="Cartões" layout="cards">
        {cards.map(([caption, props]) => (
          <State key={caption} caption={caption}>
            <JobCard {...card} {...props} />
          </State>
        ))}
        {media.map((kind, index) => (
          <State key={kind} caption={`Prévia: ${kind}`}>
            <JobCard
              {...card}
              window={hours(20)}
              preview={{ kind: 'media', media: kind, author: index % 2 === 0 ? 'own' : 'customer' }}
            />
          </State>
        ))}
      </Section>
      <Section title="Cabeçalho" layout="columns">
        {headers.map(([caption, props]) => (
          <State key={caption} caption={caption} paper>
            <ConversationHeader {...header} {...props} />
          </State>
        ))}
      </Section>
      <Section title="Encaminhar" layout="columns">
        {[0, 3, 1204].map((count) => (
          <State key={count} caption={`${count} selecionadas`} paper>
            <ForwardBar count={count} onForward={ignore} onCancel={ignore} />
          </State>
        ))}
        <State caption="Encaminhadas" paper>
          <ForwardedBar count={3} name="Rui Prado" onOpen={ignore} onClose={ignore} />
        </State>
        <State caption="Encaminhadas, nome longo" paper>
          <ForwardedBar count={1} name={longName} onOpen={ignore} onClose={ignore} />
        </State>
        <State caption="Seleção" paper>
          <MessageSelectionContext value={selection}>
            {selectable.map((id) => {
              const sample = messageSamples[id];
              return sample === undefined ? null : <MessageRow key={id} {...sample} />;
            })}
          </MessageSelectionContext>
        </State>
      </Section>
      <Section title="Compositor fechado" layout="columns">
        {locks.map(([caption, view, draft]) => (
          <State key={caption} caption={caption}>
            <Composer
              label={caption}
              draft={draft}
              draftEpoch={0}
              onDraftChange={ignore}
              onSend={ignore}
              sendWithCtrlEnter={false}
              lock={composerLock(view, { onChooseTemplate: ignore, onOptIn: ignore }, t) ?? null}
            />
          </State>
        ))}
      </Section>
    </Sheet>
  );
}
