// The dialog of the tasks that were given up: what each one was, what became of a new attempt, and the states of the list (BEY-131).
import type { DeadEffectView, DeadEffectsView, RetryPhase } from 'core-wasm';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { DeadEffectsDialogContainer } from './DeadEffectsDialogContainer';

beforeEach(() => startI18n('pt-BR'));

const at = (hour: number): number => new Date(2026, 10, 20, hour, 5).getTime();
const text = (key: string, params = {}) => ({ key: `deadEffects.cause.${key}`, params, fallback: undefined });
const effect = (id: string, change: Partial<DeadEffectView> = {}): DeadEffectView => ({
  id,
  kind: 'fetch_file',
  createdAt: at(9),
  givenUpAt: at(14),
  attempts: 40,
  cause: text('status', { status: '503' }),
  retry: 'idle',
  ...change,
});
const list = (change: Partial<DeadEffectsView> = {}): DeadEffectsView => ({
  phase: 'ready',
  effects: [effect('e1')],
  open: 1,
  cut: false,
  ...change,
});

function show(view: DeadEffectsView = list()) {
  const core = new FakeCore({ deadEffects: view });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <DeadEffectsDialogContainer dialog={{ kind: 'deadEffects' }} onClose={() => undefined} />
      </CoreProvider>
    </TooltipProvider>,
  );
  const set = (next: DeadEffectsView) => act(() => core.set('deadEffects', next));
  return { core, set };
}

const row = (name: string) => screen.getByRole('listitem', { name });
const retry = () => screen.getByRole('button', { name: /^Tentar de novo: / });

test('[BEY-131] a row says what the task was, when it was asked for and given up, how often it was tried, and why it failed', () => {
  show();
  const shown = row('Busca do arquivo que um cliente enviou');
  expect(shown).toHaveTextContent('Pedida em 20/11/2026 09:05, abandonada em 20/11/2026 14:05 depois de 40 tentativas');
  expect(shown).toHaveTextContent('Último erro: o serviço respondeu com o status 503.');
  expect(retry()).toHaveAccessibleName(
    'Tentar de novo: Busca do arquivo que um cliente enviou, abandonada em 20/11/2026 14:05',
  );
});

test.each([
  ['send_whatsapp', 'Mensagem a um cliente por WhatsApp ou Instagram'],
  ['score_churn', 'Consulta do risco de churn de um contato'],
  ['command_telephone', 'Comando para a telefonia'],
  ['delete_files', 'Exclusão de arquivos'],
  ['end_broker_queue', 'Encerramento da fila de eventos de uma sessão'],
  ['unknown', 'Tarefa de um tipo que esta versão não conhece'],
] as const)('[BEY-131] the kind %s has words', (kind, words) => {
  show(list({ effects: [effect('e1', { kind })] }));
  expect(row(words)).toBeInTheDocument();
});

test('[BEY-131] a cause without words of its own is quoted, and one attempt is said in the singular', () => {
  show(list({ effects: [effect('e1', { attempts: 1, cause: text('other', { cause: 'no such queue' }) })] }));
  expect(screen.getByRole('listitem')).toHaveTextContent(/depois de 1 tentativa(?!s).*Último erro: no such queue/);
});

test('[BEY-131] a new attempt is asked for once, and the button says why it cannot be pressed again', async () => {
  const { core, set } = show();
  const button = retry();
  await userEvent.click(button);
  expect(core.intents).toEqual([{ area: 'deadEffects', type: 'retryEffect', id: 'e1' }]);
  const phases: ReadonlyArray<[RetryPhase, string]> = [
    ['retrying', 'Pedindo a nova tentativa'],
    ['lookingUp', 'Não houve resposta. Conferindo se a nova tentativa foi pedida'],
    ['retried', 'Nova tentativa pedida.'],
    ['gone', 'Esta tarefa não existe mais: foi concluída ou apagada.'],
  ];
  for (const [phase, words] of phases) {
    set(list({ effects: [effect('e1', { retry: phase })] }));
    expect(screen.getByRole('status')).toHaveTextContent(words);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(`Último erro: o serviço respondeu com o status 503. ${words}`);
    expect(button).toHaveFocus();
    await userEvent.click(button);
  }
  expect(core.intents).toHaveLength(1);
});

test.each([
  ['failed', 'Não foi possível pedir a nova tentativa.'],
  ['unknown', 'Não sabemos se a nova tentativa foi pedida. Atualize a lista para conferir.'],
] as const)('[BEY-131] after the result %s a new attempt can be asked for', async (phase, words) => {
  const { core } = show(list({ effects: [effect('e1', { retry: phase })] }));
  expect(screen.getByRole('status')).toHaveTextContent(words);
  await userEvent.click(retry());
  expect(core.intents).toEqual([{ area: 'deadEffects', type: 'retryEffect', id: 'e1' }]);
});

test('[BEY-131] the list says that it is loaded, that it failed, that it may be old, and that nothing was given up', async () => {
  const { core, set } = show(list({ phase: 'loading', effects: [] }));
  expect(screen.getByRole('status')).toHaveTextContent('Carregando as tarefas');
  set(list({ phase: 'failed', effects: [] }));
  expect(screen.getByText('Não foi possível carregar as tarefas.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  set(list({ phase: 'stale' }));
  expect(screen.getByText(/A lista pode estar desatualizada/)).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Atualizar' }));
  const reload = { area: 'deadEffects', type: 'reloadDeadEffects' };
  expect(core.intents).toEqual([reload, reload]);
  set(list({ phase: 'refreshing' }));
  await userEvent.click(screen.getByRole('button', { name: 'Atualizar' }));
  expect(core.intents).toHaveLength(2);
  set(list({ effects: [] }));
  expect(screen.getByText('Nenhuma tarefa foi abandonada')).toBeInTheDocument();
});

test('[BEY-131] a cut list says so, and rows of the same kind are told apart by their times', () => {
  show(list({ cut: true, effects: [effect('e1'), effect('e2', { givenUpAt: at(13) })] }));
  expect(screen.getByText('São mostradas só as 2 tarefas abandonadas por último.')).toBeInTheDocument();
  const buttons = screen.getAllByRole('listitem').map((item) => within(item).getByRole('button'));
  expect(new Set(buttons.map((button) => button.getAttribute('aria-label'))).size).toBe(2);
});
