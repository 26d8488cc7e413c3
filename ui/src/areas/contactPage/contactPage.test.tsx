// Tests of the page of a contact.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContactPageView } from 'core-wasm';
import { beforeEach, expect, test } from 'vitest';
import { contact, recordField, recordPage } from '../../../test/contactRecord';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ContactPage } from './ContactPage';

beforeEach(() => startI18n('pt-BR'));

const page = recordPage([
  recordField('email', 'E-mail', 'm@exemplo.com.br'),
  recordField('fullname', 'Nome', 'Mariana'),
  recordField('plan', 'Plano', 'Empresarial', 'Contrato'),
]);

function show(view: Partial<ContactPageView> = {}, slices: Record<string, unknown> = {}): FakeCore {
  const core = new FakeCore({
    contactPage: { ...page, ...view },
    channels: { items: [{ channel: 'voice' }, { channel: 'whatsapp', connected: true }] },
    ...slices,
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <ContactPage />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}
const last = (core: FakeCore) => core.intents.at(-1);

test('the page names the contact, its company and its identifier, and loads its history, tags and risk', () => {
  const core = show();
  expect(screen.getByRole('heading', { level: 1, name: 'Mariana' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Clínica' })).toHaveAttribute('href', '/new-agent/employer/7');
  expect(screen.getByText('CLI-9')).toBeInTheDocument();
  expect(core.intents).toEqual(
    expect.arrayContaining([
      { area: 'history', type: 'loadHistoryOf', kind: 'contact', id: '9' },
      { area: 'tags', type: 'loadTagsOf', kind: 'contact', id: '9' },
      { area: 'tags', type: 'loadTagsOf', kind: 'employer', id: '7' },
      { area: 'churn', type: 'loadChurn', kind: 'contact', id: '9' },
    ]),
  );
});

test('of a company that is gone the page shows nothing, and asks for nothing', () => {
  const core = show({ contact: { ...contact, employer: '', employerId: 'demo-9' } });
  expect(screen.queryByRole('link', { name: '' })).toBeNull();
  expect(screen.queryByText('Da empresa')).toBeNull();
  expect(core.intents).not.toContainEqual(expect.objectContaining({ kind: 'employer' }));
});

test('the fields are in the order of the columns, by category', () => {
  show();
  const data = screen.getByRole('region', { name: 'Dados do contato' });
  expect(
    within(data)
      .getAllByRole('button')
      .map((field) => field.getAttribute('aria-label')),
  ).toEqual(['Editar E-mail: m@exemplo.com.br', 'Editar Nome: Mariana', 'Editar Plano: Empresarial']);
  expect(
    within(data)
      .getAllByRole('heading')
      .map((heading) => heading.textContent),
  ).toEqual(['Identificação', 'Contrato', 'Etiquetas']);
});

test('a field is edited and saved on the page, and the value that another agent saved is shown next to it', async () => {
  const core = show();
  await userEvent.click(screen.getByRole('button', { name: 'Editar Plano: Empresarial' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Plano' }), ' 500{Enter}');
  expect(last(core)).toEqual({
    area: 'people',
    type: 'saveContactField',
    contactId: '9',
    field: 'plan',
    value: 'Empresarial 500',
  });
  const form = { id: '9', inline: true, pending: false, values: { plan: 'Empresarial 500' }, errors: {}, attempts: 1 };
  act(() => core.set('contactForm', { ...form, other: { plan: 'Empresarial 300' }, error: undefined, roles: [] }));
  expect(screen.getByRole('textbox', { name: 'Plano' })).toHaveValue('Empresarial 500');
  expect(screen.getByRole('textbox', { name: 'Plano' })).toHaveAccessibleDescription(
    /^Outro agente salvou ‘Empresarial 300’/,
  );
});

test.each([
  ['05/12/2027', '2027-12-05'],
  ['a combinar', 'a combinar'],
])('a day is shown and edited as days are written; %s is saved as %s', async (typed, saved) => {
  const column = { database: 'vencimento', label: 'Vencimento', category: 'Contrato' };
  const core = show({ fields: [{ column, value: '2027-11-25' }] });
  await userEvent.click(screen.getByRole('button', { name: 'Editar Vencimento: 25/11/2027' }));
  const field = screen.getByRole('textbox', { name: 'Vencimento' });
  expect(field).toHaveValue('25/11/2027');
  await userEvent.clear(field);
  await userEvent.type(field, `${typed}{Enter}`);
  expect(last(core)).toMatchObject({ type: 'saveContactField', field: 'vencimento', value: saved });
});

test('the buttons for a call and a message use the number of the contact', async () => {
  const core = show();
  await userEvent.click(screen.getByRole('button', { name: 'Ligar' }));
  expect(last(core)).toMatchObject({ type: 'openFastTrigger', phone: '1138425510', channel: 'voice' });
  await userEvent.click(screen.getByRole('button', { name: 'WhatsApp' }));
  expect(last(core)).toMatchObject({ type: 'openFastTrigger', phone: '5511981237740', channel: 'whatsapp' });
});

test('an agent without voice cannot call', () => {
  show({}, { channels: { items: [{ channel: 'whatsapp' }] } });
  expect(screen.queryByRole('button', { name: 'Ligar' })).not.toBeInTheDocument();
});

test("the star adds the contact to the wallet and removes it, and a contact of another agent's wallet names the agent and cannot be changed", async () => {
  const core = show();
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar à carteira', pressed: false }));
  expect(last(core)).toEqual({ area: 'people', type: 'setPreferential', contactId: '9', preferential: true });
  act(() => core.set('contactPage', { ...page, contact: { ...contact, preferential: { of: 'own' } } }));
  await userEvent.click(screen.getByRole('button', { name: 'Sua carteira', pressed: true }));
  expect(last(core)).toEqual({ area: 'people', type: 'setPreferential', contactId: '9', preferential: false });
  act(() =>
    core.set('contactPage', { ...page, contact: { ...contact, preferential: { of: 'other', name: 'Rafael' } } }),
  );
  expect(screen.getByText('Carteira de Rafael')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /arteira/ })).not.toBeInTheDocument();
});

test('a contact is deleted after a confirmation', async () => {
  const core = show();
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Excluir contato' }));
  expect(core.intents.some((intent) => intent.area === 'people')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Excluir' }));
  expect(last(core)).toEqual({ area: 'people', type: 'deleteContacts', contactIds: ['9'] });
});

test('given a contact that is deleted while it is open, then its data stay and a note says that it was deleted', () => {
  show({ state: 'gone' });
  expect(screen.getByText('Este contato foi excluído enquanto a ficha estava aberta.')).toBeInTheDocument();
  expect(screen.getByText('CLI-9')).toBeInTheDocument();
});

test('the page of a contact that does not exist says so, and that of one that could not be loaded loads it again', async () => {
  const core = show({ state: 'gone', contact: undefined });
  expect(screen.getByText('Contato não encontrado')).toBeInTheDocument();
  act(() => core.set('contactPage', { ...page, state: 'failed', contact: undefined }));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(last(core)).toEqual({ area: 'people', type: 'reloadContactPage' });
});
