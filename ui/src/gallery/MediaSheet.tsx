// Messages with media, quotes, templates and marks, from the customer and from the agent.
import type { QuoteView, TextMessageView } from '../areas/conversation/thread/Bubble';
import { MessageRow } from '../areas/conversation/thread/MessageRow';
import type { MediaView } from '../areas/conversation/media/mediaViews';
import { ignore, longName } from './samples';
import { mediaSamples, sound } from './mediaSamples';
import { Section, Sheet, State } from './Sheet';

const base: TextMessageView = {
  kind: 'text',
  id: 'm',
  sender: 'customer',
  senderName: 'Mariana Albuquerque',
  initials: 'MA',
  color: '#B1508D',
  text: '',
  time: new Date(2026, 10, 19, 14, 33).getTime(),
};

const quote: QuoteView = {
  author: 'Mariana Albuquerque',
  text: 'Queria renovar, mas preciso incluir mais duas linhas na recepção.',
  onOpen: ignore,
};

const kinds: ReadonlyArray<[string, MediaView, string?]> = [
  ['Foto com legenda', mediaSamples.image, 'É esse espaço aqui, olha'],
  ['Foto em pé', mediaSamples.portrait],
  ['Foto que não carregou', { kind: 'image', src: 'data:image/png;base64,AA', width: 236, height: 120 }],
  ['Vídeo', mediaSamples.video],
  ['Figurinha', mediaSamples.sticker],
  ['Áudio', { kind: 'audio', src: sound, seconds: 23 }],
  ['Documento', { kind: 'file', src: sound, name: 'Proposta_BemViver_2026.pdf', bytes: 1_234_567 }],
  ['Documento, nome longo', { kind: 'file', src: sound, name: `${longName.replace(/ /g, '_')}.docx`, bytes: 0 }],
  ['Contato', { kind: 'contacts', cards: [{ name: 'Otávio Brandão', phones: ['(11) 99120-4477'] }] }],
  ['Não suportada', { kind: 'unsupported' }],
  ['Arquivo a caminho', { kind: 'absent', of: 'image', name: '', bytes: 0, state: 'pending' }],
  [
    'Arquivo grande demais',
    { kind: 'absent', of: 'video', name: 'Obra completa.mp4', bytes: 48_234_567, state: 'tooLarge' },
    'Segue o vídeo da obra',
  ],
  [
    'Arquivo não permitido',
    { kind: 'absent', of: 'file', name: `${longName.replace(/ /g, '_')}.exe`, bytes: 0, state: 'notAllowed' },
  ],
  ['Arquivo que o provedor não tem', { kind: 'absent', of: 'audio', name: '', bytes: 0, state: 'gone' }],
  ['Arquivo que não veio', { kind: 'absent', of: 'file', name: 'Contrato.pdf', bytes: 0, state: 'unreachable' }],
];

const uploads: ReadonlyArray<[string, Partial<TextMessageView>]> = [
  [
    'Foto sendo enviada',
    { media: mediaSamples.image, text: 'É esse espaço', upload: { share: 0.4, onCancel: ignore } },
  ],
  [
    'Documento sendo enviado',
    {
      media: { kind: 'file', src: sound, name: 'Proposta_BemViver_2026.pdf', bytes: 1_234_567 },
      upload: { share: 0.85, onCancel: ignore },
    },
  ],
  [
    'Documento recusado',
    {
      media: { kind: 'file', src: sound, name: 'contrato.jpg', bytes: 34_567 },
      delivery: 'failed',
      failure: {
        text: 'Este tipo de arquivo não pode ser enviado',
        onRetry: ignore,
        onEdit: ignore,
        onDiscard: ignore,
      },
    },
  ],
];
const menu: TextMessageView['menu'] = [
  { kind: 'action', id: 'answer', label: 'Responder', onSelect: ignore },
  { kind: 'action', id: 'copy', label: 'Copiar texto', onSelect: ignore },
];

const texts: ReadonlyArray<[string, Partial<TextMessageView>]> = [
  ['Encaminhada', { text: 'Promoção válida até domingo nas lojas participantes.', forwarded: true }],
  ['Resposta', { text: 'Claro, Mariana! Com as duas linhas o valor fica em R$ 489,90 por mês.', quote }],
  ['Resposta a um áudio', { text: 'Ouvi aqui!', quote: { author: 'Mariana Albuquerque', text: '', media: 'audio' } }],
  ['Foto em resposta', { text: 'Essa?', media: mediaSamples.image, quote, forwarded: true }],
  ['Nome do agente', { sender: 'own', text: 'Bom dia!', agentName: 'Juliana Costa', delivery: 'delivered' }],
  ['Bot', { sender: 'bot', senderName: 'Assistente virtual', text: 'Já localizei seu cadastro.', delivery: 'read' }],
  [
    'Modelo com botões',
    {
      sender: 'own',
      text: 'Olá, Sônia! Seu contrato vence em 01/12. Podemos conversar sobre a renovação?',
      template: {
        name: 'renovacao_contrato',
        header: 'Renovação do contrato',
        footer: 'Responda SAIR para não receber mais',
        buttons: ['Quero renovar', 'Agora não'],
      },
      delivery: 'sent',
    },
  ],
];

export function MediaSheet() {
  return (
    <Sheet title="Mídia nas mensagens">
      <Section title="Tipos" layout="columns">
        {kinds.map(([caption, media, text = '']) => (
          <State key={caption} caption={caption} paper>
            <div data-ch="whatsapp">
              <MessageRow first last message={{ ...base, media, text }} />
              <MessageRow first last message={{ ...base, sender: 'own', delivery: 'read', media, text }} />
            </div>
          </State>
        ))}
      </Section>
      <Section title="Envio de arquivos" layout="columns">
        {uploads.map(([caption, more]) => (
          <State key={caption} caption={caption} paper>
            <div data-ch="whatsapp">
              <MessageRow first last message={{ ...base, sender: 'own', delivery: 'sending', ...more }} />
            </div>
          </State>
        ))}
        <State caption="Com o ponteiro: responder e mais ações" forced="hover" paper>
          <div data-ch="whatsapp">
            <MessageRow first last message={{ ...base, text: 'Pode ser na terça?', menu, onAnswer: ignore }} />
            <MessageRow
              first
              last
              message={{ ...base, sender: 'own', delivery: 'read', text: 'Pode, sim.', menu, onAnswer: ignore }}
            />
          </div>
        </State>
      </Section>
      <Section title="Marcas" layout="columns">
        {texts.map(([caption, more]) => (
          <State key={caption} caption={caption} paper>
            <div data-ch="whatsapp">
              <MessageRow first last message={{ ...base, ...more }} />
            </div>
          </State>
        ))}
      </Section>
    </Sheet>
  );
}
