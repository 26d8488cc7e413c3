// Bubbles with every tick, system lines, separators and texts that try to break the layout.
import type { Delivery, TextMessageView } from '../areas/conversation/thread/Bubble';
import { MessageRow } from '../areas/conversation/thread/MessageRow';
import { TypingBubble } from '../areas/conversation/thread/TypingBubble';
import type { ChannelName } from '../areas/channels/channels';
import type { ForcedState } from './forcedStates';
import { at, hostileTexts, ignore, longName, messageSamples } from './samples';
import { MessageTextContext, type MessageTextPlace } from '../shared/messageText/messageTextContext';
import { NumberContext } from '../shared/numberChannels';
import { Section, Sheet, State } from './Sheet';

const deliveries: ReadonlyArray<Delivery> = ['sending', 'queued', 'sent', 'delivered', 'read', 'failed'];
const channels: ReadonlyArray<ChannelName> = ['chat', 'whatsapp', 'instagram', 'voice', 'email'];
const failure = { onRetry: ignore, onEdit: ignore, onDiscard: ignore };
const failures: ReadonlyArray<[string, string | undefined, ForcedState?]> = [
  ['Falhou', undefined],
  ['Falhou, hover', undefined, 'hover'],
  ['Falhou, foco', undefined, 'focus'],
  ['Falhou com motivo', 'O atendimento já foi finalizado'],
];

function own(id: string, text: string, more: Partial<TextMessageView> = {}): TextMessageView {
  return {
    kind: 'text',
    id,
    sender: 'own',
    senderName: '',
    initials: 'JC',
    color: '#4E6EC9',
    text,
    time: at(14, 30),
    delivery: 'read',
    ...more,
  };
}

function theirs(id: string, text: string, more: Partial<TextMessageView> = {}): TextMessageView {
  return {
    kind: 'text',
    id,
    sender: 'customer',
    senderName: longName,
    initials: 'MA',
    color: '#B1508D',
    text,
    time: at(14, 31),
    ...more,
  };
}

/** Edits and reactions of customers, and messages that are neither texts nor files. */
const changes: ReadonlyArray<[string, TextMessageView]> = [
  [
    'Chegou atrasada',
    theirs('late', 'Já paguei ontem à noite.', { time: at(13, 50), placed: at(13, 50), arrived: at(14, 31) }),
  ],
  [
    'Escrita antes do atendimento',
    theirs('before', 'Alguém me atende?', { time: at(14, 5, 1), placed: at(14, 0), arrived: at(14, 31) }),
  ],
  ['Editada', theirs('edited', 'São duas caixas, não três.', { edited: true })],
  ['Apagada', theirs('revoked', '', { note: 'Mensagem apagada pelo cliente' })],
  ['Sem texto visível', theirs('no-text', '', { note: 'Mensagem sem texto visível' })],
  ['Com reação', theirs('reaction', 'Chegou!', { reactions: ['❤️'] })],
  ['Reação a uma mensagem nossa', own('own-reaction', 'Pronto, está a caminho.', { reactions: ['👍🏽'] })],
  [
    'Pedido',
    theirs('order', 'Sem cebola, por favor', {
      details: [{ heading: 'Pedido', lines: ['2 × di9ozbzfi4 · R$ 30,00 cada', `1 × ${longName.replace(/ /g, '')}`] }],
    }),
  ],
  [
    'Veio de um anúncio',
    theirs('ad', 'Quero saber mais', {
      details: [{ heading: 'Veio de um anúncio', lines: ['Plano família', 'https://fb.me/4Y2kPq'] }],
    }),
  ],
];

const company: MessageTextPlace = {
  network: 'whatsapp',
  knownHosts: ['exemplo.com.br'],
  attendanceOf: () => ({ href: '#', onOpen: ignore }),
};

/** Formatting marks, lists and addresses, by the network. */
const texts: ReadonlyArray<[string, string]> = [
  ['Marcas', 'Total: *R$ 80,00* (antes ~R$ 100,00~), _até sexta_. Código `AB-12`, 2*3*4 e snake_case_name.'],
  [
    'Lista e citação',
    '> Qual o horário?\nAtendemos:\n- segunda a *sexta*\n- sábado até as 12h\n1. Traga o documento\n2. Retire a senha',
  ],
  ['Código em linhas', '```\nAgência 0001\nConta   12345-6\n```'],
  [
    'Endereços e números',
    'Veja https://exemplo.com.br/boleto/a_b_c, escreva para rita@exemplo.com.br ou ligue (11) 98765-4321. Protocolo 20261128000123.',
  ],
  ['Endereço parecido', 'Pague em https://exernplo.com.br/boleto e entre em https://аpple.com/login'],
  ['Endereço longo', `https://exemplo.com.br/${'segunda-via/'.repeat(12)}?id=1234567890`],
];

export function MessagesSheet() {
  return (
    <Sheet title="Mensagens">
      <Section title="Uma conversa" layout="columns">
        <State caption="Com separadores" paper>
          <div data-ch="chat">
            {Object.entries(messageSamples).map(([id, sample]) => (
              <MessageRow key={id} {...sample} />
            ))}
            <TypingBubble name="Mariana Albuquerque" initials="MA" color="#B1508D" />
          </div>
        </State>
        <div>
          {channels.map((channel) => (
            <State key={channel} caption={channel} paper>
              <div data-ch={channel}>
                {deliveries.map((delivery, index) => (
                  <MessageRow
                    key={delivery}
                    first={index === 0}
                    last={index === deliveries.length - 1}
                    message={own(`${channel}-${delivery}`, 'Já separei os documentos.', { delivery })}
                  />
                ))}
              </div>
            </State>
          ))}
        </div>
        <div>
          {changes.map(([caption, message]) => (
            <State key={caption} caption={caption} paper>
              <div data-ch="whatsapp">
                <MessageRow first last message={message} />
              </div>
            </State>
          ))}
        </div>
        <div>
          {failures.map(([caption, text, forced]) => (
            <State key={caption} caption={caption} forced={forced} paper>
              <div data-ch="chat">
                <MessageRow
                  first
                  last
                  message={own(caption, 'Consegue me enviar o CNPJ da empresa?', {
                    delivery: 'failed',
                    failure: { ...failure, text },
                  })}
                />
              </div>
            </State>
          ))}
          <State caption="Falhou, a próxima espera" paper>
            <div data-ch="chat">
              <MessageRow
                first
                last={false}
                message={own('held-1', 'Consegue me enviar o CNPJ?', { delivery: 'failed', failure })}
              />
              <MessageRow first={false} last message={own('held-2', 'E o endereço.', { delivery: 'sending' })} />
            </div>
          </State>
        </div>
      </Section>
      <MessageTextContext value={company}>
        <NumberContext value={ignore}>
          <Section title="Marcas e endereços" layout="columns">
            {texts.map(([caption, text]) => (
              <State key={caption} caption={caption} paper>
                <div data-ch="whatsapp">
                  <MessageRow first last message={theirs(`text-in-${caption}`, text)} />
                  <MessageRow first last message={own(`text-out-${caption}`, text)} />
                </div>
              </State>
            ))}
          </Section>
        </NumberContext>
      </MessageTextContext>
      <Section title="Textos difíceis" layout="columns">
        {hostileTexts.map(([caption, text]) => (
          <State key={caption} caption={caption} paper>
            <div data-ch="chat">
              <MessageRow first last message={theirs(`in-${caption}`, text)} />
              <MessageRow first last message={own(`out-${caption}`, text)} />
            </div>
          </State>
        ))}
      </Section>
    </Sheet>
  );
}
