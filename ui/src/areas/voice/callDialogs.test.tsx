// Tests of the dialog of an incoming call, the device picker and the quality panel: their content, and the actions that they
// send.
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import type { TransferOfferView } from 'core-wasm';
import { DevicePicker, type DevicePickerProps } from './DevicePicker';
import type { IncomingCallView } from './callViews';
import { IncomingCallDialog } from './IncomingCallDialog';
import { litBars } from '../../design/LevelBars';
import { linesOf, QualityPanel, stateOf } from './QualityPanel';

const button = (name: string | RegExp) => screen.getByRole('button', { name });

beforeEach(() => startI18n('pt-BR'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const incoming: IncomingCallView = {
  origin: 'assistedTransfer',
  name: 'Beatriz Fontes',
  initials: 'BF',
  color: '#9B58AE',
  phone: '+55 (21) 99704-1188',
  employer: 'Padaria Ipanema',
  phoneUnverified: false,
  place: 'Suporte N1',
  transferredBy: 'Renata Lopes',
  since: 0,
};

function showIncoming(more: Partial<IncomingCallView> = {}) {
  const actions = { onAccept: vi.fn(), onDecline: vi.fn(), onVolumeChange: vi.fn(), onVolumeRelease: vi.fn() };
  const dialog = (ringing: boolean) => (
    <TooltipProvider>
      <textarea aria-label="Rascunho" defaultValue="Olá" />
      <IncomingCallDialog call={ringing ? { ...incoming, ...more } : undefined} volume={60} {...actions} />
    </TooltipProvider>
  );
  const { rerender } = render(dialog(false));
  const draft = screen.getByRole<HTMLTextAreaElement>('textbox');
  draft.focus();
  draft.setSelectionRange(2, 2);
  rerender(dialog(true));
  return { ...actions, draft, stop: () => rerender(dialog(false)) };
}

test('the dialog of an incoming call names contact, number, company, origin and the transferring agent [VOI-034] [SHELL-012]', () => {
  showIncoming();
  const dialog = screen.getByRole('alertdialog', { name: 'Transferência assistida recebida' });
  for (const text of [
    'Beatriz Fontes',
    '+55 (21) 99704-1188',
    'Padaria Ipanema',
    'Suporte N1',
    'Renata Lopes',
    'Cadastrado',
  ])
    expect(dialog).toHaveAccessibleDescription(expect.stringContaining(text));
});

test('the dialog of an incoming call names an unregistered contact by the number [VOI-034]', () => {
  showIncoming({ origin: 'queue', name: '', employer: '', transferredBy: '' });
  const dialog = screen.getByRole('alertdialog', { name: 'Chamada da fila' });
  expect(dialog).toHaveAccessibleDescription(/^\+55 \(21\) 99704-1188\s*Contato não cadastrado/);
  expect(screen.queryByText('Transferida por')).not.toBeInTheDocument();
  // Announced once.
  expect(screen.getAllByText(/não cadastrado/i)).toHaveLength(1);
});

test('a number that the caller typed is shown as not verified', () => {
  const mark = /Número não verificado/;
  showIncoming({ origin: 'queue', name: '', phoneUnverified: true });
  expect(screen.getByRole('alertdialog', { name: 'Chamada da fila' })).toHaveAccessibleDescription(mark);
});

test('Esc and a click outside leave the call ringing, and when it stops the composer has its caret again', async () => {
  const { onAccept, onDecline, draft, stop } = showIncoming();
  expect(screen.getByRole('alertdialog')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  fireEvent.pointerDown(document.querySelector('[data-scrim]') ?? document.body);
  expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  expect([onAccept.mock.calls.length, onDecline.mock.calls.length]).toEqual([0, 0]);
  stop();
  await vi.waitFor(() => expect(draft).toHaveFocus());
  expect([draft.selectionStart, draft.value]).toEqual([2, 'Olá']);
});

test('during the first 700 ms Space and Enter do not answer the call, while F2 and Alt+Shift+R do', () => {
  vi.useFakeTimers();
  const { onAccept, onDecline } = showIncoming();
  const accept = button(/^Atender/);
  // A prevented key press does not click a button.
  expect(fireEvent.keyDown(accept, { key: 'Enter' })).toBe(false);
  vi.advanceTimersByTime(699);
  expect(fireEvent.keyDown(accept, { key: ' ' })).toBe(false);
  fireEvent.keyDown(accept, { code: 'F2' });
  fireEvent.keyDown(accept, { code: 'KeyR', altKey: true, shiftKey: true });
  expect([onAccept.mock.calls.length, onDecline.mock.calls.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(1);
  expect(fireEvent.keyDown(accept, { key: 'Enter' })).toBe(true);
});

test('while one answer to a call is pending no other one is sent', async () => {
  const { onAccept, onDecline } = showIncoming({ pending: 'accept' });
  await userEvent.click(button(/^Atender/));
  await userEvent.click(button(/^Recusar/));
  fireEvent.keyDown(window, { code: 'F2' });
  expect([onAccept.mock.calls.length, onDecline.mock.calls.length]).toEqual([0, 0]);
});

test('a failed refusal of a call is shown in the dialog [VOI-036]', () => {
  showIncoming({ failure: 'Nao foi possivel recusar o atendimento' });
  expect(screen.getByRole('alert')).toHaveTextContent('Nao foi possivel recusar o atendimento');
});

test('the ring volume is saved when the slider is released [VOI-035]', () => {
  const { onVolumeChange, onVolumeRelease } = showIncoming();
  const slider = screen.getByRole('slider', { name: 'Volume do toque' });
  fireEvent.change(slider, { target: { value: '75' } });
  expect([onVolumeChange.mock.calls, onVolumeRelease.mock.calls]).toEqual([[[75]], []]);
  fireEvent.keyUp(slider, { key: 'ArrowRight' });
  expect(onVolumeRelease).toHaveBeenCalledOnce();
});

const offer: TransferOfferView = {
  kind: 'assisted',
  conference: false,
  from: 'Juliana Castro',
  fromInitials: 'JC',
  fromColor: '#4E6EC9',
  fromExtension: '4012',
  note: 'Pede visita hoje',
  tags: [{ name: 'Reincidente', color: '#BD4D65' }],
  contactId: '7',
  onHoldSince: 0,
};

test.each([
  [
    'an assisted transfer',
    {},
    'Transferência assistida recebida',
    'quer consultar você antes de transferir',
    'Ao aceitar, você fala primeiro com Juliana. Beatriz continua ouvindo música.',
  ],
  [
    'a blind transfer',
    { kind: 'blind' as const, onHoldSince: undefined },
    'Transferência recebida',
    'transferiu uma ligação para você',
    'Ao aceitar, você fala com Beatriz.',
  ],
  [
    'an invitation to a conference',
    { conference: true, onHoldSince: undefined },
    'Convite para conferência',
    'convida você para uma conferência',
    'Ao aceitar, você entra na ligação de Juliana com Beatriz.',
  ],
])(
  'the dialog of %s names sender, customer, note, tags and what accepting means in its first frame [SHELL-014] [TRF-006]',
  (_, more, title, wants, means) => {
    showIncoming({ offer: { ...offer, ...more } });
    const dialog = screen.getByRole('alertdialog', { name: title });
    for (const text of [
      'Juliana Castro',
      wants,
      'ramal 4012',
      'Beatriz Fontes',
      'Padaria Ipanema',
      'Pede visita hoje',
      'Reincidente',
      means,
    ])
      expect(dialog).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(screen.queryByText('em espera') !== null).toBe(more === undefined || !('onHoldSince' in more));
  },
);

test('a transfer is accepted and declined by the buttons and by F2 and Alt+Shift+R [SHELL-014]', async () => {
  const { onAccept, onDecline } = showIncoming({ offer });
  await userEvent.click(button(/^Aceitar/));
  await userEvent.click(button(/^Recusar/));
  fireEvent.keyDown(window, { code: 'F2' });
  fireEvent.keyDown(window, { code: 'KeyR', altKey: true, shiftKey: true });
  expect([onAccept.mock.calls.length, onDecline.mock.calls.length]).toEqual([2, 2]);
});

test('without a note, tags and a registered contact the dialog of a transfer has no place for them', () => {
  showIncoming({ name: '', offer: { ...offer, note: '', tags: [], contactId: undefined } });
  expect(screen.queryByText(/^Observação/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ver contato' })).toBeNull();
  expect(screen.queryByRole('list', { name: 'Etiquetas' })).toBeNull();
  expect(screen.getByText('Contato não cadastrado')).toBeInTheDocument();
});

test('a long note can be scrolled with the keyboard', () => {
  showIncoming({ offer: { ...offer, note: 'Queda a cada dez minutos. '.repeat(20) } });
  expect(screen.getByText(/^Queda a cada dez minutos/)).toHaveAttribute('tabindex', '0');
});

function showPicker(more: Partial<DevicePickerProps> = {}) {
  const actions = { onChoose: vi.fn(), onTest: vi.fn(), onRetry: vi.fn() };
  render(
    <TooltipProvider>
      <DevicePicker
        devices={[
          { id: 'a', kind: 'microphone', label: 'Fone' },
          { id: 'b', kind: 'microphone', label: '' },
          { id: 'c', kind: 'speaker', label: 'Caixa' },
        ]}
        choice={{ microphone: 'a', speaker: 'gone', ringer: '' }}
        choosesSpeaker
        level={0.1}
        test="idle"
        inCall={false}
        {...actions}
        {...more}
      />
    </TooltipProvider>,
  );
  return actions;
}

test('microphone, speaker and ringer are chosen separately, and a missing device is replaced by the default [BEY-020]', async () => {
  const { onChoose } = showPicker();
  const options = (name: string) => within(screen.getByRole('combobox', { name })).getAllByRole('option');
  expect(options('Microfone').map(({ textContent }) => textContent)).toEqual([
    'Padrão do sistema',
    'Fone',
    'Microfone 2',
  ]);
  expect(screen.getByRole('combobox', { name: 'Alto-falante' })).toHaveValue('');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Toque' }), 'c');
  expect(onChoose).toHaveBeenCalledWith({ microphone: 'a', speaker: 'gone', ringer: 'c' });
  expect(Number(screen.getByRole('meter').getAttribute('aria-valuenow'))).toBeGreaterThan(0);
});

test('given a blocked microphone the dialog says what to do, and a browser without a choice of speakers offers none', async () => {
  const { onRetry } = showPicker({ problem: 'refused', choosesSpeaker: false });
  expect(screen.getByRole('alert')).toHaveTextContent('O microfone está bloqueado.');
  expect(screen.queryByRole('meter')).not.toBeInTheDocument();
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
  await userEvent.click(button('Tentar de novo'));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('the voice test runs once at a time and not during a call', async () => {
  const { onTest } = showPicker();
  await userEvent.click(button('Testar minha voz'));
  expect(onTest).toHaveBeenCalledOnce();
});

test.each([[{ test: 'recording' as const }], [{ inCall: true }]])(
  'given %o, then no voice test begins',
  async (state) => {
    const { onTest } = showPicker(state);
    await userEvent.click(button('Testar minha voz'));
    expect(onTest).not.toHaveBeenCalled();
  },
);

test.each<[number, number]>([
  [0, 0],
  [0.001, 0],
  [0.003, 1],
  [0.05, 3],
  [0.3, 4],
  [1, 4],
])('a level of %d lights %d of four bars', (level, bars) => {
  expect(litBars(level, 4)).toBe(bars);
});

test('the quality panel shows the latest values with their rating, and the maximum of the last minute in each graph [BEY-022]', () => {
  const sample = { roundTripMs: 80, jitterMs: 8, loss: 0, bitrate: 64_000 };
  render(
    <QualityPanel
      samples={[
        { ...sample, roundTripMs: 612 },
        { ...sample, loss: 0.064, jitterMs: null },
      ]}
    />,
  );
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values.filter((text) => text !== '')).toEqual(['80 msBoa', '-', '6,4 %Ruim', '64 kbit/s']);
  expect(screen.getByRole('img', { name: 'Ida e volta nos últimos 2 s, no máximo 612 ms' })).toBeInTheDocument();
});

test('before the first sample the panel says that it is measuring', () => {
  render(<QualityPanel samples={[]} />);
  expect(screen.getByText('Medindo a ligação…')).toBeInTheDocument();
});

test('the line of a graph ends at the right edge, and a missing value is a gap', () => {
  expect(linesOf([0, 10], 10)).toEqual(['118.0,23.0 120.0,1.0']);
  expect(linesOf([1, 1, null, 1, 1], 1)).toHaveLength(2);
  expect(linesOf([null, 1, null], 1)).toEqual([]);
});

test.each([
  [29, 'good'],
  [30, 'fair'],
  [60, 'poor'],
])('a jitter of %d ms is rated as %s', (value, state) => {
  expect(stateOf(value, { fair: 30, poor: 60 })).toBe(state);
});
