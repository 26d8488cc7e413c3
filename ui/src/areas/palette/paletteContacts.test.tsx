// The contacts of the palette: the server is asked for the typed text, and a chosen contact opens the fast-trigger dialog with its number.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { PaletteContainer } from './PaletteContainer';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('ResizeObserver', ResizeObserver);
});
beforeEach(() => startI18n('pt-BR'));

const none = { text: '', pending: false, failed: false, contacts: [] };
const contact = (id: string, name: string, whatsappIdentifier: string, phone = whatsappIdentifier) => ({
  id,
  name,
  initials: '',
  color: '',
  chatIdentifier: '',
  whatsappIdentifier,
  phone,
  email: '',
  employer: '',
  preferential: false,
});

function Opened() {
  const [open, setOpen] = useState(true);
  return open ? <PaletteContainer pages={[]} onClose={() => setOpen(false)} /> : null;
}

function openPalette(channels = ['whatsapp', 'chat'], openJobs = 0) {
  const core = new FakeCore({
    foundContacts: none,
    channels: { items: channels.map((channel) => ({ channel, status: 'available', connected: true, openJobs })) },
    session: { agent: { attendancesPerChannel: 5 } },
    // Nobody can be called.
    colleagues: { obstacle: 'blocked' },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <Opened />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}
const asked = (core: FakeCore) => core.intents.flatMap((intent) => (intent.type === 'findContacts' ? intent.text : []));
const field = () => screen.getByRole('combobox');

test('the typed text is searched on the server without the prefix of contacts, and not with the prefix of commands', async () => {
  const core = openPalette();
  await userEvent.type(field(), '@Lív');
  expect(asked(core)).toEqual(['', '', 'Lí', 'Lív']);
  await userEvent.clear(field());
  await userEvent.type(field(), '>tema');
  expect(
    asked(core)
      .slice(4)
      .every((text) => text === ''),
  ).toBe(true);
});

test('contacts that the server found are shown, also if their texts do not match, and the chosen one opens with its number', async () => {
  const core = openPalette();
  await userEvent.type(field(), 'c-0005');
  act(() => core.set('foundContacts', { ...none, pending: true }));
  expect(screen.getByText('Buscando…')).toBeInTheDocument();
  const contacts = [contact('5', 'Lívia Nogueira', '5551955550105'), contact('6', 'Sem Número', '')];
  act(() => core.set('foundContacts', { ...none, text: 'c-0005', contacts }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Lívia Nogueira+55 (51) 95555-0105',
    'Sem Número',
    'Buscar nas mensagens: c-0005',
  ]);
  await userEvent.keyboard('{Enter}');
  const opened = { area: 'shell', type: 'openFastTrigger', phone: '5551955550105', name: 'Lívia Nogueira' };
  await waitFor(() => expect(core.intents).toContainEqual({ ...opened, channel: 'whatsapp' }));
  // Closing the palette ends the search.
  expect(asked(core).at(-1)).toBe('');
});

const help = () => screen.getByText('ações').closest('p')?.textContent;
const found = async (core: FakeCore, ...contacts: ReturnType<typeof contact>[]) => {
  await userEvent.type(field(), 'lívia');
  act(() => core.set('foundContacts', { ...none, pending: true }));
  act(() => core.set('foundContacts', { ...none, text: 'lívia', contacts }));
  await screen.findByRole('option', { name: /^Lívia/ });
};
const livia = contact('5', 'Lívia Nogueira', '5551955550105');
const page = { area: 'shell', type: 'openArea', path: '/contact/5' };

test.each([
  ['voice and WhatsApp', ['voice', 'whatsapp'], 0, livia, 'Enter ligar ou conversar', true],
  ['WhatsApp alone', ['whatsapp', 'chat'], 0, livia, 'Enter conversar', true],
  ['voice alone', ['voice'], 0, livia, 'Enter ligar', true],
  ['WhatsApp alone, at the limit', ['whatsapp'], 5, livia, 'Enter abrir a ficha', false],
  ['a contact without a number', ['whatsapp'], 0, contact('5', 'Lívia', ''), 'Enter abrir a ficha', false],
] as const)(
  'for an agent with %s the line of keys names what Enter does with a contact, and its page is one key away',
  async (_, channels, openJobs, shown, enter, hasSecond) => {
    const core = openPalette([...channels], openJobs);
    await found(core, shown);
    expect(help()).toContain(enter);
    expect(help()?.includes('Ctrl Enter abrir a ficha')).toBe(hasSecond);
    await userEvent.keyboard(hasSecond ? '{Control>}{Enter}{/Control}' : '{Enter}');
    await waitFor(() => expect(core.intents).toContainEqual(page));
    expect(core.intents.filter(({ type }) => type === 'openFastTrigger')).toEqual([]);
  },
);

test('the line of keys follows the selected row, and Enter on a contact opens the form', async () => {
  const core = openPalette();
  await found(core, livia);
  await userEvent.keyboard('{ArrowDown}');
  expect(help()).toMatch(/Enter abrir$/);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(core.intents).toContainEqual(expect.objectContaining({ type: 'openFastTrigger' })));
});

test('a failed search for contacts is shown', async () => {
  const core = openPalette();
  await userEvent.type(field(), 'lívia');
  act(() => core.set('foundContacts', { ...none, failed: true }));
  expect(screen.getByRole('alert')).toHaveTextContent('Não foi possível buscar os contatos');
});

test('for an agent who cannot call or write to a number no contacts are searched', async () => {
  const core = openPalette(['chat']);
  await userEvent.type(field(), 'lívia');
  expect(asked(core).filter((text) => text !== '')).toEqual([]);
});

test('the typed text is also searched in the messages, as the last result [BEY-162]', async () => {
  const core = openPalette(['chat']);
  await userEvent.type(field(), 'b');
  expect(screen.queryByRole('option', { name: /^Buscar nas mensagens: / })).toBeNull();
  await userEvent.type(field(), 'oleto vencido');
  expect(screen.getAllByRole('option').at(-1)).toHaveTextContent('Buscar nas mensagens: boleto vencido');
  await userEvent.keyboard('{Enter}');
  const opened = { area: 'messageSearch', type: 'openMessageSearch', text: 'boleto vencido' };
  await waitFor(() => expect(core.intents).toContainEqual(opened));
});

test('commands do not search messages; the search is a command itself [BEY-162]', async () => {
  const core = openPalette(['chat']);
  await userEvent.type(field(), '>mensag');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Buscar nas mensagens']);
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(core.intents).toContainEqual({ area: 'messageSearch', type: 'openMessageSearch', text: '' }),
  );
});
