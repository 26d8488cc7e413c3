// The contact tab in each of its states, and its actions.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
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
  formOpen: false,
  createPending: false,
  search,
};

function actions(): ContactActions {
  return {
    onRetry: vi.fn(),
    onFormToggle: vi.fn(),
    onCreate: vi.fn(),
    onSearchToggle: vi.fn(),
    onSearch: vi.fn(),
    onLink: vi.fn(),
    onSaveField: vi.fn(),
    onLeaveField: vi.fn(),
  };
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
  expect(calls.onCreate).toHaveBeenCalledWith('Mariana', 'abc');
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

test('an identifier that is not verified has the mark beside it, in each state of the contact', () => {
  const several = { kind: 'several', candidates: [], linkPending: null, search } as const;
  for (const state of [known(phone), unknown, several]) {
    const { unmount } = render(tab({ ...state, unverified: 'alheio@exemplo.com.br' }, actions()));
    expect(screen.getByText('não verificado').parentElement).toHaveTextContent('alheio@exemplo.com.br');
    unmount();
    const { unmount: leave } = render(tab(state, actions()));
    expect(screen.queryByText('não verificado')).toBeNull();
    leave();
  }
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
