// Contacts that may be the same person: the entry in the list, the comparison, the lines on the page, further identifiers.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SamePersonView } from 'core-wasm';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from './fakeCore';
import { giveElementsASize } from './virtual';
import { CoreProvider } from '../src/core/react';
import { TooltipProvider } from '../src/design/Tooltip';
import { chosenImport } from '../src/gallery/importSamples';
import { companiesPage, contactRows, contactsPage, samePersons, tagGroups } from '../src/gallery/peopleSamples';
import { startI18n } from '../src/i18n';
import { ContactPage } from '../src/areas/contactPage/ContactPage';
import { ContactManagementPage } from '../src/areas/people/PeoplePage';
import { comparedRows } from '../src/areas/people/samePersons';

const [first, second] = [contactRows[2]!, contactRows[3]!];
const [proposal] = samePersons.proposals;
if (proposal === undefined) throw new Error('no proposal');

function show(element: ReactNode, more: Record<string, unknown>): FakeCore {
  const core = new FakeCore({
    contactsPage,
    'contactOrder:shown': [first.id],
    [`contactListRow:${first.id}`]: first,
    companiesPage,
    companyPicker: { text: '', pending: false, failed: false, companies: [] },
    channels: { items: [{ channel: 'voice' }, { channel: 'whatsapp' }], extension: {} },
    tagCatalogue: { state: 'ready', tags: tagGroups },
    session: { agent: { id: '101' } },
    contactImport: { ...chosenImport, open: false },
    samePersons,
    ...more,
  });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>{element}</CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

beforeEach(() => {
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  return startI18n('pt-BR');
});

const last = (core: FakeCore) => core.intents.at(-1);

test('the list offers the possible duplicates with their number, and shows them in its place', async () => {
  const core = show(<ContactManagementPage />, {});
  expect(screen.queryByRole('region', { name: 'Contatos que podem ser a mesma pessoa' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Possíveis duplicados/ }));
  const list = screen.getByRole('region', { name: 'Contatos que podem ser a mesma pessoa' });
  expect(screen.queryByRole('grid', { name: 'Contatos' })).toBeNull();
  const rows = within(list).getAllByRole('listitem');
  expect(rows).toHaveLength(4);
  expect(rows[0]).toHaveTextContent('Os dois têm o número +55 (11) 98123-7740.');
  await userEvent.click(within(rows[0]!).getByRole('button', { name: 'Não é a mesma pessoa' }));
  expect(last(core)).toEqual({ area: 'people', type: 'refuseSamePerson', proposalId: proposal.id });
  await userEvent.click(within(list).getByRole('button', { name: 'Carregar mais 30' }));
  expect(last(core)).toEqual({ area: 'people', type: 'moreSamePersons' });
});

test('without a proposal there is no entry', () => {
  show(<ContactManagementPage />, { samePersons: { ...samePersons, total: 0, proposals: [] } });
  expect(screen.queryByRole('button', { name: /Possíveis duplicados/ })).toBeNull();
});

test('the comparison asks which contact is kept, and marks what is not', async () => {
  const core = show(<ContactManagementPage />, {});
  await userEvent.click(screen.getByRole('button', { name: /^Possíveis duplicados/ }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Comparar' })[0]!);
  const dialog = screen.getByRole('dialog', { name: 'É a mesma pessoa?' });
  const [kept, other] = within(dialog).getAllByRole('radio');
  expect(kept).toBeChecked();
  const lost = (): ReadonlyArray<string | null> =>
    within(dialog)
      .getAllByRole('cell')
      .filter((cell) => cell.title === 'Este valor não fica')
      .map((cell) => cell.textContent);
  expect(lost()).toEqual(['Mariana A. (clínica)', 'contato@clinicabemviver.com.br']);
  await userEvent.click(other!);
  expect(lost()).toEqual(['Mariana Albuquerque', 'mariana@clinicabemviver.com.br']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Juntar' }));
  expect(last(core)).toEqual({ area: 'people', type: 'joinContacts', proposalId: proposal.id, keep: '31' });
  act(() => core.set('samePersons', { ...samePersons, proposals: samePersons.proposals.slice(1) }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

const page = (more: Record<string, unknown>) => ({
  contactPage: { id: first.id, state: 'found', contact: first, fields: [], samePersons: [], joinedInto: '', ...more },
});
const noteOf = (view: Partial<SamePersonView>) => ({ samePersons: [{ ...proposal, second, ...view }] });

test.each([
  ['Juntar', { area: 'people', type: 'joinContacts', proposalId: '1.2', keep: first.id }],
  ['Não é a mesma pessoa', { area: 'people', type: 'refuseSamePerson', proposalId: '1.2' }],
])('the page of a contact asks about the other one: %s', async (button, intent) => {
  const core = show(<ContactPage />, page(noteOf({})));
  expect(screen.getByText(/É a mesma pessoa que Denise Sampaio\?/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: button }));
  expect(last(core)).toEqual(intent);
});

test('the page compares, and keeps its own contact unless the agent chooses the other one', async () => {
  show(<ContactPage />, page(noteOf({})));
  await userEvent.click(screen.getByRole('button', { name: 'Comparar' }));
  expect(screen.getByRole('radio', { name: /Mariana Albuquerque/ })).toBeChecked();
});

test('a number without a contact is asked about by its name', () => {
  show(<ContactPage />, page(noteOf({ second: undefined, customerName: 'Mari', reason: 'changedNumber' })));
  expect(screen.getByText(/É a mesma pessoa que Mari\? A rede diz que o cliente mudou de número/)).toBeInTheDocument();
});

test('a join is named with who joined and until when it can be undone', async () => {
  const undoUntil = new Date(2026, 11, 20, 12).getTime();
  const core = show(<ContactPage />, page(noteOf({ state: 'joined', agent: 'Bruno Lima', undoUntil })));
  const words = 'Denise Sampaio foi juntado a este contato por Bruno Lima. Dá para desfazer até 20/12/2026.';
  expect(screen.getByText(words)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(last(core)).toEqual({ area: 'people', type: 'undoJoin', proposalId: '1.2' });
});

test('the page of a contact that was joined goes to the one that was kept', () => {
  const core = show(<ContactPage />, page({ joinedInto: '31' }));
  expect(core.intents).toContainEqual({ area: 'shell', type: 'openArea', path: '/contact/31' });
});

test('further identifiers are formatted, and each can be copied [BEY-165]', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  const others = [
    { field: 'whatsapp_identifier', value: '5511977770001' },
    { field: 'id', value: 'CLI-198822' },
  ];
  const core = show(<ContactPage />, page({ contact: { ...first, others } }));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const part = screen.getByRole('region', { name: 'Outros identificadores' });
  expect(
    within(part)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['WhatsApp+55 (11) 97777-0001', 'IdentificadorCLI-198822']);
  await userEvent.click(within(part).getByRole('button', { name: 'Copiar +55 (11) 97777-0001' }));
  expect(writeText).toHaveBeenCalledWith('5511977770001');
  await userEvent.click(within(part).getByRole('button', { name: /WhatsApp: .*97777-0001/ }));
  expect(last(core)).toMatchObject({ phone: '5511977770001' });
});

test('only values that differ and stand once are lost', () => {
  const rows = comparedRows(
    { ...first, email: 'a@x', phone: '1', employer: '' },
    { ...first, email: 'b@x', phone: '2', employer: 'Y' },
  );
  expect(rows.filter(({ losesOne }) => losesOne).map(({ field }) => field)).toEqual(['email']);
});
