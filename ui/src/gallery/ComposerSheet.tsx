// The composer: from one line to more than eight, with send and line break keys exchanged, and locked.
import { Composer, type ComposerLock, type ComposerProps } from '../areas/conversation/Composer';
import { ignore, longName } from './samples';
import { Section, Sheet, State } from './Sheet';

const composer: ComposerProps = {
  label: 'Mensagem',
  draft: '',
  draftEpoch: 0,
  onDraftChange: ignore,
  onSend: ignore,
  sendWithCtrlEnter: false,
  lock: null,
};
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `Linha ${index + 1}`).join('\n');
const disconnected: ComposerLock = { kind: 'disconnected', channel: 'chat', pending: false, onConnect: ignore };

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
  ['Canal desconectado', { lock: disconnected }],
  ['Conectando', { lock: { ...disconnected, pending: true } }],
  ['Nome longo', { label: `Mensagem para ${longName}` }],
];

export function ComposerSheet() {
  return (
    <Sheet title="Compositor">
      <Section title="Estados" layout="columns">
        {states.map(([caption, props]) => (
          <State key={caption} caption={caption}>
            <Composer {...composer} {...props} label={`${props.label ?? composer.label}: ${caption}`} />
          </State>
        ))}
      </Section>
      <Section title="Com foco" layout="columns">
        <State caption="Foco" forced="focus">
          <Composer {...composer} label="Mensagem com foco" draft="Ouvi aqui!" />
        </State>
      </Section>
    </Sheet>
  );
}
