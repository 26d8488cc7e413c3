// Tests of the composer of a web chat: its draft, and presets: loaded by '/', inserted, or sent unchanged.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../../test/fakeCore';
import { openJob, prepareDesk } from '../../../../test/whatsappDesk';
import { CoreProvider } from '../../../core/react';
import { TooltipProvider } from '../../../design/Tooltip';
import { ComposerContainer } from './ComposerContainer';

beforeEach(async () => {
  await prepareDesk();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => vi.unstubAllGlobals());

const preset = (id: string, name: string, text: string, type: string, openVariable?: string) => ({
  id,
  name,
  text,
  asIs: type !== 'text',
  openVariable,
});

function show(draft: string, onSent = vi.fn()): FakeCore {
  const core = new FakeCore({
    session: { phase: 'ready' },
    'draft:P1': { epoch: 0, text: draft },
    preferences: { sendWith: 'enter', hiddenChannels: [] },
    channels: { items: [] },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <ComposerContainer
          protocol="P1"
          job={{ ...openJob, protocol: 'P1', channel: 'chat' }}
          channelLock={undefined}
          tools={undefined}
          onSent={onSent}
        />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

test('the slash loads the presets of a web chat, a text preset is inserted and a preset of another type is sent unchanged', async () => {
  const onSent = vi.fn();
  const core = show('', onSent);
  const field = screen.getByRole('textbox', { name: /^Mensagem para/ });
  expect(core.intents.some(({ type }) => type === 'loadPresets')).toBe(false);
  await userEvent.type(field, '/');
  expect(core.intents).toContainEqual({ area: 'conversation', type: 'loadPresets', protocol: 'P1' });
  const items = [preset('1', 'Saudação', 'Olá!', 'text'), preset('2', 'Menu', 'menu-1', 'list')];
  act(() => core.set('presets:P1', { state: 'ready', items }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['/Saud', '/Menu']);
  // Only the selected row is highlighted.
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Saudação');
  await userEvent.type(field, 'sau{Enter}');
  expect(field).toHaveValue('Olá!');
  expect(onSent).not.toHaveBeenCalled();
  await userEvent.type(field, ' /menu{Enter}');
  expect(field).toHaveValue('Olá! ');
  expect(core.intents).toContainEqual({
    area: 'conversation',
    type: 'sendPreset',
    protocol: 'P1',
    presetId: '2',
  });
  expect(onSent).toHaveBeenCalledTimes(1);
  expect(core.intents.some(({ type }) => type === 'sendMessage')).toBe(false);
  expect(screen.queryByRole('button', { name: /Anexar/ })).toBeNull();
});

test('[BEY-161] a variable without a value is selected in the inserted text, which cannot be sent until it is replaced', async () => {
  const core = show('Oi! ');
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Mensagem para/ });
  await userEvent.type(field, '/');
  const text = 'Olá, {{cliente}}! Aqui é Bruno.';
  act(() =>
    core.set('presets:P1', { state: 'ready', items: [preset('4', 'Apresentação', text, 'text', '{{cliente}}')] }),
  );
  await userEvent.type(field, 'apr{Enter}');
  expect(core.intents).toContainEqual({
    area: 'conversation',
    type: 'presetInserted',
    protocol: 'P1',
    presetId: '4',
  });
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('{{cliente}}');
  act(() => core.set('draft:P1', { epoch: 0, text: field.value, openVariable: '{{cliente}}' }));
  await userEvent.keyboard('{Enter}');
  expect(core.intents.some(({ type }) => type === 'sendMessage')).toBe(false);
  expect(field).toHaveAccessibleDescription('Troque {{cliente}} pelo texto certo antes de enviar');
  await userEvent.keyboard('Marina');
  act(() => core.set('draft:P1', { epoch: 0, text: field.value }));
  await userEvent.keyboard('{Enter}');
  expect(core.intents).toContainEqual({
    area: 'conversation',
    type: 'sendMessage',
    protocol: 'P1',
    text: 'Oi! Olá, Marina! Aqui é Bruno.',
  });
});

test('the typed text is saved as the draft of the attendance', async () => {
  const core = show('Bom');
  await userEvent.type(screen.getByRole('textbox', { name: /^Mensagem para/ }), ' d');
  expect(core.intents).toEqual([
    { area: 'conversation', type: 'draftChanged', protocol: 'P1', text: 'Bom ' },
    { area: 'conversation', type: 'draftChanged', protocol: 'P1', text: 'Bom d' },
  ]);
});

test('a name that no preset has is not sent by Enter; an arrow key and Enter send it as text', async () => {
  const core = show('');
  const field = screen.getByRole('textbox', { name: /^Mensagem para/ });
  await userEvent.type(field, '/');
  act(() => core.set('presets:P1', { state: 'ready', items: [preset('1', 'Saudação', 'Olá!', 'text')] }));
  await userEvent.type(field, 'xyzzy{Enter}');
  expect(screen.getByText('Nada com “/xyzzy”')).toBeVisible();
  expect(field).toHaveValue('/xyzzy');
  expect(core.intents.some(({ type }) => type === 'sendMessage')).toBe(false);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(core.intents).toContainEqual({ area: 'conversation', type: 'sendMessage', protocol: 'P1', text: '/xyzzy' });
});

test('two slashes, and a slash in a queue without presets, are text', async () => {
  const core = show('');
  const field = screen.getByRole('textbox', { name: /^Mensagem para/ });
  await userEvent.type(field, '/');
  act(() => core.set('presets:P1', { state: 'ready', items: [preset('1', 'Saudação', 'Olá!', 'text')] }));
  await userEvent.type(field, '/ok{Enter}');
  expect(core.intents).toContainEqual({ area: 'conversation', type: 'sendMessage', protocol: 'P1', text: '//ok' });
  act(() => core.set('presets:P1', { state: 'ready', items: [] }));
  await userEvent.clear(field);
  await userEvent.type(field, '/etc{Enter}');
  expect(core.intents).toContainEqual({ area: 'conversation', type: 'sendMessage', protocol: 'P1', text: '/etc' });
});
