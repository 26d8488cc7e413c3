// The drawer of a supervised call: modes by keyboard and mouse, who hears whom in words, the microphone, taking over, and every way out.
import type { HearingView, SupervisedCallView } from 'core-wasm';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CoreProvider } from '../../core/react';
import { Announcer } from '../../design/Announcer';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { useShortcutListener } from '../../shared/shortcuts';
import { ShellColumnsContext } from '../../shared/shellColumns';
import { FakeCore } from '../../../test/fakeCore';
import { SupervisionDrawer, type SupervisionDrawerProps } from './SupervisionDrawer';
import { SupervisionDrawerContainer } from './SupervisionDrawerContainer';

const view: SupervisedCallView = {
  stage: 'active',
  agentId: '101',
  agentName: 'Priscila Tavares',
  customerName: 'Carlos Eduardo Nunes',
  initials: 'CN',
  color: '#0279B6',
  place: 'Suporte N2',
  answeredAt: Date.now() - 760_000,
  mode: 'listen',
  changingTo: undefined,
  people: [
    { role: 'customer', name: 'Carlos Eduardo Nunes', initials: 'CN', color: '#0279B6', hears: [1] },
    { role: 'agent', name: 'Priscila Tavares', initials: 'PT', color: '#09835E', hears: [0] },
    { name: '', initials: '', color: '#896888', hears: [0, 1] },
  ],
  microphone: 'closed',
  others: [],
  agentIsTold: true,
  takeOverRefusal: undefined,
  takingOver: false,
  failure: undefined,
};
const whisper: SupervisedCallView = {
  ...view,
  mode: 'whisper',
  microphone: 'open',
  people: view.people.map((person, index) => (index === 1 ? { ...person, hears: [0, 2] } : person)),
};

const acted = {
  onChoose: vi.fn(),
  onMute: vi.fn(),
  onTakeOver: vi.fn(),
  onClose: vi.fn(),
  onAgain: vi.fn(),
};

beforeEach(async () => {
  await startI18n('pt-BR');
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  Object.values(acted).forEach((one) => one.mockReset());
});

function Page(props: SupervisionDrawerProps) {
  useShortcutListener(true);
  return (
    <TooltipProvider>
      <Announcer />
      <SupervisionDrawer {...props} />
    </TooltipProvider>
  );
}

function show(shown: SupervisedCallView) {
  const page = (next: SupervisedCallView) => (
    <Page view={next} own={{ initials: 'CD', color: '#4E6EC9' }} level={0.1} {...acted} />
  );
  const { rerender } = render(page(shown));
  return (next: SupervisedCallView) => rerender(page(next));
}

const radio = (name: RegExp) => screen.getByRole('radio', { name });

test('[BEY-136] the header names customer, agent and place, and the drawer takes the focus', () => {
  show(view);
  const drawer = screen.getByRole('complementary', { name: 'Ligação de Priscila Tavares' });
  expect(drawer).toHaveFocus();
  expect(within(drawer).getByRole('heading', { name: 'Carlos Eduardo Nunes' })).toBeVisible();
  expect(drawer).toHaveTextContent('Voz · com Priscila Tavares · Suporte N2');
  expect(within(drawer).getByRole('timer')).toHaveTextContent(/12:4/);
});

test('[BEY-136] the checked mode is that of the server; arrows move the focus only, Space chooses', async () => {
  show(view);
  expect(screen.getByRole('radiogroup', { name: 'Como você acompanha' })).toBeVisible();
  expect(radio(/Ouvir/)).toBeChecked();
  radio(/Ouvir/).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(radio(/Orientar/)).toHaveFocus();
  expect(acted.onChoose).not.toHaveBeenCalled();
  await userEvent.keyboard(' ');
  expect(acted.onChoose).toHaveBeenCalledWith('whisper');
  expect(radio(/Ouvir/)).toBeChecked();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(radio(/Ouvir/)).toHaveFocus();
});

test('[BEY-136] speaking to the customer needs a second press, which the drawer asks for', async () => {
  show(view);
  await userEvent.click(radio(/Entrar/));
  expect(acted.onChoose).not.toHaveBeenCalled();
  expect(radio(/Entrar/)).toHaveAccessibleName(/Pressione de novo: o cliente vai ouvir você\./);
  await userEvent.click(radio(/Entrar/));
  expect(acted.onChoose).toHaveBeenCalledWith('barge');
});

const consulted: HearingView = {
  role: 'consulted',
  name: 'Rafael Souza',
  initials: 'RS',
  color: '#517693',
  hears: [1],
};
const [customerOf, agentOf, ownOf] = view.people as [HearingView, HearingView, HearingView];

test.each<[string, Partial<SupervisedCallView>, RegExp]>([
  ['all of a call', {}, /^Entrar\s*Todos ouvem você$/],
  [
    'nobody is named before, while the agent consults',
    { people: [{ ...customerOf, hears: [] }, { ...agentOf, hears: [2] }, consulted, { ...ownOf, hears: [] }] },
    /^Entrar\s*Na consulta nem todos ouvem você$/,
  ],
  [
    'the agent alone, while the rule of the unit closes the consultation',
    {
      mode: 'barge',
      microphone: 'open',
      people: [{ ...customerOf, hears: [] }, { ...agentOf, hears: [2, 3] }, consulted, { ...ownOf, hears: [] }],
    },
    /^Entrar\s*Ouve você: Priscila$/,
  ],
  [
    'agent and customer, while the agent talks with the customer',
    {
      mode: 'barge',
      microphone: 'open',
      people: [
        { ...customerOf, hears: [1, 3] },
        { ...agentOf, hears: [0, 3] },
        { ...consulted, hears: [] },
        { ...ownOf, hears: [0, 1] },
      ],
    },
    /^Entrar\s*Ouve você: Carlos e Priscila$/,
  ],
])('[BEY-136] the card of joining says who hears the supervisor: %s', (_, part, words) => {
  show({ ...view, ...part });
  expect(radio(/^Entrar/)).toHaveAccessibleName(words);
});

test('while the agent consults, the question before joining does not say that the customer hears', async () => {
  show({ ...view, people: [{ ...customerOf, hears: [] }, { ...agentOf, hears: [2] }, consulted, ownOf] });
  await userEvent.click(radio(/^Entrar/));
  expect(radio(/^Entrar/)).toHaveAccessibleName(/Pressione de novo para entrar na conversa\./);
});

test('given the board was drawn anew while the drawer was open, then its close leads to the button of the agent, else to the page', () => {
  const button = (id: string, agent: string): HTMLElement => {
    const element = document.createElement('button');
    element.id = id;
    element.dataset.supervises = agent;
    document.body.append(element);
    return element;
  };
  const opener = button('row', '101');
  opener.focus();
  const { unmount } = render(<Page view={view} own={{ initials: 'CD', color: '#4E6EC9' }} level={0} {...acted} />);
  opener.remove();
  const others = [button('other', '102'), button('card', '101')];
  unmount();
  expect(others[1]).toHaveFocus();
  others.forEach((one) => one.remove());
});

test('the second press counts within two seconds only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  show(view);
  await user.click(radio(/Entrar/));
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  await user.click(radio(/Entrar/));
  expect(acted.onChoose).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('a requested mode is shown as busy, and picture and list change when the server confirms it', () => {
  const next = show({ ...view, changingTo: 'whisper' });
  expect(radio(/Orientar/)).toHaveAttribute('aria-busy', 'true');
  expect(radio(/Ouvir/)).toBeChecked();
  expect(screen.getByRole('img')).toHaveAccessibleName(/Priscila ouve Carlos, não ouve você/);
  next(whisper);
  expect(radio(/Orientar/)).toBeChecked();
  expect(screen.getByRole('img')).toHaveAccessibleName(
    'Carlos ouve Priscila, não ouve você Priscila ouve Carlos, ouve você Você ouve Carlos e Priscila',
  );
});

test("[BEY-136] the supervisor's own microphone is muted with the button and with F8", async () => {
  const next = show(whisper);
  await userEvent.click(screen.getByRole('button', { name: /Mudo/ }));
  expect(acted.onMute).toHaveBeenLastCalledWith(true);
  next({ ...whisper, microphone: 'muted' });
  expect(screen.getByText('Ninguém ouve você até abrir')).toBeVisible();
  fireEvent.keyDown(window, { key: 'F8', code: 'F8' });
  expect(acted.onMute).toHaveBeenLastCalledWith(false);
});

test('without a microphone only listening can be chosen, and the reason is shown', async () => {
  show({ ...view, microphone: 'unavailable' });
  await userEvent.click(radio(/Orientar/));
  expect(acted.onChoose).not.toHaveBeenCalled();
  expect(radio(/Orientar/)).toHaveAccessibleDescription(/Você pode só ouvir/);
  expect(radio(/Orientar/)).toHaveAttribute('aria-disabled', 'true');
});

test('[BEY-136] taking over needs two presses, and the drawer says why it is not possible', async () => {
  const next = show(view);
  await userEvent.click(screen.getByRole('button', { name: 'Assumir' }));
  expect(acted.onTakeOver).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Assumir mesmo' }));
  expect(acted.onTakeOver).toHaveBeenCalledTimes(1);
  next({
    ...view,
    takeOverRefusal: { key: 'callSupervision.takeOver.noVoiceChannel', params: {}, fallback: undefined },
  });
  const button = screen.getByRole('button', { name: 'Assumir' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  button.focus();
  await userEvent.hover(button);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Você não tem o canal de voz.');
});

test('[BEY-136] the close button leaves the call; Esc does not', async () => {
  show(view);
  await userEvent.keyboard('{Escape}');
  expect(acted.onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Sair da ligação' }));
  expect(acted.onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['callSupervision.ended.callEnded', 'A ligação terminou.', false],
  ['callSupervision.ended.connectionLost', 'Você perdeu a conexão com a ligação.', true],
  ['callSupervision.refused.noCall', 'Este agente não está em ligação agora.', false],
  ['callSupervision.refused.full', 'Já há supervisores demais nesta ligação.', true],
])('an ended supervision shows its reason and what the supervisor can do next: %s', async (key, text, again) => {
  show({ ...view, stage: 'over', people: [], failure: { key, params: {}, fallback: undefined } });
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  const tries = screen.queryByRole('button', { name: 'Tentar de novo' });
  expect(tries !== null).toBe(again);
  if (tries !== null) await userEvent.click(tries);
  expect(acted.onAgain).toHaveBeenCalledTimes(again ? 1 : 0);
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(acted.onClose).toHaveBeenCalledTimes(1);
});

test('[BEY-137] a supervisor who may not hear the consultation reads why there is no sound', () => {
  const [customer, agent, you] = view.people;
  const consulted = { role: 'consulted' as const, name: 'Rafael Souza', initials: 'RS', color: '#407F77' };
  const consulting = (heard: number[]): SupervisedCallView => ({
    ...view,
    people: [
      { ...customer!, hears: [] },
      { ...agent!, hears: [2] },
      { ...consulted, hears: [1] },
      { ...you!, hears: heard },
    ],
  });
  const reason = 'Você não ouve a consulta. Quando ela terminar, você volta a ouvir a ligação.';
  const next = show(consulting([]));
  expect(screen.getByText(reason)).toBeVisible();
  next(consulting([1, 2]));
  expect(screen.queryByText(reason)).toBeNull();
  next({ ...view, people: view.people.map((person) => ({ ...person, hears: [] })) });
  expect(screen.queryByText(reason)).toBeNull();
});

test('[BEY-137] the drawer names other supervisors and the rule of the org unit', () => {
  const next = show({ ...view, others: ['Marcos Prado'] });
  expect(screen.getByText('Marcos Prado também acompanha')).toBeVisible();
  expect(screen.getByText('Priscila Tavares vê que você acompanha')).toBeVisible();
  next({ ...view, others: ['Marcos Prado', 'Lia Reis'], agentIsTold: false });
  expect(screen.getByText('Marcos Prado e Lia Reis também acompanham')).toBeVisible();
  expect(screen.getByText('O agente não é avisado')).toBeVisible();
});

test('the container sends what the supervisor does to the core', async () => {
  const core = new FakeCore({
    supervisedCall: whisper,
    supervisionLevels: { microphone: 0, speaker: 0 },
    session: { agent: { initials: 'CD', color: '#4E6EC9' } },
  });
  const told: unknown[] = [];
  render(
    <TooltipProvider>
      <ShellColumnsContext value={(change) => void told.push(change)}>
        <CoreProvider core={core}>
          <SupervisionDrawerContainer />
        </CoreProvider>
      </ShellColumnsContext>
    </TooltipProvider>,
  );
  expect(told).toEqual([{ pageCovered: true }]);
  await userEvent.click(radio(/Ouvir/));
  await userEvent.click(screen.getByRole('button', { name: /Mudo/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Assumir' }));
  await userEvent.click(screen.getByRole('button', { name: 'Assumir mesmo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sair da ligação' }));
  const area = 'callSupervision';
  expect(core.intents).toEqual([
    { area, type: 'chooseMode', mode: 'listen' },
    { area, type: 'muteSupervisor', muted: true },
    { area, type: 'takeOver' },
    { area, type: 'leaveSupervision' },
  ]);
  act(() => core.set('supervisedCall', undefined));
  expect(told[told.length - 1]).toEqual({ pageCovered: false });
});
