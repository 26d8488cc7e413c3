// The content of the voice screens, and the actions that they send.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { changeLanguage, startI18n } from '../../i18n';
import { ShellColumnsContext, type ShellColumns } from '../../shared/shellColumns';
import { useShortcutListener } from '../../shared/shortcuts';
import { CallBar, type CallBarProps } from './CallBar';
import type { CallView } from './callViews';
import { Keypad } from './Keypad';

beforeEach(() => startI18n('pt-BR'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const call: CallView = {
  id: '1',
  name: 'Carlos Nunes',
  initials: 'CN',
  color: '#0279B6',
  phone: '+55 (11) 98765-4321',
  place: 'Fila · Suporte N2',
  status: 'inCall',
  since: 0,
  muted: false,
  holdPending: false,
  audible: true,
  hangingUp: false,
  redialPending: false,
};

interface PageState {
  isCovered?: boolean;
  /** The part of the bar that the shell is informed of. */
  onTold?: (change: Partial<ShellColumns>) => void;
}

function Page({ isCovered = false, onTold = () => undefined, ...props }: CallBarProps & PageState) {
  useShortcutListener(!isCovered);
  return (
    <ShellColumnsContext value={onTold}>
      <TooltipProvider>
        <CallBar {...props} />
      </TooltipProvider>
    </ShellColumnsContext>
  );
}

function show(more: Partial<CallView> = {}, rest: Partial<CallBarProps> & PageState = {}) {
  const actions = {
    onMute: vi.fn(),
    onHold: vi.fn(),
    onTone: vi.fn(),
    onHangUp: vi.fn(),
    onRedial: vi.fn(),
    onQualify: vi.fn(),
    onOpenDevices: vi.fn(),
    onTransfer: vi.fn(),
    onAdd: vi.fn(),
    onRoom: vi.fn(),
  };
  const bar = (state: Partial<CallView>) => (
    <Page
      legs={[{ ...call, ...state }]}
      levels={{ microphone: 0, speaker: 0 }}
      quality={[]}
      noAudio={false}
      onDesk={false}
      {...actions}
      {...rest}
    />
  );
  const { rerender } = render(bar(more));
  return { ...actions, update: (state: Partial<CallView>) => rerender(bar(state)) };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

test.each([
  ['+551198765432', 1],
  ['Carlos Nunes', 2],
])('the number of a caller named "%s" is in the bar once, with the queue below', (name, lines) => {
  show({ name, phone: '+551198765432' });
  const names = screen.getByRole('heading', { level: 2 }).parentElement;
  expect(names?.children).toHaveLength(lines + 1);
  expect(names?.lastElementChild).toHaveTextContent('Fila · Suporte N2');
  expect(names?.lastElementChild).toHaveAttribute('title', 'Fila · Suporte N2');
});

test('with two legs the bar shows name, state and time of each, and the controls act on the leg on which the agent speaks', async () => {
  const { onMute } = show(
    {},
    {
      legs: [
        { ...call, status: 'onHold', muted: false },
        { ...call, id: '2', name: 'Rafael Souza', phone: '4027', muted: true },
      ],
    },
  );
  const legs = within(screen.getByRole('list', { name: 'Ligações' })).getAllByRole('listitem');
  expect(legs.map((leg) => within(leg).getByRole('heading').textContent)).toEqual(['Carlos Nunes', 'Rafael Souza']);
  expect(legs[0]).toHaveTextContent('Em espera');
  expect(legs[1]).toHaveTextContent('Em ligação');
  expect(within(legs[1] as HTMLElement).getByRole('button', { name: 'Qualidade da ligação' })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: /Rafael Souza/ })).toBeInTheDocument();
  await userEvent.click(button('Silenciar microfone'));
  expect(onMute.mock.calls).toEqual([[false]]);
});

test('without a leg the call bar is not shown', () => {
  show({}, { legs: [] });
  expect(screen.queryByRole('region')).toBeNull();
});

test('mute and hold are shown by icon, text and pressed state, and a press sends the opposite of the present state [BEY-025]', async () => {
  const { onMute, onHold, update } = show();
  expect(button('Silenciar microfone')).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByText('Mudo')).toBeInTheDocument();
  const iconOf = () => button('Silenciar microfone').innerHTML;
  const open = iconOf();
  await userEvent.click(button('Silenciar microfone'));
  await userEvent.click(button('Colocar em espera'));
  expect([onMute.mock.calls, onHold.mock.calls]).toEqual([[[true]], [[true]]]);
  update({ muted: true, status: 'onHold' });
  expect(button('Silenciar microfone')).toHaveAttribute('aria-pressed', 'true');
  expect(button('Colocar em espera')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('No mudo')).toBeInTheDocument();
  expect(screen.getAllByText('Em espera')).toHaveLength(2);
  expect(iconOf()).not.toBe(open);
  await userEvent.click(button('Silenciar microfone'));
  await userEvent.click(button('Colocar em espera'));
  expect([onMute.mock.lastCall, onHold.mock.lastCall]).toEqual([[false], [false]]);
});

test('given a pending request of hold, then the button ignores a second press', async () => {
  const { onHold } = show({ holdPending: true });
  await userEvent.click(button('Colocar em espera'));
  await userEvent.keyboard('{F9}');
  expect(button('Colocar em espera')).toHaveAttribute('aria-busy', 'true');
  expect(onHold).not.toHaveBeenCalled();
});

describe('over the desk phone', () => {
  const onDesk = { onDesk: true };
  const lift = 'Tire o fone do gancho quando seu telefone de mesa tocar';

  test('the bar says to lift the receiver while the number is dialled, but not in a conversation, while hanging up, or in the browser', () => {
    const { update } = show({ status: 'dialling', audible: false, since: undefined }, onDesk);
    expect(screen.getByRole('status')).toHaveTextContent(lift);
    update({ status: 'dialling', audible: false, hangingUp: true });
    expect(screen.queryByText(lift, { exact: false })).toBeNull();
    for (const status of ['inCall', 'ended'] as const) {
      update({ status, audible: false });
      expect(screen.queryByText(lift, { exact: false })).toBeNull();
    }
    cleanup();
    show({ status: 'dialling', audible: false, since: undefined });
    expect(screen.queryByText(lift, { exact: false })).toBeNull();
  });

  test('the bar says to lift the receiver in English too', async () => {
    await changeLanguage('en');
    show({ status: 'dialling', audible: false, since: undefined }, onDesk);
    expect(screen.getByRole('status')).toHaveTextContent('Lift the receiver when your desk phone rings');
  });

  test.each(['inCall', 'onHold'] as const)('levels and quality are not shown for a desk telephone: %s', (status) => {
    show({ status, audible: false }, onDesk);
    expect(screen.queryByRole('img', { name: 'Níveis de áudio' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Qualidade da ligação' })).toBeNull();
    cleanup();
    show({ status });
    expect(screen.getByRole('img', { name: 'Níveis de áudio' })).toBeInTheDocument();
    expect(button('Qualidade da ligação')).toBeInTheDocument();
  });

  test.each([
    ['Silenciar microfone', '{Tab}'],
    ['Colocar em espera', '{Tab}{ArrowRight}'],
    ['Teclado de tons', '{Tab}{ArrowRight}{ArrowRight}'],
  ])(
    'the control "%s" is disabled and refers to the keys of the telephone, and hanging up works',
    async (name, keys) => {
      const { onMute, onHold, onHangUp } = show({ audible: false }, onDesk);
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
      await userEvent.keyboard(keys);
      expect(button(name)).toHaveFocus();
      expect(button(name)).toHaveAccessibleDescription(/^Use as teclas do telefone de mesa/);
      await userEvent.click(button(name));
      for (const code of ['F8', 'F9']) fireEvent.keyDown(window, { code });
      expect(screen.queryByRole('dialog')).toBeNull();
      await userEvent.click(button('Encerrar ligação'));
      expect([onMute, onHold, onHangUp].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
    },
  );
});

test('F8 mutes and F9 holds', () => {
  const { onMute, onHold } = show();
  fireEvent.keyDown(window, { code: 'F8' });
  fireEvent.keyDown(window, { code: 'F9' });
  expect([onMute.mock.calls, onHold.mock.calls]).toEqual([[[true]], [[true]]]);
});

test('given an open dialog, then the keys still mute, hold and hang up, and do not open the keypad, which would be under the dialog', () => {
  const { onMute, onHold, onHangUp } = show({}, { isCovered: true });
  const press = (code: string) => fireEvent.keyDown(window, { code, altKey: true, shiftKey: true });
  fireEvent.keyDown(window, { code: 'F8' });
  fireEvent.keyDown(window, { code: 'F9' });
  press('KeyK');
  press('KeyE');
  expect(onHangUp).not.toHaveBeenCalled();
  press('KeyE');
  expect([onMute.mock.calls, onHold.mock.calls, onHangUp.mock.calls]).toEqual([[[true]], [[true]], [[]]]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('after a hang-up the bar says that the call is being ended until it has ended, and the button can be pressed again', () => {
  const { onHangUp } = show({ hangingUp: true });
  expect(screen.getByText('Encerrando…')).toBeInTheDocument();
  expect(screen.queryByText('Em ligação')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Encerrar ligação' }));
  expect(onHangUp).toHaveBeenCalledOnce();
});

test('the button hangs up at once, and the key only when it is pressed twice within two seconds', () => {
  vi.useFakeTimers();
  const { onHangUp } = show();
  const press = () => fireEvent.keyDown(window, { code: 'KeyE', altKey: true, shiftKey: true });
  press();
  expect(button('Pressione de novo para encerrar a ligação')).toBeInTheDocument();
  expect([screen.queryByText('Encerrar'), screen.getByText('Repita')]).toEqual([null, expect.anything()]);
  act(() => {
    vi.advanceTimersByTime(2_000);
  });
  expect([screen.queryByText('Repita'), screen.getByText('Encerrar')]).toEqual([null, expect.anything()]);
  press();
  expect(onHangUp).not.toHaveBeenCalled();
  press();
  expect(onHangUp).toHaveBeenCalledTimes(1);
  fireEvent.click(button('Encerrar ligação'));
  expect(onHangUp).toHaveBeenCalledTimes(2);
});

test.each(['dialling', 'ringing', 'reconnecting'] as const)(
  'given a call that is %s, then it can only be ended',
  async (status) => {
    const { onMute, onHold, onHangUp } = show({ status, since: undefined, audible: false });
    for (const name of ['Silenciar microfone', 'Colocar em espera', 'Teclado de tons']) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(button(name));
    }
    fireEvent.keyDown(window, { code: 'F8' });
    fireEvent.keyDown(window, { code: 'KeyK', altKey: true, shiftKey: true });
    expect([onMute, onHold].some((action) => action.mock.calls.length > 0)).toBe(false);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(button('Encerrar ligação'));
    expect(onHangUp).toHaveBeenCalledOnce();
  },
);

test('the timer counts from the answer by the server clock', () => {
  vi.useFakeTimers({ now: 10_000_000 });
  show({ since: 10_000_000 - 272_000 });
  expect(screen.getByRole('timer')).toHaveTextContent('04:32');
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  expect(screen.getByRole('timer')).toHaveTextContent('04:33');
});

test('after the end the bar stops the time and offers to call again and to qualify, without doing either automatically [BEY-030]', async () => {
  const { onRedial, onQualify } = show({ status: 'ended', durationMs: 272_000 });
  expect(screen.getByText('04:32')).toBeInTheDocument();
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Encerrar ligação' })).not.toBeInTheDocument();
  expect([onRedial.mock.calls.length, onQualify.mock.calls.length]).toEqual([0, 0]);
  await userEvent.click(button('Ligar de novo'));
  await userEvent.click(button('Qualificar'));
  expect([onRedial.mock.calls.length, onQualify.mock.calls.length]).toEqual([1, 1]);
});

test('given the focus on "Ligar de novo", when the next call begins, then the focus is on "Encerrar", and after that call on "Qualificar"', async () => {
  const { update } = show({ status: 'ended' });
  await userEvent.click(button('Ligar de novo'));
  update({ status: 'dialling', audible: false });
  expect(button('Encerrar ligação')).toHaveFocus();
  update({ status: 'ended' });
  expect(button('Qualificar')).toHaveFocus();
});

test('given the focus outside the bar, when the next call begins, then the focus stays there', () => {
  const { update } = show({ status: 'ended' });
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  update({ status: 'dialling', audible: false });
  expect(field).toHaveFocus();
  field.remove();
});

test('the bar of a call that was not answered shows the reason with the text of the design [VOI-062]', async () => {
  const { update } = show({ status: 'ended', result: 'BUSY' });
  expect(screen.getByText('Ocupado')).toBeInTheDocument();
  update({ status: 'ended', result: 'CONGESTION' });
  expect(
    screen.getByText('Não foi possível completar sua chamada, verifique o problema com sua operadora. Tente novamente'),
  ).toBeInTheDocument();
  await act(() => changeLanguage('en'));
  update({ status: 'ended', result: 'NOTFOUNDED' });
  expect(screen.getByText('Number not found')).toBeInTheDocument();
});

test('without audio of the customer the bar warns and offers the device settings, but not on hold [BEY-022]', async () => {
  const warning = /Nenhum áudio do cliente/;
  const { onOpenDevices, update } = show({}, { noAudio: true });
  expect(screen.getByText(warning)).toBeInTheDocument();
  await userEvent.click(button('Escolher aparelhos'));
  expect(onOpenDevices).toHaveBeenCalledOnce();
  update({ status: 'onHold' });
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
});

test('Alt+Shift+K opens the keypad, whose digits are sent by key and by button', async () => {
  const { onTone } = show();
  fireEvent.keyDown(window, { code: 'KeyK', altKey: true, shiftKey: true });
  const keypad = within(await screen.findByRole('dialog', { name: 'Teclado de tons' }));
  await userEvent.click(keypad.getByRole('button', { name: '5' }));
  await userEvent.keyboard('#');
  expect(onTone.mock.calls).toEqual([['5'], ['#']]);
});

test.each(['Teclado de tons', 'Qualidade da ligação'])(
  'while the panel %o is open, the shell shows no snackbar in its place',
  async (name) => {
    const told: Array<Partial<ShellColumns>> = [];
    show({}, { onTold: (change) => told.push(change) });
    await userEvent.click(button(name));
    expect(await screen.findByRole('dialog', { name })).toBeInTheDocument();
    expect(told).toEqual([{ callPanelOpen: true }]);
    await userEvent.keyboard('{Escape}');
    expect(told).toEqual([{ callPanelOpen: true }, { callPanelOpen: false }]);
  },
);

test('the keypad has one tab stop, arrows between its keys, and shows what was sent last', async () => {
  const onTone = vi.fn();
  render(<Keypad onTone={onTone} />);
  await userEvent.tab();
  expect(button('1')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  expect(button('5')).toHaveFocus();
  await userEvent.keyboard('{Enter}*7x');
  fireEvent.keyDown(button('5'), { key: '9', ctrlKey: true });
  fireEvent.keyDown(button('5'), { key: '9', repeat: true });
  expect(onTone.mock.calls.flat().join('')).toBe('5*7');
  expect(screen.getByLabelText('Tons enviados')).toHaveTextContent('5*7');
  await userEvent.keyboard('01234567890123456789');
  expect(screen.getByLabelText('Tons enviados')).toHaveTextContent(/^4567890123456789$/);
});
