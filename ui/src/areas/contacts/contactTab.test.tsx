// Tests of the contact tab in each of its states, and of its actions.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { customerIdentifier } from '../../shared/customerIdentifier';
import { ContactTab } from './ContactTab';
import type { ContactActions, ContactFieldView, ContactPanelState, ContactSearchState } from './contactViews';

beforeEach(() => startI18n('pt-BR'));

const search: ContactSearchState = { open: false, pending: false, results: null, linkPending: null };
const phone: ContactFieldView = {
  name: 'phone1',
  label: { key: 'contacts.field.phone' },
  value: '1130001000',
  editable: true,
  pending: false,
};
const known = (field: ContactFieldView): Extract<ContactPanelState, { kind: 'known' }> => ({
  kind: 'known',
  search,
  contact: { id: '1', fullname: 'Mariana', initials: 'M', color: '#B1508D', tags: [], fields: [field] },
});
const unknown: Extract<ContactPanelState, { kind: 'unknown' }> = {
  kind: 'unknown',
  identifier: 'abc',
  suggestedName: '',
  email: '',
  formOpen: false,
  createPending: false,
  search,
};

function actions() {
  return {
    onRetry: vi.fn(),
    onFormToggle: vi.fn(),
    onCreate: vi.fn(),
    onSearchToggle: vi.fn(),
    onSearch: vi.fn(),
    onLink: vi.fn(),
    onRefuse: vi.fn(),
    onSaveField: vi.fn(),
    onLeaveField: vi.fn(),
  } satisfies ContactActions;
}
function tab(contact: ContactPanelState, calls: ContactActions) {
  return (
    <TooltipProvider>
      <ContactTab contact={contact} actions={calls} />
    </TooltipProvider>
  );
}

test('given an unregistered contact, a note opens the form', async () => {
  const calls = actions();
  render(tab(unknown, calls));
  expect(screen.getByText('Cadastre o contato para qualificar ou transferir')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
  expect(calls.onFormToggle).toHaveBeenCalledWith(true);
});

test('the contact form requires name and identifier and submits them', async () => {
  const calls = actions();
  render(tab({ ...unknown, formOpen: true }, calls));
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
  expect(screen.getByLabelText(/^Nome/)).toHaveAccessibleDescription('Esse campo é obrigatório.');
  expect(calls.onCreate).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText(/^Nome/), 'Mariana');
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
  expect(calls.onCreate).toHaveBeenCalledWith({ fullname: 'Mariana', identifier: 'abc', email: '' });
});

test('the error of a refused identifier shows at its field', () => {
  render(
    tab(
      { ...unknown, formOpen: true, createError: { field: 'identifier', message: 'Identificador já cadastrado' } },
      actions(),
    ),
  );
  expect(screen.getByLabelText(/^Identificador/)).toHaveAccessibleDescription('Identificador já cadastrado');
  expect(screen.getByLabelText(/^Identificador/)).toHaveFocus();
});

test('given an agent editing another field, a new render of the panel does not move the focus', async () => {
  const refused = (): ContactPanelState => ({
    ...unknown,
    formOpen: true,
    createError: { field: 'identifier', message: 'Identificador já cadastrado' },
  });
  const { rerender } = render(tab(refused(), actions()));
  await userEvent.click(screen.getByLabelText(/^Nome/));
  rerender(tab(refused(), actions()));
  expect(screen.getByLabelText(/^Nome/)).toHaveFocus();
});

test('an empty search shows an error and is not sent', async () => {
  const calls = actions();
  render(tab({ ...unknown, search: { ...search, open: true } }, calls));
  await userEvent.click(screen.getByRole('button', { name: 'Buscar' }));
  expect(screen.getByText('Esse campo é obrigatório.')).toBeInTheDocument();
  expect(calls.onSearch).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole('searchbox'), 'mar{Enter}');
  expect(calls.onSearch).toHaveBeenCalledWith('mar');
});

test('each of several contacts can be linked', async () => {
  const calls = actions();
  const candidates = ['Mariana A.', 'Mariana S.'].map((fullname, index) => ({
    id: String(index),
    fullname,
    initials: 'M',
    color: '#B1508D',
    detail: '',
  }));
  render(tab({ kind: 'several', candidates, linkPending: null, search }, calls));
  await userEvent.click(within(screen.getByRole('list')).getByRole('button', { name: 'Vincular Mariana S.' }));
  expect(calls.onLink).toHaveBeenCalledWith('1');
});

test('Enter saves an edited field, Esc restores it', async () => {
  const calls = actions();
  render(tab(known(phone), calls));
  await userEvent.click(screen.getByRole('button', { name: /Editar Telefone/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Telefone' }), '9{Escape}');
  expect(screen.getByRole('button', { name: /1130001000/ })).toHaveFocus();
  expect(calls.onSaveField).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: /Editar Telefone/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Telefone' }), '9{Enter}');
  expect(calls.onSaveField).toHaveBeenCalledWith('phone1', '11300010009');
});

test('a failed save keeps the typed text; a successful one closes the field', async () => {
  const calls = actions();
  const { rerender } = render(tab(known(phone), calls));
  await userEvent.click(screen.getByRole('button', { name: /Editar Telefone/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Telefone' }), '9{Enter}');
  rerender(tab(known({ ...phone, pending: true }), calls));
  rerender(tab(known({ ...phone, error: 'Não foi possível salvar' }), calls));
  expect(screen.getByRole('textbox', { name: 'Telefone' })).toHaveValue('11300010009');
  expect(screen.getByRole('textbox', { name: 'Telefone' })).toHaveAccessibleDescription('Não foi possível salvar');
  rerender(tab(known({ ...phone, pending: true }), calls));
  rerender(tab(known({ ...phone, value: '11300010009' }), calls));
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('an empty value is shown as a dash [SHELL-039]', () => {
  render(tab(known({ ...phone, value: '' }), actions()));
  expect(screen.getByRole('button', { name: 'Editar Telefone: -' })).toBeInTheDocument();
});

test('each tag is a chip with its name and its color [TAG-010]', () => {
  const tags = [
    { name: 'VIP', color: '#1B5E20' },
    { name: 'Renovação', color: '#0279B6' },
  ];
  const { contact, ...rest } = known(phone);
  render(tab({ ...rest, contact: { ...contact, tags } }, actions()));
  expect(screen.getByRole('heading', { name: 'Etiquetas' })).toBeInTheDocument();
  const chips = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(
    chips.map((chip) => [chip.textContent, chip.querySelector('i')?.style.getPropertyValue('--tag-color')]),
  ).toEqual([
    ['VIP', '#1B5E20'],
    ['Renovação', '#0279B6'],
  ]);
});

const number = { identifier: customerIdentifier('whatsapp', '5511981237740'), channel: 'whatsapp' } as const;
const row = (verified: boolean | undefined) =>
  number.identifier && { ...number, identifier: number.identifier, verified };

test('[BEY-157] the number is shown with its copy button in each state of the contact', async () => {
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  const several = { kind: 'several', candidates: [], linkPending: null, search } as const;
  const failed = { kind: 'failed', message: 'falhou' } as const;
  for (const state of [known(phone), unknown, several, failed]) {
    const { unmount } = render(
      <TooltipProvider>
        <ContactTab contact={state} actions={actions()} identifier={row(true)} />
      </TooltipProvider>,
    );
    expect(screen.getByText('+55 (11) 98123-7740')).toBeInTheDocument();
    expect(screen.getByText('WhatsApp · verificado')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copiar número' }));
    expect(write).toHaveBeenLastCalledWith('+55 (11) 98123-7740');
    expect(screen.getByRole('button', { name: 'Número copiado' })).toBeInTheDocument();
    unmount();
  }
});

test.each([
  [false, 'WhatsApp · não verificado'],
  [undefined, 'WhatsApp'],
])('[BEY-157] an identifier that is verified: %s reads "%s"', (verified, text) => {
  render(
    <TooltipProvider>
      <ContactTab contact={unknown} actions={actions()} identifier={row(verified)} />
    </TooltipProvider>,
  );
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('[BEY-157] the agent is asked whether the only contact found is the customer: it is linked or refused', async () => {
  const calls = actions();
  const candidates = [{ id: '7', fullname: 'Roberto Teixeira', initials: 'RT', color: '#B1508D', detail: '' }];
  render(tab({ kind: 'several', candidates, linkPending: null, search }, calls));
  expect(screen.getByRole('region', { name: 'É Roberto Teixeira?' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Vincular Roberto Teixeira' }));
  expect(calls.onLink).toHaveBeenCalledWith('7');
  await userEvent.click(screen.getByRole('button', { name: 'Não é' }));
  expect(calls.onRefuse).toHaveBeenCalledTimes(1);
});

test('[BEY-157] the tags of the attendance stay visible while the agent is asked about the contact', () => {
  render(
    <TooltipProvider>
      <ContactTab
        contact={{ kind: 'several', candidates: [], linkPending: null, search }}
        actions={actions()}
        tags={<p>Etiquetas do atendimento</p>}
      />
    </TooltipProvider>,
  );
  expect(screen.getByText('Etiquetas do atendimento')).toBeInTheDocument();
});

test('[BEY-157] the name leads to the page of the contact and the company to its own', async () => {
  const links = { page: vi.fn(), company: vi.fn() };
  const state = known(phone);
  const contact = {
    ...state.contact,
    role: 'Gerente',
    employer: 'Clínica',
    page: { href: '/new-agent/contact/1', onOpen: links.page },
    company: { href: '/new-agent/employer/7', onOpen: links.company },
  };
  render(tab({ ...state, contact }, actions()));
  await userEvent.click(screen.getByRole('link', { name: 'Mariana' }));
  expect(links.page).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('link', { name: 'Clínica' }));
  expect(links.company).toHaveBeenCalledTimes(1);
  expect(screen.getByText('Gerente').parentElement).toHaveTextContent('Gerente · Clínica');
});

test('[BEY-157] until the whole record is loaded, the known fields are shown in its place and cannot be edited', () => {
  render(
    <TooltipProvider>
      <ContactTab
        contact={known(phone)}
        actions={actions()}
        details={(fields) => <section aria-label="Registro">{fields}</section>}
      />
    </TooltipProvider>,
  );
  const record = within(screen.getByRole('region', { name: 'Registro' }));
  expect(record.getByText('1130001000')).toBeInTheDocument();
  // Text typed into these fields would be lost when the record is loaded.
  expect(record.queryByRole('button')).toBeNull();
});

test('[BEY-157] a field is saved and restored by its buttons too', async () => {
  const calls = actions();
  render(tab(known(phone), calls));
  const edit = async () => {
    await userEvent.click(screen.getByRole('button', { name: /Editar Telefone/ }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Telefone' }), '9');
  };
  await edit();
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(calls.onSaveField).not.toHaveBeenCalled();
  expect(calls.onLeaveField).toHaveBeenCalledTimes(1);
  await edit();
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(calls.onSaveField.mock.calls).toEqual([['phone1', '11300010009']]);
});

test('a telephone number is a button for an agent who can use it, else a text', async () => {
  const number = { phone: '5511955550101', name: 'Mariana', channel: 'voice' } as const;
  const field = { ...phone, value: '+55 (11) 95555-0101', editable: false, number };
  const { unmount } = render(tab(known(field), actions()));
  expect(screen.getByText('+55 (11) 95555-0101').closest('button')).toBeNull();
  unmount();
  const onNumber = vi.fn();
  render(tab(known(field), { ...actions(), onNumber }));
  await userEvent.click(screen.getByRole('button', { name: 'Telefone: +55 (11) 95555-0101, ligar ou conversar' }));
  expect(onNumber).toHaveBeenCalledWith(number);
});
