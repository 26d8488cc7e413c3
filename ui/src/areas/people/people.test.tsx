// The pages of contacts and companies over a core whose slices are set by hand.
import { ResizeObserver } from '@juggle/resize-observer';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContactRowView, RecordFormView } from 'core-wasm';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { chosenImport } from '../../gallery/importSamples';
import {
  companiesPage,
  companyForms,
  companyRows,
  contactForms,
  contactRows,
  contactsPage,
  manyColumns,
  pagedList,
  samePersons,
  tagGroups,
} from '../../gallery/peopleSamples';
import { startI18n } from '../../i18n';
import { saveFile } from '../../shared/saveFile';
import { formatCnpj } from './contacts';
import { CompaniesPage, ContactManagementPage } from './PeoplePage';
import { RecordForms } from './RecordForms';

vi.mock('../../shared/saveFile', () => ({ saveFile: vi.fn() }));

const rowSlices = (rows: ReadonlyArray<ContactRowView>) => ({
  'contactOrder:shown': rows.map(({ id }) => id),
  ...Object.fromEntries(rows.map((row) => [`contactListRow:${row.id}`, row])),
});

const slices = {
  contactsPage,
  ...rowSlices(contactRows),
  companiesPage,
  'companyOrder:shown': companyRows.map(({ id }) => id),
  ...Object.fromEntries(companyRows.map((row) => [`companyListRow:${row.id}`, row])),
  companyPicker: { text: '', pending: false, failed: false, companies: [] },
  channels: { items: [{ channel: 'voice' }, { channel: 'whatsapp', connected: true }], extension: {} },
  tagCatalogue: { state: 'ready', tags: tagGroups },
  session: { agent: { id: '101' } },
  contactImport: { ...chosenImport, open: false },
  samePersons: { ...samePersons, total: 0, proposals: [] },
};

function show(element: ReactNode, more: Record<string, unknown> = {}): FakeCore {
  const core = new FakeCore({ ...slices, ...more });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>{element}</CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

beforeEach(() => {
  vi.clearAllMocks();
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  Element.prototype.scrollIntoView = () => undefined;
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  return startI18n('pt-BR');
});

const headings = (): ReadonlyArray<string | null> =>
  screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

test('the page has the tabs of contacts and companies with their counts [CTC-033]', async () => {
  show(<ContactManagementPage />);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Contatos1.204', 'Empresas3']);
  expect(screen.getByRole('grid', { name: 'Contatos' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: /Empresas/ }));
  expect(screen.getByRole('grid', { name: 'Empresas' })).toBeInTheDocument();
  expect(screen.getByText('Lojas Sampaio Sul')).toBeInTheDocument();
});

test('the columns are in the order of the core, and the agent chooses others [CTC-034] [CTC-035]', async () => {
  const core = show(<ContactManagementPage />, {
    contactsPage: { ...contactsPage, columns: [...contactsPage.columns].reverse() },
  });
  expect(headings()).toEqual(
    expect.arrayContaining(['Nome', 'Empresa', 'E-mail', 'Telefone', 'Etiquetas', 'Risco', 'Último contato']),
  );
  expect(headings().slice(1, 5)).toEqual(['Nome', 'Empresa', 'E-mail', 'Telefone']);
  await userEvent.click(screen.getByRole('button', { name: 'Colunas da tabela' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Plano' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mover Telefone para antes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Usar as colunas padrão' }));
  expect(core.intents.filter(({ type }) => type === 'chooseContactColumns')).toEqual([
    {
      area: 'people',
      type: 'chooseContactColumns',
      columns: ['fullname', 'employer_name', 'email', 'phone1', 'plano'],
    },
    { area: 'people', type: 'chooseContactColumns', columns: ['fullname', 'employer_name', 'phone1', 'email'] },
    { area: 'people', type: 'chooseContactColumns', columns: [] },
  ]);
});

test('the first three columns of the org unit precede tags, risk and last contact, the others follow them', () => {
  show(<ContactManagementPage />, { contactsPage: { ...contactsPage, columns: manyColumns } });
  expect(headings().slice(1)).toEqual([
    'Nome',
    ...['Identificador', 'Telefone', 'WhatsApp'],
    ...['Etiquetas', 'Risco', 'Último contato'],
    ...['E-mail', 'Chat', 'Empresa', 'Plano', 'Vencimento'],
    'Ações',
  ]);
});

test('the actions of a contact and of a company are pinned to the right edge', async () => {
  show(<ContactManagementPage />);
  const pinned = (name: string) => screen.getByRole('button', { name }).closest('td');
  expect(pinned('Mais ações para Otávio Brandão')).toHaveClass('pinned');
  expect(pinned('Adicionar Otávio Brandão à sua carteira')).toHaveClass('pinned');
  expect(screen.getByText('Brandão & Filhos').closest('td')).not.toHaveClass('pinned');
  await userEvent.click(screen.getByRole('tab', { name: /Empresas/ }));
  expect(pinned('Editar Lojas Sampaio Sul')).toHaveClass('pinned');
});

test('the list is narrowed by a saved filter, the wallet and tags [CTC-034] [CTC-035]', async () => {
  const core = show(<ContactManagementPage />);
  await userEvent.click(screen.getByRole('button', { name: /^Filtro salvo/ }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Renovação em 30 dias' }));
  await userEvent.click(screen.getByRole('button', { name: 'Carteira' }));
  await userEvent.click(screen.getByRole('button', { name: 'Etiqueta' }));
  await userEvent.click(screen.getByRole('option', { name: 'VIP' }));
  const chosen = core.intents.flatMap((intent) =>
    intent.area === 'people' && intent.type === 'filterContactList' ? [intent.filter] : [],
  );
  expect(chosen).toEqual([
    { ...contactsPage.filter, savedFilter: 'renewal' },
    { ...contactsPage.filter, wallet: true },
    { ...contactsPage.filter, tags: ['vip'] },
  ]);
});

test('sorting the table requests the list in this order', async () => {
  const core = show(<ContactManagementPage />);
  expect(screen.getByRole('columnheader', { name: /Risco/ })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Último contato' }));
  expect(core.intents.at(-1)).toEqual({
    area: 'people',
    type: 'filterContactList',
    filter: { ...contactsPage.filter, sort: '-lastContact' },
  });
});

test('a search without a result says what was searched for and can be cleared', async () => {
  const list = pagedList({ text: 'zulmira', total: 0, ended: true });
  const core = show(<ContactManagementPage />, { contactsPage: { ...contactsPage, list }, ...rowSlices([]) });
  expect(screen.getByText(/Nada encontrado para .*zulmira/)).toBeInTheDocument();
  await userEvent.click(screen.getAllByRole('button', { name: 'Limpar' })[0] as HTMLElement);
  expect(core.intents.at(-1)).toEqual({ area: 'people', type: 'searchContactList', text: '' });
  expect(screen.getByRole('searchbox', { name: 'Buscar contato' })).toHaveValue('');
});

test('given a further portion that could not be loaded, then the rows stay and the agent can repeat the request', async () => {
  const list = pagedList({ failed: true });
  const core = show(<ContactManagementPage />, { contactsPage: { ...contactsPage, list } });
  expect(screen.getByText('Otávio Brandão')).toBeInTheDocument();
  expect(core.intents.filter(({ type }) => type === 'moreContacts')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents.at(-1)).toEqual({ area: 'people', type: 'moreContacts' });
});

test("the star adds a contact to the wallet, and a contact of another agent's wallet names the agent and cannot be changed", async () => {
  const core = show(<ContactManagementPage />);
  const [free, own, other] = [contactRows[0], contactRows[1], contactRows[5]];
  await userEvent.click(screen.getByRole('button', { name: `Adicionar ${free?.name} à sua carteira` }));
  await userEvent.click(screen.getByRole('button', { name: `Remover ${own?.name} da sua carteira` }));
  const disabled = screen.getByRole('button', { name: `Adicionar ${other?.name} à sua carteira` });
  await userEvent.hover(disabled);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Na carteira de Bruno Lima');
  await userEvent.click(disabled);
  expect(disabled).toHaveAttribute('aria-disabled', 'true');
  expect(core.intents.filter(({ type }) => type === 'setPreferential')).toEqual([
    { area: 'people', type: 'setPreferential', contactId: free?.id, preferential: true },
    { area: 'people', type: 'setPreferential', contactId: own?.id, preferential: false },
  ]);
});

const selectedRows = contactRows.map((row, index) => ({ ...row, selected: index < 2 }));
const selection = { contactsPage: { ...contactsPage, selected: 2 }, ...rowSlices(selectedRows) };

test('selected contacts are deleted only after a confirmation', async () => {
  const core = show(<ContactManagementPage />, selection);
  await userEvent.click(screen.getByRole('button', { name: 'Excluir' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(core.intents.some(({ type }) => type === 'deleteContacts')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Excluir' }));
  const question = screen.getByRole('alertdialog', { name: 'Excluir 2 contatos?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Excluir' }));
  expect(core.intents.at(-1)).toEqual({ area: 'people', type: 'deleteContacts', contactIds: ['01', '02'] });
});

test('selected contacts are exported with the shown columns, and formulas stay texts', async () => {
  const formula = { ...selectedRows[0], name: '=1+1' };
  show(<ContactManagementPage />, { ...selection, 'contactListRow:01': formula });
  await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }));
  const [file, name] = vi.mocked(saveFile).mock.calls[0] ?? [];
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(file as Blob);
  });
  expect(name).toBe('contatos.csv');
  expect(text.split('\r\n')).toEqual([
    'Nome;Telefone;E-mail;Empresa;Etiquetas;Risco',
    '\'=1+1;(11) 99120-4477;otavio@brandaofilhos.com.br;Brandão & Filhos;"Fibra, Varejo, VIP, Saúde, 2ª via";81%',
    'Helena Prado Vasconcelos;(19) 99120-3345;helena@pradoarquitetura.com.br;Prado Arquitetura;"VIP, Fibra, Saúde";77%',
    '',
  ]);
});

test('a tag is added to every selected contact', async () => {
  const core = show(<ContactManagementPage />, selection);
  await userEvent.click(screen.getByRole('button', { name: 'Etiquetar' }));
  await userEvent.click(screen.getByRole('option', { name: 'Suporte N2' }));
  expect(core.intents.filter(({ type }) => type === 'addTagItems')).toEqual(
    ['01', '02'].map((id) => ({ area: 'tags', type: 'addTagItems', kind: 'contact', id, itemIds: ['suporte'] })),
  );
});

test('in the summary a company that is gone is a dash, and no link', () => {
  const contact = { ...contactRows[3], employer: '', employerId: 'demo-9' };
  show(<ContactManagementPage />, { contactSummary: { contact, loading: false, hasPrevious: true, hasNext: false } });
  const summary = screen.getByRole('complementary', { name: 'Resumo do contato' });
  expect(within(summary).queryByRole('link', { name: '' })).toBeNull();
});

test('the summary shows the main data and the last contact, and steps through the list [CTC-036] [SHELL-011]', async () => {
  const contact = contactRows[3];
  const core = show(<ContactManagementPage />, {
    contactSummary: { contact, loading: false, hasPrevious: true, hasNext: false },
    'tagsOf:contact/04': { state: 'ready', items: tagGroups[0]?.items.slice(0, 1), choices: [], choicesState: 'ready' },
  });
  const summary = screen.getByRole('complementary', { name: 'Resumo do contato' });
  for (const text of [
    'Denise Sampaio',
    'Sua carteira',
    'CLI-317004',
    '+55 (51) 99384-2016',
    '(51) 99384-2016',
    'denise.sampaio@lojassul.com.br',
    'Agendado',
    'Pode me chamar amanhã cedo, por favor? Aí fechamos a migração.',
  ])
    expect(within(summary).getByText(text)).toBeInTheDocument();
  expect(within(summary).getByRole('link', { name: 'Lojas Sampaio Sul' })).toBeVisible();
  expect(within(summary).getByRole('article')).toHaveTextContent('WhatsApp · Vendas');
  await userEvent.click(within(summary).getByRole('button', { name: 'Contato anterior' }));
  await userEvent.click(within(summary).getByRole('button', { name: 'Próximo contato' }));
  expect(core.intents.filter(({ type }) => type === 'stepContactSummary')).toEqual([
    { area: 'people', type: 'stepContactSummary', forward: false },
  ]);
  await userEvent.click(within(summary).getByRole('button', { name: 'Ligar' }));
  expect(core.intents.at(-1)).toEqual({
    area: 'shell',
    type: 'openFastTrigger',
    phone: '51993842016',
    name: 'Denise Sampaio',
    channel: 'voice',
  });
});

test('the form shows the errors of the core at their fields and moves the focus there', () => {
  show(<RecordForms />, { contactForm: contactForms.contactErrors });
  const name = screen.getByRole('textbox', { name: /^Nome/ });
  expect(name).toHaveAccessibleDescription('Esse campo é obrigatório.');
  expect(screen.getByRole('textbox', { name: /^Identificador/ })).toHaveAccessibleDescription(
    'O identificador não pode conter espaços',
  );
  expect(name).toHaveFocus();
});

test('if another agent changed the contact, both values are shown, the agent chooses one, and saving again also sends the other fields', async () => {
  const core = show(<RecordForms />, { contactForm: contactForms.contactConflict });
  expect(screen.getByText('Outro agente salvou: 5133461199')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Telefone' })).toHaveValue('51999990000');
  await userEvent.click(screen.getByRole('button', { name: 'Usar em E-mail o valor do outro agente' }));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar mesmo assim' }));
  expect(core.intents.at(-1)).toMatchObject({
    type: 'saveContactEditor',
    fields: { phone1: '51999990000', email: 'denise@lojassul.com.br' },
  });
});

test('a day of the database is shown and typed as 25/11/2027, also in a conflict', async () => {
  const values = { fullname: 'Denise Sampaio', id: 'CLI-1', plano: 'Ouro', vencimento: '2027-11-25' };
  const core = show(<RecordForms />, {
    contactForm: { ...contactForms.contactConflict, values, other: { vencimento: '2027-12-01' } },
  });
  const day = screen.getByRole('textbox', { name: 'Vencimento' });
  expect(day).toHaveValue('25/11/2027');
  await userEvent.click(screen.getByRole('button', { name: 'Usar em Vencimento o valor do outro agente' }));
  expect(day).toHaveValue('01/12/2027');
  await userEvent.clear(day);
  await userEvent.type(day, '5/1/2028');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar mesmo assim' }));
  expect(core.intents.at(-1)).toMatchObject({
    type: 'saveContactEditor',
    fields: { id: 'CLI-1', plano: 'Ouro', vencimento: '2028-01-05' },
  });
});

test('Esc asks for confirmation before typed values are lost, and closes a form without changes at once', async () => {
  const core = show(<RecordForms />, { contactForm: contactForms.contactEdit });
  const closed = () => core.intents.filter(({ type }) => type === 'closeContactEditor').length;
  await userEvent.keyboard('{Escape}');
  expect(closed()).toBe(1);
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/ }), ' Filho');
  await userEvent.keyboard('{Escape}');
  expect(closed()).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }));
  expect(screen.getByRole('textbox', { name: /^Nome/ })).toBeInTheDocument();
  expect(closed()).toBe(1);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(closed()).toBe(2);
});

test('a company is found by its name and linked; without one the link is removed', async () => {
  const core = show(<RecordForms />, {
    contactForm: contactForms.contactEdit,
    companyPicker: { text: 'tel', pending: false, failed: false, companies: [{ id: '3', name: 'Teles Engenharia' }] },
  });
  const saved = async (): Promise<string | undefined> => {
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    const last = core.intents.at(-1);
    return last?.type === 'saveContactEditor' ? last.fields.employer_id : undefined;
  };
  const field = screen.getByRole('combobox', { name: 'Empresa' });
  expect(field).toHaveValue('Lojas Sampaio Sul');
  await userEvent.clear(field);
  expect(await saved()).toBe('');
  await userEvent.type(field, 'tel');
  expect(core.intents.at(-1)).toEqual({ area: 'people', type: 'pickCompany', text: 'tel' });
  await userEvent.click(screen.getByRole('option', { name: 'Teles Engenharia' }));
  expect(await saved()).toBe('3');
});

test.each([
  ['companyNew', 'Nova empresa'],
  ['companyEdit', 'Editar empresa'],
])('the dialog of a company has the action %s [EMP-003]', async (name, title) => {
  const core = show(<CompaniesPage />, { companyForm: companyForms[name] });
  const dialog = screen.getByRole('dialog', { name: title });
  const field = within(dialog).getByRole('textbox', { name: /^Código/ });
  await userEvent.clear(field);
  await userEvent.type(field, 'X-1');
  await userEvent.click(within(dialog).getByRole('button', { name: name === 'companyNew' ? 'Cadastrar' : 'Salvar' }));
  expect(core.intents.at(-1)).toMatchObject({ type: 'saveCompanyEditor', fields: { code: 'X-1' } });
});

test('roles of a company are added, renamed and removed', async () => {
  const core = show(<RecordForms />, { companyForm: companyForms.companyEdit });
  await userEvent.click(screen.getByRole('button', { name: 'Remover o cargo 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar cargo' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Cargo 2' }), 'Compras');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(core.intents.at(-1)).toMatchObject({
    roles: [
      { employerRoleId: '2', name: 'Financeiro' },
      { employerRoleId: '', name: 'Compras' },
    ],
  });
});

test('given a duplicate, then the form stays open with its values', async () => {
  const form: RecordFormView = { ...(companyForms.companyNew as RecordFormView), pending: false };
  const core = show(<RecordForms />, { companyForm: form });
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/ }), 'Lojas');
  core.set('companyForm', { ...form, attempts: 1, values: { name: 'Lojas' } });
  expect(await screen.findByRole('textbox', { name: /^Nome/ })).toHaveValue('Lojas');
});

test.each([
  ['12345678000195', '12.345.678/0001-95'],
  ['1234567800019', '1234567800019'],
  ['', ''],
])('a tax id of 14 digits is shown in groups: %j [SHELL-043]', (cnpj, shown) => {
  expect(formatCnpj(cnpj)).toBe(shown);
});
