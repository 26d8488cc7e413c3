// The composer: from one line to more than eight, with send and line break keys exchanged, and locked.
import {
  Composer,
  type ComposerAttachments,
  type ComposerLock,
  type ComposerProps,
} from '../areas/conversation/composer/Composer';
import { PresetList } from '../areas/conversation/composer/PresetList';
import type { ComposerPresets } from '../areas/conversation/composer/usePresets';
import { useSearchList } from '../design/useSearchList';
import { mediaSamples, sound } from './mediaSamples';
import { composerSample, ignore, longName, openedAt } from './samples';
import { Section, Sheet, State } from './Sheet';

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `Linha ${index + 1}`).join('\n');
const disconnected: ComposerLock = { kind: 'disconnected', channel: 'chat', pending: false, onConnect: ignore };

const attachments: ComposerAttachments = {
  items: [],
  maxMegabytes: 5,
  onAdd: ignore,
  onRemove: ignore,
  onSend: () => false,
};
const files: ComposerAttachments['items'] = [
  { id: '1', name: 'Recepção.jpg', type: 'image/jpeg', bytes: 812_000, preview: mediaSamples.image.src },
  { id: '2', name: 'Proposta.pdf', type: 'application/pdf', bytes: 1_200_000 },
  { id: '3', name: 'Vídeo da obra.mp4', type: 'video/mp4', bytes: 9_200_000, objection: 'tooLarge' },
  { id: '4', name: `${longName}.exe`, type: 'application/x-msdownload', bytes: 20_000, objection: 'wrongType' },
  { id: '5', name: 'Recado.m4a', type: 'audio/mp4', bytes: 32_000 },
  { id: '6', name: 'Animação.gif', type: 'image/gif', bytes: 420_000, plan: { kind: 'converted' } },
  { id: '7', name: 'Planta.webp', type: 'image/webp', bytes: 6_200_000, plan: { kind: 'asDocument' } },
  {
    id: '8',
    name: 'Contratos.zip',
    type: 'application/zip',
    bytes: 90_000,
    plan: {
      kind: 'refused',
      reason: { key: 'whatsapp.outgoing.typesOfWhatsApp', params: {}, fallback: undefined },
    },
  },
];
const presetSamples: ComposerPresets = {
  state: 'ready',
  items: [
    { id: '1', name: 'boasvindas', text: 'Olá! Em que posso ajudar?', asIs: false },
    { id: '2', name: 'catalogo', text: 'Catálogo de planos', asIs: true },
    { id: '3', name: 'prazo', text: 'A instalação é de até 3 dias úteis, contados da confirmação.', asIs: false },
  ],
  onLoad: ignore,
  onSendAsIs: ignore,
  onInserted: ignore,
};
const tools: Partial<ComposerProps> = {
  attachments,
  presets: presetSamples,
  onOpenTemplates: ignore,
  onRecord: ignore,
};
const reply = { author: 'Mariana Albuquerque', text: 'Áudio · 0:23', onCancel: ignore };
const microphoneRefused =
  'O navegador não tem permissão para usar o microfone. Permita o microfone nas configurações do site e tente de novo.';
const recorder = { pending: false, onPause: ignore, onContinue: ignore, onDiscard: ignore, onSend: ignore };
const levels = Array.from({ length: 40 }, (_, index) => Math.abs(Math.sin(index * 1.7)));

const states: ReadonlyArray<[string, Partial<ComposerProps>]> = [
  ['Vazio', {}],
  ['1 linha', { draft: lines(1) }],
  ['2 linhas', { draft: lines(2) }],
  ['8 linhas', { draft: lines(8) }],
  ['12 linhas: rola', { draft: lines(12) }],
  ['Palavra sem fim', { draft: 'x'.repeat(400) }],
  ['Ctrl+Enter envia', { draft: lines(1), sendWithCtrlEnter: true }],
  ['Da direita para a esquerda', { draft: 'مرحبا، كيف حالك؟' }],
  ['Encerrado', { lock: { kind: 'closed', onQualify: ignore } }],
  [
    'Encerrado com texto',
    {
      lock: { kind: 'closed', onQualify: ignore },
      draft: 'Consigo por R$ 120,00 à vista,\nou em três vezes de R$ 42,00.',
    },
  ],
  ['Canal desconectado', { lock: disconnected }],
  ['Conectando', { lock: { ...disconnected, pending: true } }],
  ['Todas as ferramentas, em resposta', { ...tools, reply, draft: lines(1) }],
  ['Perto do limite', { draft: lines(2), textLength: { used: 3_900, most: 4_096, over: false } }],
  ['Acima do limite', { draft: lines(2), textLength: { used: 4_120, most: 4_096, over: true } }],
  [
    'Legenda acima do limite',
    {
      ...tools,
      draft: lines(2),
      captionLength: { used: 1_100, most: 1_024, over: true },
      attachments: { ...attachments, items: files.slice(0, 1) },
    },
  ],
  ['Arquivos', { ...tools, attachments: { ...attachments, items: files } }],
  ['Microfone recusado', { ...tools, recordFault: { text: microphoneRefused, onDismiss: ignore } }],
  ['Espera o microfone', { recorder: { state: { kind: 'asking' }, ...recorder } }],
  ['Gravando', { recorder: { state: { kind: 'recording', since: openedAt - 14_000, levels }, ...recorder } }],
  ['Em pausa', { recorder: { state: { kind: 'paused', milliseconds: 14_000, address: sound }, ...recorder } }],
  ['Gravado', { recorder: { state: { kind: 'ended', milliseconds: 14_000, address: sound }, ...recorder } }],
  ['Nome longo', { label: `Mensagem para ${longName}` }],
];

const presetStates: ReadonlyArray<[string, ComposerPresets['state']]> = [
  ['Lista', 'ready'],
  ['Nenhuma', 'ready'],
  ['Carregando', 'loading'],
  ['Não carregou', 'failed'],
];

function SamplePresets({ state, items }: Pick<ComposerPresets, 'state' | 'items'>) {
  const list = useSearchList({ rows: items, isOpen: true, start: 'first', onPick: ignore });
  return <PresetList state={state} list={list} onRetry={ignore} />;
}

export function ComposerSheet() {
  return (
    <Sheet title="Compositor">
      <Section title="Estados" layout="columns">
        {states.map(([caption, props]) => (
          <State key={caption} caption={caption}>
            <Composer {...composerSample} {...props} label={`${props.label ?? composerSample.label}: ${caption}`} />
          </State>
        ))}
      </Section>
      <Section title="Mensagens prontas" layout="columns">
        {presetStates.map(([caption, state]) => (
          <State key={caption} caption={caption}>
            <div style={{ position: 'relative', paddingTop: state === 'ready' ? 180 : 72 }}>
              <div style={{ position: 'relative' }}>
                <SamplePresets state={state} items={caption === 'Lista' ? presetSamples.items : []} />
              </div>
            </div>
          </State>
        ))}
      </Section>
      <Section title="Com foco" layout="columns">
        <State caption="Foco" forced="focus">
          <Composer {...composerSample} label="Mensagem com foco" draft="Ouvi aqui!" />
        </State>
      </Section>
    </Sheet>
  );
}
