// Tests of the text of an empty page about new attendances, by the statuses of all connected channels, and of the button that
// connects them.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { startI18n } from '../../i18n';
import { ConnectButton } from './ConnectButton';
import type { ChannelName, ChannelStatus } from './channels';
import { useReceiving } from './useReceiving';
import { useReceivingHelp } from './useReceivingHelp';

beforeEach(() => startI18n('pt-BR'));

type Item = [channel: ChannelName, status: ChannelStatus, cause?: 'microphoneMissing'];

function Empty() {
  const { receiving, connect } = useReceiving();
  const help = useReceivingHelp(receiving);
  return (
    <>
      <p role="note">{help}</p>
      {connect && <ConnectButton offer={connect} />}
    </>
  );
}

function show(...items: ReadonlyArray<Item>): FakeCore {
  const channels = items.map(([channel, status, cause]) => ({
    channel,
    status,
    cause,
    connected: !['disconnected', 'processing'].includes(status),
  }));
  const core = new FakeCore({ channels: { items: channels } });
  render(
    <CoreProvider core={core}>
      <Empty />
    </CoreProvider>,
  );
  return core;
}

const available = 'Você está disponível. Novos atendimentos aparecem aqui.';
const wrapUp = 'Você está em pós-atendimento. Nenhuma ligação chega até o fim.';
const inCall = 'Você está em uma ligação. Nenhuma outra chega até o fim.';
const notNow = 'Nenhum atendimento chega agora. O canal, na barra superior, mostra o motivo.';

test.each<[string, ReadonlyArray<Item>, string]>([
  ['one available channel', [['chat', 'available']], available],
  [
    'an available and a disconnected one',
    [
      ['chat', 'available'],
      ['voice', 'disconnected'],
    ],
    available,
  ],
  [
    'channels with open attendances',
    [
      ['chat', 'inAttendance'],
      ['voice', 'available'],
    ],
    available,
  ],
  ['a call, which may be one with colleagues', [['voice', 'inAttendance']], inCall],
  [
    'a call and a pause',
    [
      ['voice', 'inAttendance'],
      ['chat', 'paused'],
    ],
    inCall,
  ],
  [
    'a call beside conversations',
    [
      ['voice', 'inAttendance'],
      ['chat', 'inAttendance'],
    ],
    'Você está disponível em Chat. Novos atendimentos aparecem aqui.',
  ],
  [
    'the time after a call',
    [
      ['voice', 'wrapUp'],
      ['chat', 'disconnected'],
    ],
    wrapUp,
  ],
  [
    'the time after a call, the others paused',
    [
      ['voice', 'wrapUp'],
      ['chat', 'paused'],
    ],
    wrapUp,
  ],
  [
    'the time after a call beside an available channel',
    [
      ['voice', 'wrapUp'],
      ['chat', 'available'],
      ['whatsapp', 'inAttendance'],
    ],
    'Você está disponível em Chat, WhatsApp. Novos atendimentos aparecem aqui.',
  ],
  [
    'a paused channel beside an available one',
    [
      ['chat', 'paused'],
      ['whatsapp', 'available'],
    ],
    'Você está disponível em WhatsApp. Novos atendimentos aparecem aqui.',
  ],
  [
    'paused channels',
    [
      ['chat', 'paused'],
      ['whatsapp', 'paused'],
    ],
    'Você está em pausa. Saia da pausa para receber atendimentos.',
  ],
  ['a scheduled pause', [['chat', 'scheduledPause']], notNow],
  ['a lost connection', [['chat', 'lost']], notNow],
  ['a connection that is being checked', [['chat', 'checking']], notNow],
  ['voice without a microphone', [['voice', 'available', 'microphoneMissing']], notNow],
  ['no connected channel', [['chat', 'disconnected']], 'Você recebe atendimentos quando um canal está conectado.'],
])('[BEY-159] given %s, the empty list explains why no attendance arrives', (_, items, text) => {
  show(...items);
  expect(screen.getByRole('note')).toHaveTextContent(text);
});

test('while no channel is connected, one button connects all', async () => {
  const core = show(['chat', 'disconnected'], ['whatsapp', 'disconnected']);
  await userEvent.click(screen.getByRole('button', { name: 'Conectar tudo' }));
  expect(core.intents).toEqual([
    { area: 'channels', type: 'connectChannel', channel: 'chat' },
    { area: 'channels', type: 'connectChannel', channel: 'whatsapp' },
  ]);
});

test('the button of an agent with one channel connects it, and waits for the answer', async () => {
  const core = show(['chat', 'disconnected']);
  await userEvent.click(screen.getByRole('button', { name: 'Conectar canal' }));
  expect(core.intents).toHaveLength(1);
});

test.each<[string, ReadonlyArray<Item>]>([
  [
    'a channel is connected',
    [
      ['chat', 'disconnected'],
      ['voice', 'wrapUp'],
    ],
  ],
  ['the agent has no channel', []],
])('there is no button to connect where %s', (_, items) => {
  show(...items);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a channel that is being connected is not requested again', async () => {
  const core = show(['chat', 'processing'], ['whatsapp', 'disconnected']);
  await userEvent.click(screen.getByRole('button', { name: 'Conectar tudo' }));
  expect(core.intents).toEqual([]);
});
