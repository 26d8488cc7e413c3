// The dialog of the rules of calls: what each choice means, what is sent, and what stays after a refusal (BEY-137, INT-013).
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { CallRulesDialogContainer } from './CallRulesDialogContainer';

beforeEach(() => startI18n('pt-BR'));

const board = { loading: false, failed: false, summary: {}, channels: [], savingRules: false };
const rules = { agentIsTold: true, hearsConsultations: false, agentCallsBlocked: false };
const text = (key: string) => ({ key, params: {}, fallback: undefined });

function show(state: object = { rules }) {
  const core = new FakeCore({ supervision: { ...board, ...state } });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <CallRulesDialogContainer dialog={{ kind: 'callRules' }} onClose={() => undefined} />
      </CoreProvider>
    </TooltipProvider>,
  );
  const set = (next: object) => act(() => core.set('supervision', { ...board, ...next }));
  return { core, set };
}

const choice = (name: string) => screen.getByRole('checkbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }));

test.each([
  ['Avisar o agente', true, /O agente vê o nome de quem acompanha/, /O agente não vê que alguém acompanha/],
  ['Ouvir as consultas', false, /quem acompanha ouve os dois/, /ouve música até a consulta terminar/],
  ['Ligações entre colegas', true, /ligam uns para os outros pela lista/, /não podem ligar uns para os outros/],
])('the choice %s says what it means, chosen and not', async (name, isOn, on, off) => {
  show();
  expect(choice(name)).toHaveAccessibleDescription(isOn ? on : off);
  await userEvent.click(choice(name));
  expect(choice(name)).toHaveAccessibleDescription(isOn ? off : on);
});

test('all choices are sent together, once, and nothing while they are saved', async () => {
  const { core, set } = show();
  await userEvent.click(choice('Avisar o agente'));
  await userEvent.click(choice('Ligações entre colegas'));
  await save();
  const sent = { area: 'supervision', type: 'saveCallRules', agentIsTold: false, hearsConsultations: false };
  expect(core.intents).toEqual([{ ...sent, agentCallsBlocked: true }]);
  set({ rules, savingRules: true });
  await save();
  expect(core.intents).toHaveLength(1);
});

test('after a refusal the dialog shows the refusal and keeps the chosen rules', async () => {
  const { set } = show();
  await userEvent.click(choice('Ouvir as consultas'));
  await save();
  set({ rules, savingRules: true });
  set({ rules, rulesFault: text('supervision.rules.failed') });
  expect(screen.getByRole('alert')).toHaveTextContent('Não foi possível salvar as regras das chamadas.');
  expect(choice('Ouvir as consultas')).toBeChecked();
});

test('rules that were not read are said and asked for again; nothing can be saved before', async () => {
  const { core, set } = show({});
  expect(screen.getByRole('status')).toHaveTextContent('Carregando as regras');
  await save();
  set({ rulesFault: text('supervision.rules.loadFailed') });
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents).toEqual([{ area: 'supervision', type: 'openCallRules' }]);
  set({ rules });
  expect(choice('Avisar o agente')).toBeChecked();
});
