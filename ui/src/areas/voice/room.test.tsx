// Tests of the bar of a call with more than two parties: the content of each phase, the request of each button, and the announcements.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CallRoomView } from 'core-wasm';
import i18next from 'i18next';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  bia,
  calling,
  carlos,
  conference,
  failure,
  onHold,
  own,
  rafael,
  room,
  transfer,
} from '../../../test/callRooms';
import { Announcer } from '../../design/Announcer';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { useShortcutListener } from '../../shared/shortcuts';
import { CallBar, type CallBarProps } from './CallBar';
import type { CallView } from './callViews';
import { framesOf, isSeveral, stageOf } from './room';

beforeEach(() => startI18n('pt-BR'));

const call: CallView = {
  id: '1',
  name: 'Carlos Nunes',
  initials: 'CN',
  color: '#0279B6',
  phone: '5511987654321',
  place: '',
  status: 'inCall',
  since: 0,
  muted: false,
  holdPending: false,
  audible: true,
  hangingUp: false,
  redialPending: false,
};

function Page(props: CallBarProps) {
  useShortcutListener(true);
  return (
    <TooltipProvider>
      <Announcer />
      <CallBar {...props} />
    </TooltipProvider>
  );
}

function show(shown: CallRoomView | undefined, more: Partial<CallView> = {}, rest: Partial<CallBarProps> = {}) {
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
  const bar = (now: CallRoomView | undefined, state: Partial<CallView> = {}) => (
    <Page
      legs={[{ ...call, ...more, ...state, room: now }]}
      levels={{ microphone: 0, speaker: 0 }}
      quality={[]}
      noAudio={false}
      onDesk={false}
      {...actions}
      {...rest}
    />
  );
  const { rerender } = render(bar(shown));
  return {
    ...actions,
    update: (now: CallRoomView | undefined, state?: Partial<CallView>) => rerender(bar(now, state)),
  };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const frames = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const people = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const pressKey = (code: string) => fireEvent.keyDown(window, { code, altKey: true, shiftKey: true });

test.each<[string, CallRoomView, ReadonlyArray<string>]>([
  [
    'blind, asked',
    room({ parties: [own, onHold], transfer: { ...transfer, kind: 'blind', phase: 'asked' } }),
    ['Transferindo para Rafael…', 'Cliente em espera'],
  ],
  [
    'blind, ringing',
    room({ parties: [own, onHold], transfer: { ...transfer, kind: 'blind', phase: 'ringing' } }),
    ['Transferência: chamando Rafael', 'Cliente em espera'],
  ],
  [
    'assisted, asked',
    room({ parties: [own, onHold], transfer: { ...transfer, phase: 'asked' } }),
    ['Chamando Rafael', 'Cliente em espera'],
  ],
  ['assisted, ringing', calling, ['Chamando Rafael', 'Cliente em espera']],
  ['consulting', room(), ['Consulta: você e Rafael conversam', 'Cliente em espera']],
  [
    'swapped',
    room({
      mode: 'withCustomer',
      parties: [own, carlos, { ...rafael, music: true }],
      transfer: { ...transfer, phase: 'withCustomer' },
    }),
    ['Você e Carlos conversam', 'Rafael em espera'],
  ],
  [
    'completing',
    room({ transfer: { ...transfer, phase: 'completing' } }),
    ['Passando a ligação para Rafael…', 'Cliente em espera'],
  ],
  ['conference', conference(), ['Em conferência: os três se ouvem']],
  [
    'conference with one on hold',
    conference({ parties: [own, carlos, { ...bia, music: true, held: true }] }),
    ['Em conferência'],
  ],
  ['inviting', conference({ parties: [own, carlos, { ...bia, ringing: true }] }), ['Chamando Bia para a conferência']],
  [
    'guest',
    room({ owned: false, transfer: undefined, parties: [{ ...rafael, own: true }, { ...own, own: false }, onHold] }),
    ['Consulta: você e Juliana conversam', 'Cliente em espera'],
  ],
  [
    'two colleagues after the customer left',
    room({ mode: 'together', parties: [own, rafael], transfer: undefined }),
    ['Você e Rafael conversam'],
  ],
  [
    'three colleagues after the customer left',
    room({ mode: 'together', parties: [own, rafael, bia], transfer: undefined }),
    ['Em conferência: os três se ouvem'],
  ],
  [
    'guest on hold',
    room({
      owned: false,
      mode: 'withCustomer',
      transfer: undefined,
      parties: [{ ...rafael, own: true, music: true }, { ...own, own: false }, carlos],
    }),
    ['Você em espera', 'Juliana e Carlos conversam'],
  ],
])('the frames show which people hear each other: %s', (_, shown, titles) => {
  show(shown);
  expect(frames()).toEqual(titles);
});

test("the first frame is the agent's, and each person is shown with the state in words", () => {
  show(room({ parties: [own, onHold, rafael] }));
  expect(people('Consulta: você e Rafael conversam')).toEqual([
    'JVocêramal 401Microfone aberto',
    'RRafael Souzaramal 403Na conversa',
  ]);
  expect(people('Cliente em espera')).toEqual(['CCarlos NunesOuve música de espera']);
});

test('a text shows who is speaking while the page plays the voice of only one person', () => {
  show(room(), {}, { levels: { microphone: 0.1, speaker: 0.2 } });
  expect(people('Consulta: você e Rafael conversam')[1]).toContain('Falando');
  show(conference(), {}, { levels: { microphone: 0.1, speaker: 0.2 } });
  expect(screen.getAllByText('Falando')).toHaveLength(1);
});

describe('a consultation', () => {
  test('swaps, joins, cancels and completes [TRF-005]', async () => {
    const { onRoom } = show(room());
    await userEvent.click(button('Alternar: falar com Carlos'));
    await userEvent.click(button('Conferência: juntar Carlos e Rafael'));
    await userEvent.click(button(/^Cancelar consulta/));
    await userEvent.click(button(/^Completar transferência/));
    expect(onRoom.mock.calls.flat()).toEqual([
      { type: 'talkWith', customer: true },
      { type: 'joinConference' },
      { type: 'cancelTransfer' },
      { type: 'completeTransfer' },
    ]);
  });

  test('swaps back to the colleague', async () => {
    const { onRoom } = show(room({ mode: 'withCustomer', transfer: { ...transfer, phase: 'withCustomer' } }));
    await userEvent.click(button('Alternar: falar com Rafael'));
    expect(onRoom).toHaveBeenCalledWith({ type: 'talkWith', customer: false });
  });

  test('while the colleague rings, swap and conference are disabled with a reason, and completing transfers without waiting [TRF-004]', async () => {
    const { onRoom } = show(calling);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(button(/^Alternar/)).toHaveAccessibleDescription(/^Disponível quando Rafael atender/);
    for (const name of [/^Alternar/, /^Conferência/]) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(button(name));
    }
    expect(onRoom).not.toHaveBeenCalled();
    await userEvent.click(button(/^Transferir sem esperar/));
    expect(onRoom).toHaveBeenCalledWith({ type: 'completeTransfer' });
  });

  test('completing and cancelling are disabled when the server does not allow them', async () => {
    const { onRoom } = show(
      room({ transfer: { ...transfer, phase: 'completing', canComplete: false, canCancel: false } }),
    );
    await userEvent.click(button(/Cancelar consulta/));
    await userEvent.click(button(/Completar transferência/));
    expect(onRoom).not.toHaveBeenCalled();
    expect(button(/Completar transferência/)).toHaveAttribute('aria-busy', 'true');
  });

  test('the keys swap, join, cancel at once, and complete with the second press', () => {
    const { onRoom } = show(room());
    pressKey('KeyG');
    pressKey('KeyJ');
    pressKey('KeyZ');
    pressKey('KeyX');
    expect(onRoom.mock.calls.map(([action]) => (action as { type: string }).type)).toEqual([
      'talkWith',
      'joinConference',
      'cancelTransfer',
    ]);
    pressKey('KeyX');
    expect(onRoom).toHaveBeenLastCalledWith({ type: 'completeTransfer' });
  });

  test('the hang-up key says what to do instead', async () => {
    const { onHangUp } = show(room());
    pressKey('KeyE');
    pressKey('KeyE');
    expect(onHangUp).not.toHaveBeenCalled();
    expect(await screen.findByText(/^Cancele a consulta ou complete a transferência/)).toBeInTheDocument();
  });

  test('a requested action is shown as pending, and the others are disabled with a reason', async () => {
    const { update, onRoom } = show(room());
    await userEvent.click(button('Alternar: falar com Carlos'));
    update(room({ pending: true }));
    expect(button(/^Alternar/)).toHaveAttribute('aria-busy', 'true');
    expect(frames()[0]).toBe('Consulta: você e Rafael conversam');
    await userEvent.tab();
    expect(button(/Cancelar consulta/)).toHaveFocus();
    expect(button(/Cancelar consulta/)).toHaveAccessibleDescription('Aguardando a resposta do servidor');
    await userEvent.click(button(/Cancelar consulta/));
    expect(onRoom).toHaveBeenCalledOnce();
  });

  test('the focus stays on the swap button, and moves to the mute button when its control is removed', async () => {
    const { update } = show(room());
    await userEvent.click(button('Alternar: falar com Carlos'));
    update(room({ mode: 'withCustomer', transfer: { ...transfer, phase: 'withCustomer' } }));
    expect(button('Alternar: falar com Rafael')).toHaveFocus();
    update(conference());
    expect(button('Silenciar microfone')).toHaveFocus();
    update(undefined);
    expect(screen.getByRole('toolbar')).toContainElement(document.activeElement as HTMLElement);
  });
});

test('a transfer without a consultation can only be cancelled [TRF-005]', async () => {
  const { onRoom } = show(room({ parties: [own, onHold], transfer: { ...transfer, kind: 'blind', phase: 'ringing' } }));
  expect(screen.queryByRole('button', { name: /^Alternar|^Completar|^Transferir/ })).toBeNull();
  await userEvent.click(button(/^Cancelar transferência/));
  expect(onRoom).toHaveBeenCalledWith({ type: 'cancelTransfer' });
  pressKey('KeyE');
  expect(await screen.findByText(/^Cancele a transferência para encerrar a ligação/)).toBeInTheDocument();
});

describe('a conference', () => {
  test('each person can be muted, put on hold and, after a question, removed [TRF-030]', async () => {
    const { onRoom } = show(conference());
    await userEvent.click(button('Silenciar Rafael'));
    await userEvent.click(button('Colocar Rafael em espera'));
    await userEvent.click(button('Remover Rafael da conferência'));
    const question = screen.getByRole('dialog', { name: 'Remover Rafael da conferência?' });
    expect(question).toHaveTextContent('Você continua a ligação com Carlos.');
    expect(within(question).getByRole('button', { name: 'Cancelar' })).toHaveFocus();
    expect(onRoom).toHaveBeenCalledTimes(2);
    await userEvent.click(within(question).getByRole('button', { name: 'Remover' }));
    expect(onRoom.mock.calls.flat()).toEqual([
      { type: 'muteParty', party: 3, muted: true },
      { type: 'holdParty', party: 3, held: true },
      { type: 'removeParty', party: 3 },
    ]);
  });

  test('while a request is pending, the controls of the people keep their places and are disabled', async () => {
    const waiting = conference({
      pending: true,
      parties: [own, { ...carlos, controls: false }, { ...rafael, controls: false }],
    });
    const { onRoom, update } = show(conference());
    await userEvent.click(button('Silenciar Rafael'));
    update(waiting);
    expect(button('Silenciar Rafael')).toHaveFocus();
    for (const name of ['Silenciar Rafael', 'Colocar Rafael em espera', 'Remover Rafael da conferência']) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(button(name));
    }
    expect(onRoom).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the customer is removed after an alert', async () => {
    const { onRoom } = show(conference());
    await userEvent.click(button('Remover Carlos da conferência'));
    const alert = screen.getByRole('alertdialog', { name: 'Encerrar a ligação de Carlos?' });
    await userEvent.click(within(alert).getByRole('button', { name: 'Encerrar ligação' }));
    expect(onRoom).toHaveBeenCalledWith({ type: 'removeParty', party: 2 });
  });

  test('a muted person can be unmuted and a held one resumed', async () => {
    const quiet = { ...rafael, muted: true, held: true, music: true };
    const { onRoom } = show(conference({ parties: [own, carlos, quiet] }));
    expect(button('Silenciar Rafael')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(button('Silenciar Rafael'));
    await userEvent.click(button('Colocar Rafael em espera'));
    expect(onRoom.mock.calls.flat()).toEqual([
      { type: 'muteParty', party: 3, muted: false },
      { type: 'holdParty', party: 3, held: false },
    ]);
  });

  test('the question about leaving names who keeps the customer, that about ending names who is hung up, and both keys need a second press', async () => {
    const { onRoom, onHangUp } = show(conference());
    expect(screen.getByText('Rafael fica com o atendimento')).toBeInTheDocument();
    expect(screen.getByText('Desliga Carlos e Rafael')).toBeInTheDocument();
    pressKey('KeyX');
    pressKey('KeyE');
    expect([onRoom.mock.calls.length, onHangUp.mock.calls.length]).toEqual([0, 0]);
    pressKey('KeyX');
    pressKey('KeyE');
    expect(onRoom).toHaveBeenCalledWith({ type: 'leaveConference' });
    expect(onHangUp).toHaveBeenCalledOnce();
    await userEvent.click(button(/^Encerrar para todos/));
    expect(onHangUp).toHaveBeenCalledTimes(2);
  });

  test('no agent can leave the customer alone in the call', async () => {
    const { onRoom } = show(conference({ successor: undefined }));
    expect(screen.getByText('Ninguém ficaria com o cliente. Encerre para todos.')).toBeInTheDocument();
    await userEvent.click(button(/^Sair da conferência/));
    expect(onRoom).not.toHaveBeenCalled();
  });

  test('the conference is ended for the added people after a question, and agent and customer stay [TRF-030]', async () => {
    const { onRoom } = show(conference({ parties: [own, carlos, rafael, bia] }));
    await userEvent.click(button('Encerrar a conferência e ficar só com Carlos'));
    const question = screen.getByRole('dialog', { name: 'Encerrar a conferência?' });
    expect(question).toHaveTextContent('Rafael e Bia');
    await userEvent.click(within(question).getByRole('button', { name: 'Encerrar conferência' }));
    expect(onRoom).toHaveBeenCalledWith({ type: 'endConference' });
  });

  test('people can be added until the call has six', async () => {
    const { onAdd, update } = show(conference());
    await userEvent.click(button('Adicionar pessoa à conferência'));
    pressKey('KeyJ');
    expect(onAdd).toHaveBeenCalledTimes(2);
    const six = [own, carlos, rafael, bia, { ...bia, party: 5 }, { ...bia, party: 6 }];
    update(conference({ parties: six }));
    expect(button('Adicionar pessoa à conferência')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button('Adicionar pessoa à conferência'));
    expect(onAdd).toHaveBeenCalledTimes(2);
  });

  test('a person who still rings is removed without a question', async () => {
    const { onRoom } = show(conference({ parties: [own, carlos, { ...bia, ringing: true }] }));
    await userEvent.click(button('Parar de chamar Bia'));
    expect(onRoom).toHaveBeenCalledWith({ type: 'removeParty', party: 4 });
  });
});

test('a guest can mute and leave, and has no other controls', async () => {
  const parties = [{ ...rafael, own: true }, { ...own, own: false }, onHold];
  const { onRoom, onHangUp, onMute } = show(room({ owned: false, transfer: undefined, parties }));
  await userEvent.click(button('Silenciar microfone'));
  await userEvent.click(button(/^Sair da ligação/));
  expect([onMute.mock.calls.length, onHangUp.mock.calls.length, onRoom.mock.calls.length]).toEqual([1, 1, 0]);
  expect(screen.queryByRole('button', { name: /Remover|Alternar|Completar|Cancelar|Encerrar/ })).toBeNull();
});

test('when the customer has hung up, only the consultation can be ended', async () => {
  const { onHangUp } = show(room({ parties: [own, rafael], transfer: undefined, mode: 'together' }));
  await userEvent.click(button(/^Encerrar consulta/));
  expect(onHangUp).toHaveBeenCalledOnce();
});

test.each([
  ['declined', 'A ligação foi recusada'],
  ['noAnswer', 'Ninguém atendeu'],
  ['busy', 'O telefone está ocupado'],
  ['notFound', 'O número não foi encontrado'],
  ['unavailable', 'O telefone está indisponível'],
  ['agentPaused', 'O agente está em pausa'],
  ['voiceServerOffline', 'Servidor de voz offline'],
  ['somethingNew', 'Não foi possível realizar a transferência'],
])(
  'a transfer that came back (%s) says why and what the customer does now, until the note is closed [TRF-014]',
  async (key, words) => {
    const { onRoom, onTransfer } = show(
      room({ mode: 'together', parties: [own, carlos], transfer: undefined, failure: failure(key) }),
    );
    expect(
      screen.getByText(new RegExp(`^A ligação voltou de Rafael Souza: ${words}\\. Carlos está de volta com você\\.`)),
    ).toBeInTheDocument();
    // The ordinary controls of a call return.
    expect(button('Encerrar ligação')).toBeInTheDocument();
    await userEvent.click(button('Escolher outro'));
    expect(onTransfer).toHaveBeenCalledOnce();
    await userEvent.click(button('Fechar o aviso'));
    expect(onRoom).toHaveBeenCalledWith({ type: 'dismissTransferFailure' });
  },
);

test('if the customer hung up during the consultation, the message does not say that the customer is back', () => {
  show(room({ mode: 'together', parties: [own, rafael], transfer: undefined, failure: failure('customerLeft') }));
  expect(screen.getByText(/^O cliente desligou\. A transferência para Rafael Souza terminou\./)).toBeInTheDocument();
  expect(screen.queryByText(/voltou/)).toBeNull();
});

test.each([
  ['a conference', room({ mode: 'together', parties: [own, rafael, bia], transfer: undefined }), 'Sair da ligação'],
  ['a consultation', room({ mode: 'together', parties: [own, rafael], transfer: undefined }), 'Encerrar consulta'],
])('given a customer who left %s, the bar names what is left of the call, and its end', (_, left, end) => {
  show(left);
  expect(button(new RegExp(`^${end}`))).toBeInTheDocument();
  expect(screen.queryByText('Consulta') !== null).toBe(end === 'Encerrar consulta');
});

test('given a customer who still has music, the note says so and takes the customer back by button and by key', async () => {
  const { onRoom } = show(
    room({ mode: 'consulting', parties: [own, onHold], transfer: undefined, failure: failure('declined') }),
  );
  expect(screen.getByText(/Carlos continua em espera\./)).toBeInTheDocument();
  await userEvent.click(button('Voltar a falar com Carlos'));
  pressKey('KeyZ');
  expect(onRoom.mock.calls).toEqual(Array(2).fill([{ type: 'talkWith', customer: true }]));
});

test('in a call of two, transfer and adding a person are possible once it is answered, by button and by key [TRF-001]', async () => {
  const { onTransfer, onAdd, update } = show(undefined, { opened: true });
  await userEvent.click(button('Transferir ligação'));
  await userEvent.click(button('Chamar para a conferência'));
  pressKey('KeyX');
  pressKey('KeyJ');
  expect([onTransfer.mock.calls.length, onAdd.mock.calls.length]).toEqual([2, 2]);
  update(undefined, { status: 'ringing', audible: false });
  await userEvent.click(button('Transferir ligação'));
  pressKey('KeyX');
  expect(onTransfer).toHaveBeenCalledTimes(2);
});

test('while another attendance is open, the transfer key does not apply to the call', () => {
  const { onTransfer } = show(undefined, { opened: false });
  pressKey('KeyX');
  expect(onTransfer).not.toHaveBeenCalled();
});

test('while the connection is lost, no action is possible', async () => {
  const { onRoom } = show(room(), { status: 'reconnecting', audible: false });
  for (const name of [/^Alternar/, /^Cancelar consulta/, /^Completar/]) await userEvent.click(button(name));
  expect(onRoom).not.toHaveBeenCalled();
});

test('an ended call with several parties offers the same actions as every ended call', () => {
  show(room(), { status: 'ended', audible: false });
  expect(button('Qualificar')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: /Consulta/ })).toBeNull();
});

test('a screen reader announces events while the bar is shown', async () => {
  const { update } = show(calling);
  act(() => update(room()));
  expect(await screen.findByText(/^Rafael atendeu\. Carlos está em espera\./)).toBeInTheDocument();
});

test('a call of two with only a failed transfer is not shown as a call of several', () => {
  expect(
    isSeveral(room({ parties: [own, carlos], transfer: undefined, mode: 'together', failure: failure('busy') })),
  ).toBe(false);
  expect(isSeveral(undefined)).toBe(false);
  expect([room(), conference(), room({ owned: false })].map((shown) => stageOf(shown))).toEqual([
    'consultation',
    'conference',
    'guest',
  ]);
  expect(framesOf(conference(), i18next.t.bind(i18next))).toHaveLength(1);
});
