// The voice screens connected with a core that is set by hand.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { useJob } from '../../core/slices';
import { CoreProvider } from '../../core/react';
import { CallBarSlot } from '../../app/tables/voiceSlots';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { useShortcutListener } from '../../shared/shortcuts';
import { CallBarContainer } from './CallBarContainer';
import { DialButtonContainer } from './DialButtonContainer';
import { speechParts, withoutName } from './ScriptPanel';
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
const failedRoom = {
  owned: true,
  parties: [],
  pending: false,
  failure: { at: 7, name: 'Bruno Lima', text: { key: 'transferError.agentPaused', params: {}, fallback: undefined } },
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

/** Without the request for the transfers, which every attendance begins with. */
const done = (core: FakeCore) => core.intents.filter(({ type }) => type !== 'loadTransfers');

const button = (name: string) => screen.getByRole('button', { name });

test('the controls of the call bar send intents of voice, and hanging up and qualifying are two actions [BEY-030]', async () => {
  const core = show(<CallBarContainer />);
  await userEvent.click(button('Silenciar microfone'));
  await userEvent.click(button('Colocar em espera'));
  await userEvent.click(button('Teclado de tons'));
  await userEvent.keyboard('5');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(button('Encerrar ligação'));
  expect(core.intents).toEqual([
    { area: 'voice', type: 'mute', muted: true },
    { area: 'voice', type: 'hold', held: true },
    { area: 'voice', type: 'sendTones', tones: '5' },
    { area: 'voice', type: 'hangUp' },
  ]);
  act(() => core.set('callBar', { ...bar, status: 'ended', audible: false }));
  await userEvent.click(button('Ligar de novo'));
  await userEvent.click(button('Qualificar'));
  expect(core.intents.slice(4)).toEqual([
    { area: 'voice', type: 'redial', protocol: 'P1' },
    { area: 'qualification', type: 'openQualification', protocol: 'P1' },
  ]);
});

test.each<[string, string | undefined, boolean, string]>([
  ['no attendance', undefined, false, 'Qualificar'],
  ['its own attendance', 'P1', true, 'Qualificar'],
  ['a conversation that goes on, and the transfer has failed,', 'P2', false, 'Qualificar'],
  ['another attendance to qualify, and the transfer has failed,', 'P2', true, 'Ir para a ligação'],
])('while %s is open, one button of the screen qualifies', async (_, opened, disabled, action) => {
  const core = show(<CallBarContainer />, {
    route: { protocol: opened },
    callBar: { ...bar, status: 'ended', audible: false, room: opened === 'P2' ? failedRoom : undefined },
    [`job:${opened ?? ''}`]: { ...job, disabled },
  });
  await userEvent.click(screen.getByRole('button', { name: /^(Qualificar|Ir para a ligação)$/ }));
  expect(button(action)).toBeInTheDocument();
  expect(core.intents).toEqual([
    action === 'Qualificar'
      ? { area: 'qualification', type: 'openQualification', protocol: 'P1' }
      : { area: 'jobs', type: 'openJob', protocol: 'P1' },
  ]);
});

test('an agent with a desk telephone is asked to lift the receiver', () => {
  const ringing = { ...bar, status: 'dialling', audible: false };
  const core = show(<CallBarContainer />, { voice: { ...voice, webRtc: false }, callBar: ringing });
  expect(screen.getByRole('status')).toHaveTextContent('Tire o fone do gancho');
  act(() => core.set('voice', voice));
  expect(screen.queryByRole('status')).toBeNull();
});

test('given a call, when the agent leaves the page, then the browser asks for confirmation, and after the call it does not [BEY-024]', () => {
  const core = show(<CallBarContainer />);
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  act(() => core.set('voice', { ...voice, inCall: true }));
  expect(isAsked()).toBe(true);
  act(() => core.set('voice', voice));
  expect(isAsked()).toBe(false);
});

test('given an agent without the voice channel, then no part of voice is rendered, and with the channel the call bar is loaded', async () => {
  const core = show(<CallBarSlot />, { voice: { ...voice, enabled: false } });
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  act(() => core.set('voice', voice));
  expect(await screen.findByRole('region', { name: 'Ligação com Helena Duarte' })).toBeInTheDocument();
});

test('given a call that rings, then accepting, refusing and the ring volume are sent [VOI-034] [VOI-035]', () => {
  const call = {
    ...bar,
    origin: 'queue',
    employer: '',
    phoneUnverified: false,
    transferredBy: '',
    transferredByKind: '',
    rings: true,
  };
  const core = show(<VoiceDialogsContainer />, { incomingCall: call });
  const dialog = screen.getByRole('alertdialog', { name: 'Chamada da fila' });
  fireEvent.change(within(dialog).getByRole('slider'), { target: { value: '80' } });
  fireEvent.keyDown(window, { code: 'F2' });
  fireEvent.click(within(dialog).getByRole('button', { name: /Recusar/ }));
  expect(core.intents).toEqual([
    { area: 'voice', type: 'setRingVolume', volume: 80 },
    { area: 'voice', type: 'acceptCall' },
    { area: 'voice', type: 'rejectCall' },
  ]);
});

test('given a preferential call, then the agent is asked to confirm it, and either answer is sent [CHN-021]', () => {
  const core = show(<VoiceDialogsContainer />, { preferentialCall: { name: 'Helena Duarte', phone: '+5511' } });
  expect(screen.getByRole('alertdialog', { name: 'Contato preferencial' })).toHaveTextContent('Helena Duarte (+5511)');
  fireEvent.click(button('Confirmar'));
  fireEvent.click(button('Cancelar'));
  const answer = { area: 'voice', type: 'confirmPreferential' };
  expect(core.intents).toEqual([
    { ...answer, confirmed: true },
    { ...answer, confirmed: false },
  ]);
});

test('a number is typed or pressed and called with the chosen campaign; the shortcut opens the form [VOI-065]', async () => {
  const campaigns = [{ id: '31', name: 'Renovação' }];
  const core = show(<DialButtonContainer />, { voice: { ...voice, campaigns }, callBar: undefined });
  fireEvent.keyDown(window, { code: 'KeyN', altKey: true, shiftKey: true });
  const form = await screen.findByRole('dialog', { name: 'Ligar para um número' });
  const field = within(form).getByRole('textbox', { name: 'Número' });
  await userEvent.type(field, '11x 955');
  await userEvent.click(within(form).getByRole('button', { name: '7' }));
  expect(field).toHaveValue('11 9557');
  await userEvent.selectOptions(within(form).getByRole('combobox'), 'Renovação');
  await userEvent.click(within(form).getByRole('button', { name: 'Ligar' }));
  expect(core.intents).toEqual([
    { area: 'voice', type: 'loadCampaigns' },
    { area: 'voice', type: 'dial', phone: '11 9557', campaignId: '31' },
  ]);
  act(() => core.set('callBar', { ...bar, status: 'dialling' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a voice attendance shows its script with the name of the customer, loads the fields, and is ended by one button [QUA-020]', async () => {
  const script = { name: 'Renovação', text: 'Bom dia, {{fullname}}.', fields: [] };
  const attendance = {
    state: 'IS_SERVICE',
    ended: false,
    redialling: false,
    place: 'Vendas',
    script,
    scriptState: 'ready',
  };
  const core = show(
    <VoiceAttendanceContainer protocol="P1" job={job as never} contextOpen={false} onToggleContext={vi.fn()} />,
    { 'voiceJob:P1': attendance },
  );
  expect(screen.getByRole('tabpanel', { name: 'Script' })).toHaveTextContent('Bom dia, Helena Duarte.');
  await userEvent.click(button('Encerrar e qualificar'));
  expect(done(core)).toEqual([
    { area: 'voice', type: 'openScript', protocol: 'P1' },
    { area: 'jobs', type: 'finishJob', protocol: 'P1', confirmed: false },
  ]);
  // The contact becomes known later: then its answers are loaded.
  act(() => core.set('contact:P1', { contact: { state: 'found', contact: { id: '5' } } }));
  expect(done(core).slice(2)).toEqual([{ area: 'voice', type: 'openScript', protocol: 'P1' }]);
});

test('given an answer and a failed script, then the answer is an intent of the attendance and the script is loaded again [QUA-021]', async () => {
  const fields = [{ id: '4', name: 'Observação', kind: 'text', value: '', options: [] }];
  const script = { name: '', text: '', fields };
  const attendance = { state: 'IS_SERVICE', ended: false, redialling: false, place: '', script, scriptState: 'failed' };
  const core = show(
    <VoiceAttendanceContainer protocol="P1" job={job as never} contextOpen={false} onToggleContext={vi.fn()} />,
    { 'voiceJob:P1': attendance },
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Observação' }), { target: { value: 'ligar à tarde' } });
  await userEvent.click(button('Tentar de novo'));
  expect(done(core)).toEqual([
    { area: 'voice', type: 'openScript', protocol: 'P1' },
    { area: 'jobs', type: 'answerScript', protocol: 'P1', fieldId: '4', value: 'ligar à tarde' },
    { area: 'voice', type: 'openScript', protocol: 'P1' },
  ]);
  expect(screen.getByRole('textbox', { name: 'Observação' })).toHaveValue('ligar à tarde');
});

test('given an ended call on the call bar, then only the bar has the button that qualifies, and the shortcut qualifies', () => {
  const attendance = { state: 'HUNG_UP', ended: true, redialling: false, place: 'Vendas', scriptState: 'ready' };
  const core = show(
    <VoiceAttendanceContainer
      protocol="P1"
      job={{ ...job, disabled: true } as never}
      contextOpen={false}
      onToggleContext={vi.fn()}
    />,
    { 'voiceJob:P1': attendance },
  );
  expect(screen.queryByRole('button', { name: 'Qualificar' })).not.toBeInTheDocument();
  fireEvent.keyDown(window, { code: 'KeyQ', altKey: true, shiftKey: true });
  expect(done(core)).toEqual([{ area: 'qualification', type: 'openQualification', protocol: 'P1' }]);
});

test('given a call that the customer ended after talking, then its header says that it ended, not that it was cancelled', () => {
  const attendance = { state: 'CANCEL', ended: true, redialling: false, place: 'Vendas' };
  show(
    <VoiceAttendanceContainer
      protocol="P2"
      job={{ ...job, disabled: true } as never}
      contextOpen={false}
      onToggleContext={vi.fn()}
    />,
    { 'voiceJob:P2': attendance },
  );
  expect(screen.getByText('Ligação encerrada · Vendas')).toBeInTheDocument();
});

test('given an attendance that is not on the call bar, then its header shows the result and the customer can be called again', async () => {
  const attendance = { state: 'BUSY', result: 'BUSY', ended: true, redialling: false, place: 'Vendas' };
  const core = show(
    <VoiceAttendanceContainer
      protocol="P2"
      job={{ ...job, disabled: true } as never}
      contextOpen={false}
      onToggleContext={vi.fn()}
    />,
    { 'voiceJob:P2': attendance },
  );
  expect(screen.getByText('Ocupado · Vendas')).toBeInTheDocument();
  await userEvent.click(button('Ligar de novo'));
  expect(done(core)).toEqual([{ area: 'voice', type: 'redial', protocol: 'P2' }]);
  expect(button('Qualificar')).toBeInTheDocument();
});

test.each([
  ['Bom dia, {{fullname}}.', ['Bom dia, ', '*Ana', '.']],
  ['{{ fullname }}', ['*Ana']],
  ['Plano {{plan}}', ['Plano ', '{{plan}}']],
  ['', []],
])('the script %j is split into %j', (text, expected) => {
  const parts = speechParts(text, { fullname: 'Ana' });
  expect(parts.map((part) => (part.isFilled ? `*${part.text}` : part.text))).toEqual(expected);
});

test('the bar of an ended call leaves when another conversation is open, unless its transfer failed', () => {
  const ended = { ...bar, status: 'ended' };
  const region = () => screen.queryByRole('region', { name: /^Ligação com/ });
  const core = show(<CallBarContainer />, { callBar: ended });
  expect(region()).not.toBeNull();
  act(() => core.set('route', { protocol: 'P2' }));
  expect(region()).toBeNull();
  act(() => core.set('callBar', bar));
  expect(region()).not.toBeNull();
  act(() => core.set('callBar', ended));
  expect(region()).toBeNull();
  act(() => core.set('route', { protocol: 'P1' }));
  expect(region()).not.toBeNull();
});

test('the pause after a ringing call is chosen in its dialog, which no other one covers', async () => {
  const ringing = {
    origin: 'queue',
    name: '',
    initials: '',
    color: '',
    phone: '5511',
    employer: '',
    place: '',
    transferredBy: '',
  };
  const connected = (channel: string) => ({ channel, status: 'available', connected: true });
  const reasons = [
    { id: 'lunch', name: 'Almoço', channels: ['voice', 'chat'], maxDurationSeconds: 0 },
    { id: 'call', name: 'Retorno', channels: ['voice'], maxDurationSeconds: 0 },
  ];
  const free = { pending: false };
  const pauses = { reasons, loading: false, failed: false };
  const core = show(<VoiceDialogsContainer />, {
    incomingCall: { ...ringing, since: 7 },
    channels: { items: [connected('voice'), connected('chat'), { ...connected('whatsapp'), connected: false }] },
    pauses: {
      ...pauses,
      channels: [
        { ...free, channel: 'voice' },
        { ...free, channel: 'chat' },
      ],
    },
  });
  await userEvent.click(button('Pausar depois desta ligação'));
  expect(screen.queryByRole('button', { name: 'Retorno' })).toBeNull();
  await userEvent.click(button('Almoço'));
  expect(core.intents).toEqual([
    { area: 'pauses', type: 'reloadPauses' },
    { area: 'pauses', type: 'enterPause', channels: ['voice', 'chat'], pauseId: 'lunch' },
  ]);
  expect(button('Atender')).toBeEnabled();
  const scheduled = { ...free, channel: 'voice', scheduled: 'Almoço' };
  act(() => core.set('pauses', { ...pauses, channels: [scheduled] }));
  expect(screen.getByText('Depois desta ligação: pausa Almoço')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pausar depois desta ligação' })).toBeNull();
});

test.each([
  ['Bom dia, {{fullname}}. Aqui é a Ana.', 'Bom dia. Aqui é a Ana.'],
  ['Olá {{fullname}}, tudo bem?', 'Olá, tudo bem?'],
  ['Boa tarde, {{ fullname }}!', 'Boa tarde!'],
  ['Bom dia, {{fullname}}', 'Bom dia'],
  ['Falo com {{fullname}}?', 'Falo com {{fullname}}?'],
  ['Plano, {{plan}}.', 'Plano, {{plan}}.'],
])('the greeting %j of a customer without a name is %j', (text, expected) => {
  expect(withoutName(text)).toBe(expected);
});

test.each([
  ['5511979158643', '+55 (11) 97915-8643', 'Bom dia. Falo com (nome do cliente)?'],
  ['1138425510', '(11) 3842-5510', 'Bom dia. Falo com (nome do cliente)?'],
  ['Helena Duarte', 'Helena Duarte', 'Bom dia, Helena Duarte. Falo com Helena Duarte?'],
])('the screen of a call with %s names the customer %s, and greets with a name only', (name, shown, speech) => {
  const script = { name: '', text: 'Bom dia, {{fullname}}. Falo com {{fullname}}?', fields: [] };
  function Opened() {
    const open = useJob('P2');
    return open && <VoiceAttendanceContainer protocol="P2" job={open} contextOpen={false} onToggleContext={vi.fn()} />;
  }
  show(<Opened />, {
    'job:P2': { ...job, name },
    'voiceJob:P2': { state: 'ANSWERED', ended: true, redialling: false, place: 'Vendas', script, scriptState: 'ready' },
  });
  expect(screen.getByRole('heading', { name: shown })).toBeInTheDocument();
  expect(screen.getByText(/^Bom dia/)).toHaveTextContent(speech);
});
