// Tests of the registration of a customer whose attendance is not open: its form, the found contacts, and its end.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContactPanelView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { RegistrationContainer } from './RegistrationContainer';

beforeEach(() => startI18n('pt-BR'));

const form = {
  create: true,
  pending: false,
  errors: { fullname: undefined, identifier: undefined, email: undefined },
  error: undefined,
  fullname: 'Marcelo',
  identifier: '5511970011002',
  email: '',
};
const panel: ContactPanelView = {
  contact: { state: 'unknown' },
  identifier: '5511970011002',
  identifierUnverified: false,
  form: undefined,
  search: undefined,
  linking: undefined,
  needed: false,
};
const roberto = { id: '7', name: 'Roberto Teixeira', initials: 'RT', color: '#B1508D', identifier: '5511970011002' };

function show(view: Partial<ContactPanelView> = {}) {
  const core = new FakeCore({ 'contact:W1': { ...panel, ...view }, channels: { items: [] } });
  const onEnd = vi.fn();
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <RegistrationContainer protocol="W1" onEnd={onEnd} />
      </TooltipProvider>
    </CoreProvider>,
  );
  const change = (next: Partial<ContactPanelView>) => act(() => core.set('contact:W1', { ...panel, ...view, ...next }));
  return { core, onEnd, change };
}
const open = { area: 'contacts', type: 'openContactForm', protocol: 'W1' };

test('the form opens with the known data of the customer, saves it, and closes when the contact exists [QUA-005]', async () => {
  const { core, onEnd, change } = show();
  expect(core.intents).toEqual([open]);
  change({ form });
  expect(screen.getByRole('textbox', { name: /^Identificador/ })).toHaveValue('5511970011002');
  await userEvent.type(screen.getByRole('textbox', { name: /^E-mail/ }), 'marcelo@example.com ');
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/ }), ' Prado{Enter}');
  expect(core.intents.at(-1)).toEqual({
    area: 'contacts',
    type: 'saveContact',
    protocol: 'W1',
    fullname: 'Marcelo Prado',
    identifier: '5511970011002',
    email: 'marcelo@example.com',
  });
  const email = { key: 'contacts.invalidEmail', params: {}, fallback: undefined };
  change({ form: { ...form, errors: { ...form.errors, email } } });
  expect(screen.getByRole('textbox', { name: /^E-mail/ })).toHaveAccessibleDescription('O e-mail não está completo');
  change({ form: { ...form, error: { key: 'contacts.saveFailed', params: {}, fallback: undefined } } });
  expect(screen.getByText('Ocorreu um erro ao salvar as alterações do contato')).toBeInTheDocument();
  expect(onEnd).not.toHaveBeenCalled();
  change({ contact: { state: 'found', contact: roberto as never } });
  expect(onEnd.mock.calls).toEqual([[true]]);
});

test('the contacts of an attendance that was never opened are looked up', () => {
  const { core } = show({ contact: { state: 'loading' } });
  expect(core.intents).toEqual([{ area: 'contacts', type: 'reloadContact', protocol: 'W1' }, open]);
});

test('a contact that has the identifier can be linked instead [QUA-005]', async () => {
  const { core } = show({ contact: { state: 'several', candidates: [roberto] }, form });
  await userEvent.click(screen.getByRole('button', { name: 'Vincular Roberto Teixeira' }));
  expect(core.intents.at(-1)).toEqual({ area: 'contacts', type: 'linkContact', protocol: 'W1', contactId: '7' });
});

test('an agent who does not want to register the customer now closes the form', async () => {
  const { core, onEnd } = show({ form });
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(core.intents.at(-1)).toEqual({ area: 'contacts', type: 'closeContactForm', protocol: 'W1' });
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test.each([
  ['', 'visitor-78878fc57f69'],
  ['ana@exemplo.com.br', 'ana@exemplo.com.br'],
])('in the form of a visitor without identification the field is empty, and "%s" registers %s', async (typed, sent) => {
  const { core, change } = show();
  change({ form: { ...form, identifier: 'visitor-78878fc57f69' } });
  const field = screen.getByRole('textbox', { name: /^Identificador/ });
  expect(field).toHaveValue('');
  expect(field).toHaveAccessibleDescription('O visitante não deu nenhum. Pode ficar vazio.');
  if (typed !== '') await userEvent.type(field, typed);
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
  expect(core.intents.at(-1)).toMatchObject({ type: 'saveContact', identifier: sent });
});

const duplicate = { key: 'contacts.cause.duplicateIdentifier', params: {}, fallback: undefined };
const owner = {
  id: '8',
  name: 'Bárbara Santos',
  initials: 'BS',
  color: '#517693',
  chatIdentifier: '',
  whatsappIdentifier: '5511970011002',
  phone: '',
  email: 'b@exemplo.com.br',
  employer: '',
  preferential: false,
};

test('an identifier that another contact has names the contact, opens its page and links it', async () => {
  const { core, change } = show();
  change({ form });
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
  change({ form: { ...form, error: duplicate } });
  expect(screen.getByRole('textbox', { name: /^Identificador/ })).toBeInvalid();
  expect(screen.getByText('Procurando quem já tem este identificador…')).toBeInTheDocument();
  expect(core.intents.at(-1)).toEqual({ area: 'contacts', type: 'findContacts', text: '5511970011002' });
  const other = { ...owner, id: '9', name: 'Bruno 5511970011002', whatsappIdentifier: '' };
  act(() =>
    core.set('foundContacts', { text: '5511970011002', pending: false, failed: false, contacts: [other, owner] }),
  );
  expect(screen.queryByText(/^Bruno/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Abrir a ficha de Bárbara Santos' }));
  expect(core.intents.at(-1)).toMatchObject({ type: 'openArea', path: '/contact/8' });
  await userEvent.click(screen.getByRole('button', { name: 'Vincular Bárbara Santos' }));
  expect(core.intents.at(-1)).toEqual({ area: 'contacts', type: 'linkContact', protocol: 'W1', contactId: '8' });
});
