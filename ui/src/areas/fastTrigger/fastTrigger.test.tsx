// The fast-trigger dialog with the core's slices and intents.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Dialog } from 'core-wasm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { FastTriggerDialogContainer } from './FastTriggerDialogContainer';

// Radix measures its checkbox and radios; jsdom does not.
beforeAll(() => void vi.stubGlobal('ResizeObserver', ResizeObserver));
beforeEach(() => startI18n('pt-BR'));

const whatsapp = {
  campaignsState: 'ready',
  campaigns: [{ id: '31', name: 'Renovação' }],
  defaultCampaign: '31',
  routesOf: '31',
  routes: [{ id: '1', name: 'Vendas' }],
  beginning: false,
  awaited: 0,
};
const voice = { settings: { defaultCampaign: '7' }, campaigns: [{ id: '7', name: 'Cobrança' }], dialling: false };
const ofChannels = (...names: string[]) => ({ items: names.map((channel) => ({ channel, connected: true })) });
const refused = { items: [{ id: 5, type: 'error', body: { key: 'contactInBlacklist' }, time: 0 }] };

function open(slices: Record<string, unknown> = {}, channel: 'voice' | 'whatsapp' = 'voice') {
  const core = new FakeCore({
    whatsapp,
    voice,
    channels: ofChannels('voice', 'whatsapp', 'chat'),
    snackbars: { items: [] },
    ...slices,
  });
  const onClose = vi.fn();
  const dialog: Extract<Dialog, { kind: 'fastTrigger' }> = {
    kind: 'fastTrigger',
    phone: '5511955550101',
    name: 'Helena',
    channel,
  };
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <FastTriggerDialogContainer dialog={dialog} onClose={onClose} />
      </TooltipProvider>
    </CoreProvider>,
  );
  return { core, onClose };
}
const number = () => screen.getByRole('textbox', { name: 'Número' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the fast trigger shows the number, calls it, and closes when the call has begun [SHELL-021]', async () => {
  const { core, onClose } = open();
  expect(screen.getByRole('dialog', { name: 'Nova ligação' })).toHaveAccessibleDescription('Com Helena');
  expect(number()).toHaveValue('+55 (11) 95555-0101');
  core.dispatch = (intent) => {
    core.intents.push(intent);
    if (intent.type === 'dial') core.set('voice', { ...voice, dialling: true });
  };
  await press('Ligar');
  expect(core.intents.at(-1)).toEqual({ area: 'voice', type: 'dial', phone: '5511955550101', campaignId: '7' });
  expect(onClose).not.toHaveBeenCalled();
  act(() => core.set('voice', voice));
  expect(onClose).toHaveBeenCalled();
});

test('the number begins a conversation of WhatsApp instead, with campaign and route [SHELL-021]', async () => {
  const { core, onClose } = open();
  await userEvent.click(screen.getByRole('radio', { name: 'WhatsApp' }));
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'loadRoutes', campaignId: '31' });
  core.dispatch = (intent) => {
    core.intents.push(intent);
    if (intent.type === 'begin') core.set('whatsapp', { ...whatsapp, beginning: true });
  };
  await press('Iniciar conversa');
  expect(core.intents.at(-1)).toMatchObject({ type: 'begin', phone: '5511955550101', campaignId: '31', routeId: '' });
  act(() => core.set('whatsapp', whatsapp));
  expect(onClose).toHaveBeenCalled();
});

test('a refused call shows its cause, and the number stays', async () => {
  const { core, onClose } = open();
  core.dispatch = (intent) => {
    if (intent.type === 'dial') core.set('snackbars', refused);
  };
  await press('Ligar');
  expect(screen.getByRole('alert')).toHaveTextContent('O contato está na blacklist');
  expect(number()).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
});

test('a number that is too short cannot begin a conversation', async () => {
  const { core } = open({}, 'whatsapp');
  await userEvent.clear(number());
  await userEvent.type(number(), '95555-0101');
  await press('Iniciar conversa');
  expect(number()).toHaveAccessibleDescription('Escreva o número com DDD, por exemplo 11 98765-4321');
  expect(core.intents.some(({ type }) => type === 'begin')).toBe(false);
});

test.each<[string, 'voice' | 'whatsapp', string[], string]>([
  ['without WhatsApp', 'whatsapp', ['voice', 'chat'], 'Ligar'],
  ['without voice', 'voice', ['whatsapp'], 'Iniciar conversa'],
])('an agent %s can use only the other channel', (_, channel, channels, button) => {
  open({ channels: ofChannels(...channels) }, channel);
  expect(screen.getByRole('button', { name: button })).toBeInTheDocument();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('during a call no other call can be begun', () => {
  open({ callBar: { status: 'inCall' } });
  expect(screen.getByRole('button', { name: 'Ligar' })).toHaveAttribute('aria-disabled', 'true');
});
