// Tests of the palette's results and actions, and of changing shortcuts in the preferences.
import { ResizeObserver } from '@juggle/resize-observer';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ShortcutChoice } from 'core-wasm';
import { Circle } from 'lucide-react';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { useShortcut, useShortcutListener } from '../../shared/shortcuts';
import { Palette } from './Palette';
import { noteRun, queryOf, recentFirst, scoreOf, withRecent, type GroupKind, type PaletteGroup } from './paletteItems';
import { ShortcutPreferences } from './ShortcutPreferences';

beforeAll(async () => {
  await startI18n();
  // cmdk scrolls the selected item into view and observes the height of its list; jsdom does neither.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('ResizeObserver', ResizeObserver);
});

const ran = vi.fn();
const item = (id: string, label: string, keywords: ReadonlyArray<string> = []) => ({
  id,
  label,
  keywords,
  glyph: Circle,
  onRun: () => void ran(id),
});
const group = (kind: GroupKind, ...items: ReturnType<typeof item>[]): PaletteGroup => ({ kind, items });

const groups: ReadonlyArray<PaletteGroup> = [
  group('navigate', item('page', 'Ir para Supervisão')),
  group('jobs', item('job', 'Transportes Rio Claro', ['20261119-084417', 'Renovações'])),
  group('contacts', item('contact', 'Otávio Brandão')),
  group('colleagues', item('colleague', 'Renata Lopes')),
  group('actions', item('action', 'Pausar ou sair da pausa')),
];

function Opened() {
  const [open, setOpen] = useState(true);
  return open ? <Palette groups={groups} onClose={() => setOpen(false)} /> : <p>closed</p>;
}

const found = (): string[] => screen.queryAllByRole('option').map((option) => option.textContent);

test.each<[string, string]>([
  ['the beginning of its name', 'trans'],
  ['another word of its name', 'rio'],
  ['its queue', 'renov'],
  ['its protocol', '20261119'],
])('[BEY-050] a conversation found by %s is the first result, above commands and transfers', async (_, typed) => {
  const command = group('actions', item('transfer', 'Transferir o atendimento'), item('renew', 'Renovar Rio 20261119'));
  const colleagues = group('colleagues', item('ana', 'Transferir para Rio Renovato', ['Rio Renovato']));
  const others = groups.filter(({ kind }) => kind !== 'actions' && kind !== 'colleagues');
  render(<Palette groups={[command, colleagues, ...others]} onClose={vi.fn()} />);
  await userEvent.type(screen.getByRole('combobox'), typed);
  expect(found()[0]).toBe('Transportes Rio Claro');
  expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true');
});

test('[BEY-050] a conversation whose letters only happen to fit does not come before a command', async () => {
  render(<Palette groups={groups} onClose={vi.fn()} />);
  await userEvent.type(screen.getByRole('combobox'), 'paus');
  expect(found()[0]).toBe('Pausar ou sair da pausa');
});

test.each<[string, string, string[]]>([
  ['a page, without the accent', 'supervisao', ['Ir para Supervisão']],
  ['an attendance, by some of its letters', 'trnsprio', ['Transportes Rio Claro']],
  ['an attendance, by its queue', 'renovacoes', ['Transportes Rio Claro']],
  ['a contact', 'otavio', ['Otávio Brandão']],
  ['a colleague', 'RENATA', ['Renata Lopes']],
  ['a command', 'pausar', ['Pausar ou sair da pausa']],
  ['a protocol only', '#084417', ['Transportes Rio Claro']],
  ['people only', '@', ['Otávio Brandão', 'Renata Lopes']],
  ['nothing', 'zzzz', []],
])('the palette finds %s', async (_, typed, expected) => {
  render(<Opened />);
  await userEvent.type(screen.getByRole('combobox'), typed);
  expect(found()).toEqual(expected);
});

test.each([
  ['@', /^Digite o nome de um contato/],
  ['#', /^Digite o protocolo/],
  ['zzzz', 'Nada encontrado para ‘zzzz’'],
])('the prefix or text %s without a result says what to type, or that nothing was found', async (typed, text) => {
  render(<Palette groups={[]} onClose={vi.fn()} />);
  await userEvent.type(screen.getByRole('combobox'), typed);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('given a selected item, when Enter is pressed, then the palette closes before the item runs', async () => {
  ran.mockReset();
  ran.mockImplementation(() => expect(screen.queryByRole('dialog')).toBeNull());
  render(<Opened />);
  await userEvent.type(screen.getByRole('combobox'), '>pausa{Enter}');
  await waitFor(() => expect(ran).toHaveBeenCalledWith('action'));
  expect(ran).toHaveBeenCalledTimes(1);
});

test('Enter of an input method runs no item', async () => {
  ran.mockReset();
  render(<Opened />);
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', keyCode: 229 });
  expect(found().length).toBe(5);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('closed')).toBeInTheDocument();
  expect(ran).not.toHaveBeenCalled();
});

test('an item that was chosen is listed first the next time', () => {
  const items = [item('recent-1', 'A'), item('recent-2', 'B'), item('recent-3', 'C')];
  noteRun('recent-3');
  expect(recentFirst(items).map(({ id }) => id)).toEqual(['recent-3', 'recent-1', 'recent-2']);
});

test('a match in the label ranks above the same match in a keyword', () => {
  expect(scoreOf(['Renata', ''], queryOf('renata'))).toBeGreaterThan(scoreOf(['', 'Renata'], queryOf('renata')));
});

function Preferences({ onChange }: { onChange: (choices: ShortcutChoice[]) => void }) {
  const [choices, setChoices] = useState<ShortcutChoice[]>([]);
  const change = (next: ShortcutChoice[]): void => {
    setChoices(next);
    onChange(next);
  };
  return (
    <TooltipProvider>
      <ShortcutPreferences choices={choices} hasVoice onChange={change} />
    </TooltipProvider>
  );
}

const record = (action: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name: new RegExp(`^Alterar o atalho de ${action}`) }));
const press = (init: KeyboardEventInit) => fireEvent.keyDown(window, { key: '', ...init });

test('a shortcut is changed by pressing its keys, switched off and reset; a conflict names the other action [BEY-051]', async () => {
  const onChange = vi.fn();
  render(<Preferences onChange={onChange} />);

  await record('Pausar');
  press({ key: 'Alt', code: 'AltLeft', altKey: true });
  press({ code: 'KeyF', altKey: true, shiftKey: true });
  expect(screen.getByRole('alert')).toHaveTextContent('Alt Shift F já é o atalho de “Buscar na lista”.');
  press({ code: 'KeyP', altKey: true });
  expect(screen.getByRole('alert')).toHaveTextContent('Use Alt e Shift');
  expect(onChange).not.toHaveBeenCalled();
  press({ code: 'KeyY', altKey: true, shiftKey: true });
  expect(onChange).toHaveBeenLastCalledWith([{ action: 'pause', keys: 'AltShift+KeyY' }]);
  expect(screen.queryByRole('alert')).toBeNull();

  // The keys of the changed shortcut become free; after another action takes them, the shortcut cannot be reset.
  await record('Buscar na lista');
  press({ code: 'KeyP', altKey: true, shiftKey: true });
  const reset = screen.getByRole('button', { name: 'Restaurar o atalho de Pausar ou sair da pausa' });
  expect(reset).toHaveAttribute('aria-disabled', 'true');

  await userEvent.click(screen.getByRole('checkbox', { name: 'Próximo atendimento' }));
  expect(onChange.mock.lastCall?.[0]).toContainEqual({ action: 'nextJob', keys: '' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Próximo atendimento' }));
  expect(onChange.mock.lastCall?.[0]).toHaveLength(2);

  await userEvent.click(screen.getByRole('button', { name: 'Restaurar todos' }));
  expect(onChange).toHaveBeenLastCalledWith([]);
  const general = within(screen.getByRole('region', { name: 'Geral' }));
  expect(general.getByRole('button', { name: /^Alterar o atalho de Pausar/ })).toHaveTextContent('Alt Shift P');
});

test('Esc ends the recording of a shortcut and does not close the dialog', async () => {
  const onChange = vi.fn();
  const reached = vi.fn();
  document.addEventListener('keydown', reached, true);
  render(<Preferences onChange={onChange} />);
  await record('Pausar');
  press({ key: 'Escape', code: 'Escape' });
  press({ code: 'KeyY', altKey: true, shiftKey: true });
  document.removeEventListener('keydown', reached, true);
  expect(reached).toHaveBeenCalledTimes(0);
  expect(onChange).not.toHaveBeenCalled();
});

function CallBehindPreferences({ onMute }: { onMute: () => void }) {
  useShortcutListener(false);
  useShortcut('muteCall', onMute);
  return <Preferences onChange={() => undefined} />;
}

test('given a call, when its mute key is pressed in the preferences, then the call is muted, but not while a shortcut is recorded', async () => {
  const onMute = vi.fn();
  render(<CallBehindPreferences onMute={onMute} />);
  await record('Pausar');
  press({ code: 'F8' });
  expect(onMute).not.toHaveBeenCalled();
  press({ key: 'Escape', code: 'Escape' });
  press({ code: 'F8' });
  expect(onMute).toHaveBeenCalledOnce();
});

test('keys are recorded only while the field of the shortcut has the focus and until it is pressed again', async () => {
  const onChange = vi.fn();
  render(<Preferences onChange={onChange} />);
  const button = screen.getByRole('button', { name: /^Alterar o atalho de Pausar/ });
  await record('Pausar');
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(button).toHaveTextContent('Pressione as teclas…');
  await record('Pausar');
  expect(button).toHaveAttribute('aria-pressed', 'false');
  press({ code: 'KeyY', altKey: true, shiftKey: true });

  await record('Pausar');
  fireEvent.blur(button);
  expect(button).toHaveAttribute('aria-pressed', 'false');
  press({ code: 'KeyY', altKey: true, shiftKey: true });
  expect(onChange).not.toHaveBeenCalled();

  // The blur of the previously recorded shortcut does not end the recording of the next one.
  await record('Pausar');
  await record('Buscar na lista');
  fireEvent.blur(button);
  press({ code: 'KeyY', altKey: true, shiftKey: true });
  expect(onChange).toHaveBeenCalledExactlyOnceWith([{ action: 'searchJobs', keys: 'AltShift+KeyY' }]);
});

test('an item with a shortcut shows its keys, an item without one shows none', () => {
  const items = [{ ...item('pause', 'Pausar'), keys: 'Alt Shift P' }, item('leave', 'Sair')];
  render(<Palette groups={[{ kind: 'actions', items }]} onClose={() => undefined} />);
  expect(screen.getAllByRole('option').map((option) => option.querySelector('kbd')?.textContent)).toEqual([
    'Alt Shift P',
    undefined,
  ]);
});

test('with an empty field the last chosen items are above all groups and listed once; with a text each item is in its own group', () => {
  const groups = [group('actions', item('x', 'Pausar')), group('ended', item('recent-9', 'Encerrada'))];
  noteRun('recent-9');
  const shown = withRecent(groups);
  expect(shown.map(({ kind, items }) => [kind, items.map(({ id }) => id)])).toEqual([
    ['recent', ['recent-9']],
    ['actions', ['x']],
    ['ended', []],
  ]);
});
