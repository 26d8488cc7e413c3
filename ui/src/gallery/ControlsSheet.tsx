// Buttons and fields in each state.
import { Plus, Search } from 'lucide-react';
import { Button, type ButtonTone } from '../design/Button';
import { Checkbox } from '../design/Checkbox';
import { Field } from '../design/Field';
import { IconButton } from '../design/IconButton';
import { Kbd } from '../design/Kbd';
import { PasswordField } from '../design/PasswordField';
import { RadioList } from '../design/RadioList';
import { SearchField } from '../design/SearchField';
import { SegmentedControl } from '../design/SegmentedControl';
import { TextArea } from '../design/TextArea';
import type { ForcedState } from './forcedStates';
import { ignore, longName } from './samples';
import { Section, Sheet, State } from './Sheet';

const tones: ReadonlyArray<ButtonTone> = ['primary', 'outline', 'ghost', 'danger', 'dangerOutline', 'success'];
const forcedStates: ReadonlyArray<[string, ForcedState?]> = [
  ['repouso'],
  ['hover', 'hover'],
  ['ativo', 'active'],
  ['foco', 'focus'],
];
const options = [
  { value: '1', label: 'Renovação › Aceita' },
  { value: '2', label: 'Renovação › Recusada', detail: 'Enter quebra a linha' },
  { value: '3', label: 'Rafael Souza', detail: 'Em pausa', disabled: true },
  { value: '4', label: longName },
];

export function ControlsSheet() {
  return (
    <Sheet title="Botões e campos">
      {tones.map((tone) => (
        <Section key={tone} title={tone}>
          {forcedStates.map(([caption, forced]) => (
            <State key={caption} caption={caption} forced={forced}>
              <Button tone={tone} glyph={Plus}>
                Salvar
              </Button>
            </State>
          ))}
          <State caption="pendente">
            <Button tone={tone} pending>
              Salvar
            </Button>
          </State>
          <State caption="desativado">
            <Button tone={tone} disabledReason="Escolha uma opção">
              Salvar
            </Button>
          </State>
        </Section>
      ))}
      <Section title="Tamanhos e ícones">
        <State caption="pequeno">
          <Button size="small">Novo</Button>
        </State>
        <State caption="grande">
          <Button size="large" tone="primary">
            Entrar
          </Button>
        </State>
        {forcedStates.map(([caption, forced]) => (
          <State key={caption} caption={`ícone, ${caption}`} forced={forced}>
            <IconButton label="Buscar" glyph={Search} shortcut="Ctrl K" />
          </State>
        ))}
        <State caption="ícone ligado">
          <IconButton label="Fixado" glyph={Search} aria-pressed />
        </State>
        <State caption="ícone desativado">
          <IconButton label="Buscar" glyph={Search} disabledReason="Nada para buscar" />
        </State>
        <State caption="ícone pequeno">
          <IconButton size="small" label="Buscar" glyph={Search} />
        </State>
        <State caption="tecla">
          <Kbd>Ctrl K</Kbd>
        </State>
      </Section>
      <Section title="Campos" layout="columns">
        <State caption="vazio" paper>
          <Field label="Nome" required />
        </State>
        <State caption="hover" forced="hover" paper>
          <Field label="Nome" defaultValue="Mariana" />
        </State>
        <State caption="preenchido com ajuda" paper>
          <Field label="Busca" glyph={Search} help="Telefone, e-mail ou código" defaultValue="mariana@exemplo.com.br" />
        </State>
        <State caption="inválido" paper>
          <Field label="Identificador" error="O identificador não pode conter espaços" defaultValue="a b" />
        </State>
        <State caption="somente leitura" paper>
          <Field label="Protocolo" readOnly defaultValue="20261119-084417" />
        </State>
        <State caption="desativado" paper>
          <Field label="Telefone" disabled defaultValue="(11) 3842-5510" />
        </State>
        <State caption="senha" paper>
          <PasswordField label="Senha" showLabel="Mostrar senha" hideLabel="Ocultar senha" defaultValue="segredo" />
        </State>
        <State caption="busca" paper>
          <SearchField
            label="Buscar"
            clearLabel="Limpar busca"
            placeholder="Nome, telefone ou e-mail"
            value=""
            onChange={ignore}
          />
        </State>
        <State caption="várias linhas, inválido" paper>
          <TextArea label="Observação" required error="Esse campo é obrigatório" />
        </State>
        <State caption="várias linhas, ajuda" paper>
          <TextArea label="Observação da qualificação" help="Até 2.000 letras" defaultValue={longName} />
        </State>
        <State caption="marcado" paper>
          <Checkbox label="Tocar um som" checked onChange={ignore} />
        </State>
        <State caption="não marcado, foco" forced="focus" paper>
          <Checkbox label="Tocar um som sempre" checked={false} onChange={ignore} />
        </State>
        <State caption="uma de várias" paper>
          <RadioList label="Motivo" value="1" onChange={ignore} options={options} />
        </State>
        <State caption="uma de várias, inválido" paper>
          <RadioList label="Motivo inválido" value={null} invalid onChange={ignore} options={options} />
        </State>
        <State caption="uma de poucas" paper>
          <SegmentedControl
            label="Tema"
            value="light"
            onChange={ignore}
            segments={[
              { value: 'system', label: 'Do sistema' },
              { value: 'light', label: 'Claro' },
              { value: 'dark', label: 'Escuro' },
            ]}
          />
        </State>
      </Section>
    </Sheet>
  );
}
