// Tests of the contact tab with the core: the contact that the agent refuses, and the identifier of a customer who is not
// registered.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContactPanelView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { openJob } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ContactTabContainer } from './ContactTabContainer';

vi.mock('../tags/AttendanceTags', () => ({ AttendanceTags: () => null }));

beforeEach(() => startI18n('pt-BR'));

const roberto = { id: '7', name: 'Roberto Teixeira', initials: 'RT', color: '#B1508D', identifier: 'r@exemplo.com.br' };
const panel: ContactPanelView = {
  contact: { state: 'several', candidates: [roberto] },
  identifier: 'r@exemplo.com.br',
  identifierUnverified: true,
  form: undefined,
  search: undefined,
  linking: undefined,
  needed: false,
};

function show(view: Partial<ContactPanelView> = {}) {
  const core = new FakeCore({ 'contact:W1': { ...panel, ...view }, channels: { items: [] } });
  const job = { ...openJob, channel: 'chat', contactIdentifier: 'r@exemplo.com.br', registered: false } as const;
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <ContactTabContainer protocol="W1" job={job} Details={({ contactId }) => <p>Registro {contactId}</p>} />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

test('[BEY-157] the one contact with an unverified identifier is linked by one click', async () => {
  const core = show();
  expect(screen.getByText('Chat · não verificado')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Vincular Roberto Teixeira' }));
  expect(core.intents).toEqual([{ area: 'contacts', type: 'linkContact', protocol: 'W1', contactId: '7' }]);
});

test('[BEY-157] after "Não é" a contact can be created, and another contact that is found later is proposed', async () => {
  const core = show();
  await userEvent.click(screen.getByRole('button', { name: 'Não é' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
  expect(core.intents).toEqual([{ area: 'contacts', type: 'openContactForm', protocol: 'W1' }]);
  const other = { ...roberto, id: '8', name: 'Rita Lopes' };
  act(() => core.set('contact:W1', { ...panel, contact: { state: 'several', candidates: [other] } }));
  expect(screen.getByText('É Rita Lopes?')).toBeInTheDocument();
});

test('after "Não é" the form opens automatically if the agent’s action needs a contact', async () => {
  const core = show();
  await userEvent.click(screen.getByRole('button', { name: 'Não é' }));
  expect(core.intents).toEqual([]);
  act(() => core.set('contact:W1', { ...panel, needed: true }));
  expect(core.intents).toEqual([{ area: 'contacts', type: 'openContactForm', protocol: 'W1' }]);
});

test('[BEY-157] the tab of a registered contact shows its record', () => {
  show({ contact: { state: 'found', contact: { ...roberto, email: '' } as never } });
  expect(screen.getByText('Registro 7')).toBeInTheDocument();
});

test('the number of a registered customer of a web chat is shown with its copy button, each number once', () => {
  const contact = { ...roberto, whatsappIdentifier: '5511981237740', phone: '5511981237740' } as never;
  show({ contact: { state: 'found', contact } });
  expect(screen.getAllByText('+55 (11) 98123-7740')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Copiar número' })).toBeInTheDocument();
});
