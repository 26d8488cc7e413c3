// Every choice of the alert preferences goes to the core at once and keeps the others.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import pt from '../../i18n/pt-BR/notifications.json';
import { AlertPreferencesContainer } from './AlertPreferencesContainer';

beforeEach(() => startI18n('pt-BR'));

const words = pt.preferences;
const names = { voice: 'Voz', whatsapp: 'WhatsApp', chat: 'Chat' };
const alerts = {
  hideContent: false,
  voice: { melody: 'bright', volume: 70 },
  whatsapp: { melody: 'soft', volume: 40 },
  chat: { melody: 'low', volume: 10 },
  repeat: true,
  ringUntilOpened: false,
};

interface Shown {
  desktop?: string;
  channels?: ReadonlyArray<string>;
  soundBlocked?: boolean;
  voiceConnection?: boolean;
}

function shown({
  desktop = 'granted',
  channels = ['voice', 'whatsapp', 'chat'],
  soundBlocked = false,
  voiceConnection = true,
}: Shown = {}): FakeCore {
  const core = new FakeCore({
    preferences: { sounds: true, alerts },
    alerts: { desktop, notify: { chat: true, whatsapp: false, voiceConnection }, soundBlocked },
    channels: { items: channels.map((channel) => ({ channel })) },
  });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <AlertPreferencesContainer />
      </CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

const press = (label: string): void => {
  fireEvent.click(screen.getByRole('checkbox', { name: label }));
};

test.each([
  ['the text of messages in desktop notifications', words.hideContent, { hideContent: true }],
  ['the repetition of a ring', words.repeat, { repeat: false }],
  ['a ring until the attendance is opened', words.ringUntilOpened, { ringUntilOpened: true }],
])('the switch of %s is changed alone', (_, label, change) => {
  const core = shown();
  press(label);
  expect(core.intents).toEqual([
    { area: 'shell', type: 'changePreferences', change: { alerts: { ...alerts, ...change } } },
  ]);
});

test('sounds can be switched off independently of other alerts', () => {
  const core = shown();
  press(words.soundsOn);
  expect(core.intents).toEqual([{ area: 'shell', type: 'changePreferences', change: { sounds: false } }]);
});

test.each([
  ['chat', words.chat, false],
  ['whatsapp', words.whatsapp, true],
])('the desktop notifications of %s are a choice of the session', (channel, label, on) => {
  const core = shown();
  press(label);
  expect(core.intents).toEqual([{ area: 'session', type: 'setNotify', channel, on }]);
});

test('a sample of the sound can be played for each channel', () => {
  const core = shown();
  for (const name of ['Voz', 'WhatsApp', 'Chat'])
    fireEvent.click(screen.getByRole('button', { name: words.test.replace('{{channel}}', name) }));
  expect(core.intents).toEqual(
    ['voice', 'whatsapp', 'chat'].map((channel) => ({
      area: 'notifications',
      type: 'testSound',
      sound: 'newAttendance',
      channel,
    })),
  );
});

test('an agent with one channel has switches for this channel only', () => {
  shown({ channels: ['chat'] });
  expect(screen.getByRole('checkbox', { name: words.chat })).toBeChecked();
  expect(screen.queryByRole('checkbox', { name: words.whatsapp })).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByText(words.voiceOn)).toBeNull();
});

test.each([
  [true, words.voiceOn, words.voiceOff],
  [false, words.voiceOff, words.voiceOn],
])(
  'the preferences say whether the loss of the voice connection is notified (%s), which the agent cannot choose',
  (voiceConnection, said, other) => {
    shown({ voiceConnection });
    expect(screen.getByText(said)).toBeInTheDocument();
    expect(screen.queryByText(other)).toBeNull();
  },
);

test('the permission is requested only while the browser has not decided', () => {
  const core = shown({ desktop: 'default' });
  fireEvent.click(screen.getByRole('button', { name: pt.desktop.allow }));
  expect(core.intents).toEqual([{ area: 'notifications', type: 'askDesktop' }]);
});

test.each([
  ['denied', words.denied],
  ['unsupported', words.unsupported],
])('given desktop notifications that are %s, the preferences explain it, without a button', (desktop, explanation) => {
  shown({ desktop });
  expect(screen.getByText(explanation)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: pt.desktop.allow })).toBeNull();
});

test.each([true, false])('given a browser that blocks sound (%s), the preferences say so', (soundBlocked) => {
  shown({ soundBlocked });
  expect(screen.queryAllByText(pt.sound.blocked)).toHaveLength(soundBlocked ? 1 : 0);
});

test.each(['voice', 'whatsapp', 'chat'] as const)(
  'the first sound of %s is silence, which is the volume 0; another sound gets the volume from before',
  (channel) => {
    const core = shown();
    const box = () => screen.getByRole<HTMLSelectElement>('combobox', { name: new RegExp(`^Som: ${names[channel]}`) });
    expect(box().options[0]?.textContent).toBe('Sem som');
    const changed = () =>
      core.intents.flatMap((intent) =>
        intent.type === 'changePreferences' && intent.change.alerts != null ? [intent.change.alerts[channel]] : [],
      );
    fireEvent.change(box(), { target: { value: 'none' } });
    expect(changed()).toEqual([{ ...alerts[channel], volume: 0 }]);
    act(() =>
      core.set('preferences', { sounds: true, alerts: { ...alerts, [channel]: { ...alerts[channel], volume: 0 } } }),
    );
    expect(box()).toHaveValue('none');
    fireEvent.change(box(), { target: { value: 'double' } });
    expect(changed().at(-1)).toEqual({ melody: 'double', volume: alerts[channel].volume });
  },
);
