// Tests of the tools of the composer: presets at the caret, the answer strip and the locks of WhatsApp. Files:
// attachments/attachments.test.tsx.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Clock } from 'lucide-react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { Composer, type ComposerProps } from './Composer';
import { findPresets, insertPreset, presetQuery, type PresetView } from './presets';
import type { ComposerPresets } from './usePresets';

beforeEach(async () => {
  await startI18n('pt-BR');
  // jsdom does not implement this method.
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
});

const items: ReadonlyArray<PresetView> = [
  { id: '1', name: 'boasvindas', text: 'Olá! Em que posso ajudar?', asIs: false },
  { id: '2', name: 'boleto', text: 'Segue a 2ª via do boleto.', asIs: false },
  { id: '3', name: 'prazo', text: 'A instalação é de até 3 dias úteis.', asIs: false },
  { id: '4', name: 'catalogo', text: 'Catálogo', asIs: true },
];
const presetsOf = (more: Partial<ComposerPresets> = {}): ComposerPresets => ({
  state: 'ready',
  items,
  onLoad: vi.fn(),
  onSendAsIs: vi.fn(),
  onInserted: vi.fn(),
  ...more,
});

test.each<[string, number, ReturnType<typeof presetQuery>]>([
  ['/', 1, { start: 0, end: 1, search: '' }],
  ['Oi /bo fim', 6, { start: 3, end: 6, search: 'bo' }],
  ['Oi /bo fim', 10, undefined],
  ['e/ou', 4, undefined],
  ['/a b', 4, undefined],
  ['linha\n/p', 8, { start: 6, end: 8, search: 'p' }],
])('in %j with the caret at %i the search for presets is %j', (text, caret, expected) => {
  expect(presetQuery(text, caret)).toEqual(expected);
});

test('presets are searched by name and text without accents, and the chosen one replaces only the search text', () => {
  expect(findPresets(items, 'INSTALACAO').map(({ id }) => id)).toEqual(['3']);
  expect(findPresets(items, 'bo').map(({ id }) => id)).toEqual(['1', '2']);
  const [, boleto] = items;
  if (boleto === undefined) throw new Error('no preset');
  expect(insertPreset('Oi /bo fim', { start: 3, end: 6 }, boleto)).toEqual({
    text: 'Oi Segue a 2ª via do boleto. fim',
    caret: 28,
  });
});

function composer(props: Partial<ComposerProps>) {
  return (
    <TooltipProvider>
      <Composer
        label="Mensagem"
        draft=""
        draftEpoch={0}
        onDraftChange={vi.fn()}
        onSend={vi.fn()}
        sendWithCtrlEnter={false}
        lock={null}
        {...props}
      />
    </TooltipProvider>
  );
}
const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Mensagem' });

test('the slash opens the presets, the arrow keys select one, Enter inserts it without sending, and Esc keeps the text [BEY-053] [PRE-001]', async () => {
  const onSend = vi.fn();
  const presets = presetsOf();
  render(composer({ presets, onSend }));
  expect(presets.onLoad).not.toHaveBeenCalled();
  await userEvent.type(field(), 'Oi /bo');
  expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-selected'))).toEqual([
    'true',
    'false',
  ]);
  expect(presets.onLoad).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{ArrowDown}');
  expect(field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('boleto');
  await userEvent.keyboard('{Enter}');
  expect(field()).toHaveValue('Oi Segue a 2ª via do boleto.');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.clear(field());
  await userEvent.type(field(), '/p{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(onSend).toHaveBeenCalledWith('/p');
});

test.each<[ComposerProps['lock'], string | RegExp, string | undefined]>([
  [{ kind: 'closed', onQualify: vi.fn() }, 'Atendimento finalizado', 'Qualificar'],
  [{ kind: 'disconnected', channel: 'whatsapp', pending: false, onConnect: vi.fn() }, /desconectado/, 'Conectar'],
  [
    { kind: 'channel', glyph: Clock, tone: 'plain', title: 'Aguardando', help: 'O cliente responde' },
    'Aguardando',
    undefined,
  ],
])('the composer with the lock %j says %s', (lock, title, action) => {
  render(composer({ lock }));
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button')?.textContent).toBe(action);
});

test('the answer strip names the customer and is cancelled by its button', async () => {
  const onCancel = vi.fn();
  render(composer({ reply: { author: 'Mariana', text: 'Áudio · 0:23', onCancel } }));
  expect(screen.getByText('Respondendo a Mariana')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Não responder a esta mensagem' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('a preset of another type than text is sent unchanged, and the text of the composer stays [PRE-004]', async () => {
  const onSend = vi.fn();
  const presets = presetsOf();
  render(composer({ presets, onSend }));
  await userEvent.type(field(), 'Oi /cata');
  expect(screen.getByRole('option')).toHaveTextContent('enviada como está');
  await userEvent.keyboard('{Enter}');
  expect(presets.onSendAsIs).toHaveBeenCalledExactlyOnceWith(items[3]);
  expect(field()).toHaveValue('Oi ');
  expect(onSend).not.toHaveBeenCalled();
});

test('while presets are loading Enter sends nothing, a failed request can be repeated, and an empty list says so', async () => {
  const onSend = vi.fn();
  const loading = presetsOf({ state: 'loading', items: [] });
  const { rerender } = render(composer({ presets: loading, onSend }));
  await userEvent.type(field(), '/sau{Enter}');
  expect(screen.getByText('Carregando as mensagens prontas…')).toBeInTheDocument();
  expect(onSend).not.toHaveBeenCalled();
  const failed = presetsOf({ state: 'failed', items: [] });
  rerender(composer({ presets: failed, onSend }));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(failed.onLoad).toHaveBeenCalled();
  rerender(composer({ presets: presetsOf({ items: [] }), onSend }));
  expect(screen.queryByText(/^Não há mensagens prontas/)).toBeNull();
  await userEvent.clear(field());
  await userEvent.type(field(), '/');
  expect(screen.getByText('Não há mensagens prontas para este atendimento')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText(/^Não há mensagens prontas/)).toBeNull();
});

test('Enter sends a text with a slash that finds no preset', async () => {
  const onSend = vi.fn();
  render(composer({ presets: presetsOf(), onSend }));
  await userEvent.type(field(), 'de 1 /2 km{Enter}');
  expect(onSend).toHaveBeenCalledExactlyOnceWith('de 1 /2 km');
});

test('Escape cancels the answer and keeps the text, and with open presets closes only the presets', async () => {
  const onCancel = vi.fn();
  const reply = { author: 'Mariana', text: 'Pode?', onCancel };
  render(composer({ reply, presets: presetsOf() }));
  await userEvent.type(field(), 'Sim /{Escape}');
  expect(onCancel).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledTimes(1);
  expect(field()).toHaveValue('Sim /');
});

describe('the button of the presets', () => {
  const button = () => screen.getByRole('button', { name: 'Mensagens prontas' });
  const isOpen = () => screen.queryByRole('listbox') !== null;

  test('opens the list without a change of the text, and Esc closes it', async () => {
    const onDraftChange = vi.fn();
    render(composer({ presets: presetsOf(), draft: 'Oi', onDraftChange }));
    field().setSelectionRange(2, 2);
    await userEvent.click(button());
    expect([isOpen(), field().value]).toEqual([true, 'Oi']);
    expect(field()).toHaveFocus();
    expect(button()).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{Escape}');
    expect([isOpen(), field().value]).toEqual([false, 'Oi']);
    expect(onDraftChange).not.toHaveBeenCalled();
    await userEvent.click(button());
    expect(isOpen()).toBe(true);
  });

  test('closes the list that is open, however it was opened', async () => {
    render(composer({ presets: presetsOf() }));
    await userEvent.click(button());
    await userEvent.click(button());
    expect([isOpen(), field().value]).toEqual([false, '']);
    await userEvent.type(field(), '/');
    await userEvent.click(button());
    expect([isOpen(), field().value]).toEqual([false, '/']);
  });

  test('searches for the text typed after it, the chosen preset replaces this text, and after a word a space is kept', async () => {
    render(composer({ presets: presetsOf(), draft: 'Oi' }));
    field().setSelectionRange(2, 2);
    await userEvent.click(button());
    await userEvent.keyboard('bol');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    expect([isOpen(), field().value]).toEqual([false, 'Oi Segue a 2ª via do boleto.']);
  });

  test.each([
    ['a space', 'bo ', 'bo '],
    ['a caret before it', '{Home}', 'Oi '],
  ])('%s ends the search for presets, and the typed text stays', async (_, keys, text) => {
    const draft = text === 'Oi ' ? text : '';
    render(composer({ presets: presetsOf(), draft }));
    field().setSelectionRange(draft.length, draft.length);
    await userEvent.click(button());
    expect(isOpen()).toBe(true);
    await userEvent.keyboard(keys);
    expect([isOpen(), field().value]).toEqual([false, text]);
  });

  test('lets Enter send a text that finds no preset, but not while the list has no presets', async () => {
    const onSend = vi.fn();
    const { rerender } = render(composer({ presets: presetsOf(), onSend }));
    await userEvent.click(button());
    await userEvent.keyboard('Bom dia{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Bom dia');
    rerender(composer({ presets: presetsOf({ items: [] }), onSend, draftEpoch: 1 }));
    await userEvent.click(button());
    expect(screen.getByText(/^Não há mensagens prontas/)).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    expect(onSend).toHaveBeenCalledTimes(1);
  });
});
