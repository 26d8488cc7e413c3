// Internal notes: the composer in note mode with its mention list, the switch over an open and a locked composer, and frames in the thread.
import type { NoteView } from 'core-wasm';
import type { ReactNode } from 'react';
import { Composer } from '../areas/conversation/composer/Composer';
import { ModeSwitch } from '../areas/conversation/notes/ModeSwitch';
import { NoteComposer, type NoteComposerProps } from '../areas/conversation/notes/NoteComposer';
import { NotesDialog } from '../areas/conversation/notes/NotesDialog';
import { NoteFrame } from '../areas/conversation/notes/NoteFrame';
import { at, composerSample, hostileTexts, ignore, longName } from './samples';
import { Section, Sheet, State } from './Sheet';

const people = [
  { id: '1', name: 'Renata Lopes', initials: 'RL', color: '#BD5436', team: 'Vendas', online: true },
  { id: '2', name: 'Rafael Souza', initials: 'RS', color: '#0277B5', team: 'Suporte N2', online: false },
  { id: '3', name: longName, initials: 'MA', color: '#B1508D', team: 'Relacionamento com clientes', online: true },
];

const composer: NoteComposerProps = {
  label: 'Nota interna',
  draft: '',
  draftEpoch: 0,
  mentions: [],
  excess: 0,
  hasReply: false,
  sendWithCtrlEnter: false,
  people: { state: 'ready', people, onLoad: ignore },
  onDraftChange: ignore,
  onMention: ignore,
  onAdd: ignore,
  onModeChange: ignore,
};

const composers: ReadonlyArray<[string, Partial<NoteComposerProps>]> = [
  ['Vazio', {}],
  ['Com texto, e com resposta guardada', { draft: 'Ela quer fechar hoje.', hasReply: true }],
  ['Menção: lista', { draft: 'Ela quer fechar hoje. @r' }],
  ['Menção: carregando', { draft: '@', people: { ...composer.people, state: 'loading', people: [] } }],
  ['Menção: não carregou', { draft: '@', people: { ...composer.people, state: 'failed', people: [] } }],
  ['Acima do limite', { draft: 'x'.repeat(200), excess: 12 }],
];

function note(id: string, more: Partial<NoteView>): NoteView {
  return {
    id,
    own: false,
    author: 'Renata Lopes',
    initials: 'RL',
    color: '#BD5436',
    text: 'Pode, até 12%.',
    mentions: [],
    time: at(14, 24),
    edited: false,
    removed: false,
    phase: 'kept',
    frameStart: false,
    ...more,
  };
}

const mine: Partial<NoteView> = { own: true, author: 'João Costa', initials: 'JC', color: '#4E6EC9', time: at(14, 21) };
const failure = { key: 'notes.failed.qualified', params: {}, fallback: undefined };

const frames: ReadonlyArray<[string, ReadonlyArray<NoteView>]> = [
  [
    'Duas no mesmo quadro',
    [
      note('a', {
        ...mine,
        text: '@Renata Lopes posso chegar a 12% se ela fechar hoje?',
        mentions: [{ agentId: '1', name: 'Renata Lopes', own: false }],
      }),
      note('b', {}),
    ],
  ],
  [
    'Menciona quem lê',
    [note('c', { text: '@João Costa veja isto', mentions: [{ agentId: '7', name: 'João Costa', own: true }] })],
  ],
  ['Própria, ainda se muda', [note('d', { ...mine, changeableUntil: Number.MAX_SAFE_INTEGER })]],
  ['Salvando', [note('e', { ...mine, phase: 'sending' })]],
  ['Não salva', [note('f', { ...mine, phase: 'failed', failure })]],
  ['Editada', [note('g', { edited: true })]],
  ['Removida', [note('h', { text: '', removed: true })]],
  ['Nome longo', [note('i', { author: longName, text: 'x'.repeat(300) })]],
  ['Textos hostis', hostileTexts.map(([, text], index) => note(`j${index}`, { text }))],
];

/** The dialog with the notes of another agent's attendance, by the name in the address of the gallery. */
export const notesDialogs: Readonly<Record<string, () => ReactNode>> = {
  notes: () => (
    <NotesDialog
      open
      customer={longName}
      protocol="202611290017"
      state="ready"
      notes={[
        note('k', { text: '@João Costa veja isto', mentions: [{ agentId: '7', name: 'João Costa', own: true }] }),
        note('l', { text: 'Ela pediu o contrato por e-mail.', frameStart: true, time: at(14, 40) }),
      ]}
      onReload={ignore}
      onClose={ignore}
    />
  ),
  notesNotLoaded: () => (
    <NotesDialog
      open
      customer="Mariana Albuquerque"
      protocol="202611290017"
      state="failed"
      notes={[]}
      onReload={ignore}
      onClose={ignore}
    />
  ),
};

const replySwitch = <ModeSwitch mode="reply" onChange={ignore} />;

export function NotesSheet() {
  return (
    <Sheet title="Notas internas">
      <Section title="Compositor" layout="columns">
        {composers.map(([caption, props]) => (
          <State key={caption} caption={caption}>
            <div style={{ paddingTop: caption.startsWith('Menção') ? 180 : 0 }}>
              <NoteComposer {...composer} {...props} label={`${composer.label}: ${caption}`} />
            </div>
          </State>
        ))}
      </Section>
      <Section title="Escolha entre resposta e nota" layout="columns">
        <State caption="Aberto">
          <Composer {...composerSample} label="Mensagem com a escolha" modeSwitch={replySwitch} />
        </State>
        <State caption="Encerrado: notas continuam">
          <Composer
            {...composerSample}
            label="Mensagem de um encerrado"
            lock={{ kind: 'closed', onQualify: ignore }}
            modeSwitch={replySwitch}
          />
        </State>
      </Section>
      <Section title="Na conversa" layout="columns">
        {frames.map(([caption, notes]) => (
          <State key={caption} caption={caption}>
            <NoteFrame notes={notes} onEdit={ignore} onRemove={ignore} onRetry={ignore} onDiscard={ignore} />
          </State>
        ))}
      </Section>
    </Sheet>
  );
}
