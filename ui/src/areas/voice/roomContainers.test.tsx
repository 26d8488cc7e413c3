// Tests of the bar of a call with more than two parties, the destination dialog and the receiver's dialog, connected with a core that
// is set by hand.
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { room, transfer } from '../../../test/callRooms';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { useShortcutListener } from '../../shared/shortcuts';
import { CallBarContainer } from './CallBarContainer';
import { VoiceAttendanceContainer } from './VoiceAttendanceContainer';
import { VoiceDialogsContainer } from './VoiceDialogsContainer';

const voice = {
  enabled: true,
  webRtc: true,
  inCall: false,
  dialling: false,
  echoTest: 'possible',
  campaigns: [],
  settings: { ringVolume: 60, autoReconnect: true, defaultCampaign: '' },
};
const bar = {
  protocol: 'P1',
  name: 'Helena Duarte',
  initials: 'HD',
  color: '#0279B6',
  phone: '+55 (11) 95555-0101',
  place: 'Vendas',
  status: 'inCall',
  since: 0,
  muted: false,
  holdPending: false,
  audible: true,
  hangingUp: false,
  tones: '',
  silent: false,
};
const job = { name: 'Helena Duarte', initials: 'HD', color: '#0279B6', channel: 'voice', disabled: false };

beforeEach(() => {
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  return startI18n('pt-BR');
});

function Page({ children }: { children: ReactNode }) {
  useShortcutListener(true);
  return children;
}

function show(element: ReactNode, slices: Record<string, unknown> = {}): FakeCore {
  const levels = { microphone: 0, speaker: 0 };
  const core = new FakeCore({
    route: {},
    session: { agent: { name: 'Juliana Castro' } },
    channels: { items: [] },
    pauses: { reasons: [], loading: false, failed: false, channels: [] },
    voice,
    callBar: bar,
    callLevels: levels,
    callQuality: [],
    ...slices,
  });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <Page>{element}</Page>
      </CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

const button = (name: string) => screen.getByRole('button', { name });

const offered = {
  origin: 'assistedTransfer',
  name: 'Helena Duarte',
  initials: 'HD',
  color: '#0279B6',
  phone: '5511955550101',
  phoneUnverified: false,
  employer: '',
  place: '',
  transferredBy: 'Juliana Castro',
  transferredByKind: 'agent',
  since: 7,
  rings: true,
  offer: {
    kind: 'assisted',
    conference: false,
    from: 'Juliana Castro',
    fromInitials: 'JC',
    fromColor: '#4E6EC9',
    fromExtension: '4012',
    note: '',
    tags: [],
    contactId: '7',
    onHoldSince: 0,
  },
};

test.each([
  ['asked for', true],
  ['not asked for', false],
])('the page of the contact opens with the accepted transfer if the call was %s', async (_, asks) => {
  const core = show(<VoiceDialogsContainer />, { incomingCall: offered });
  if (asks) {
    await userEvent.click(button('Ver contato'));
    expect(button('Abre depois de aceitar')).toHaveAttribute('aria-pressed', 'true');
  }
  expect(core.intents).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: /^Aceitar/ }));
  expect(core.intents).toEqual([
    { area: 'voice', type: 'acceptCall' },
    ...(asks ? [{ area: 'shell', type: 'openArea', path: '/contact/7' }] : []),
  ]);
});

const several = room({ transfer: { ...transfer, note: 'Pede visita hoje' } });

test('the bar of a consultation sends its actions as intents of voice [TRF-005] [TRF-027]', async () => {
  const core = show(<CallBarContainer />, { callBar: { ...bar, room: several } });
  await userEvent.click(screen.getByRole('button', { name: /^Cancelar consulta/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Completar transferência/ }));
  expect(core.intents).toEqual([
    { area: 'voice', type: 'cancelTransfer' },
    { area: 'voice', type: 'completeTransfer' },
  ]);
});

test('during a consultation the attendance shows the note that the colleague got, and is qualified when it is over', async () => {
  const core = show(
    <VoiceAttendanceContainer protocol="P1" job={job as never} contextOpen={false} onToggleContext={vi.fn()} />,
    {
      callBar: { ...bar, room: several },
    },
  );
  expect(screen.getByText('Rafael recebeu:')).toBeInTheDocument();
  expect(screen.getByText('Pede visita hoje')).toBeInTheDocument();
  await userEvent.click(button('Ver tudo'));
  expect(button('Ver menos')).toHaveAttribute('aria-expanded', 'true');
  expect(screen.queryByRole('button', { name: 'Encerrar e qualificar' })).toBeNull();
  expect(screen.getByText('A qualificação fica disponível quando a transferência terminar.')).toBeInTheDocument();
  act(() => core.set('callBar', bar));
  expect(screen.queryByText('Rafael recebeu:')).toBeNull();
  expect(button('Encerrar e qualificar')).toBeInTheDocument();
});

test('the button and the key of the call bar open the dialog of destinations [SHELL-013]', async () => {
  const core = show(<CallBarContainer />, { route: { protocol: 'P1' }, callDestinations: undefined });
  await userEvent.click(button('Transferir ligação'));
  expect(await screen.findByRole('dialog', { name: 'Transferir ligação' })).toBeInTheDocument();
  expect(core.intents).toEqual([{ area: 'voice', type: 'watchCallDestinations' }]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(core.intents.at(-1)).toEqual({ area: 'voice', type: 'leaveCallDestinations' });
  fireEvent.keyDown(window, { code: 'KeyX', altKey: true, shiftKey: true });
  expect(await screen.findByRole('dialog', { name: 'Transferir ligação' })).toBeInTheDocument();
});

const receivedBy = {
  number: 1,
  kind: 'blind',
  destinationKind: 'agent',
  destination: 'Juliana Castro',
  askedAt: 0,
  endedAt: 1,
};

test.each([
  ['with its note', 'Quer mudar de plano', 'Rafael transferiu para você:', true],
  ['also without a note', '', 'Rafael transferiu a ligação para você', false],
])(
  'the attendance of a received call names the agent who transferred it, %s, above the script',
  (_, note, label, opens) => {
    const core = show(
      <VoiceAttendanceContainer protocol="P1" job={job as never} contextOpen={false} onToggleContext={vi.fn()} />,
    );
    expect(core.intents).toContainEqual({ area: 'transfers', type: 'loadTransfers', protocol: 'P1' });
    expect(screen.queryByText(label)).toBeNull();
    act(() => core.set('jobTransfers:P1', { state: 'ready', items: [{ ...receivedBy, agent: 'Rafael Souza', note }] }));
    expect(screen.getByText(label)).toBeInTheDocument();
    if (note !== '') expect(screen.getByText(note)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ver tudo' }) !== null).toBe(opens);
  },
);
