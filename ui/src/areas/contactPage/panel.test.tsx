// Tests of the tabs of the details of a conversation: the record of the contact, its history and the files.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryRowView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { recordField, recordPage } from '../../../test/contactRecord';
import { FakeCore } from '../../../test/fakeCore';
import { openJob, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { DetailsTabContext } from '../../shared/detailsTab';
import { PanelDetailsContainer } from './PanelDetailsContainer';
import { PanelHistoryContainer } from './PanelHistoryContainer';
import { PanelMediaContainer } from './PanelMediaContainer';

beforeEach(prepareDesk);

const page = recordPage([
  recordField('email', 'E-mail', 'm@exemplo.com.br'),
  recordField('plan', 'Plano', 'Empresarial', 'Contrato'),
]);
const row = (protocol: string, qualification: string): HistoryRowView =>
  ({
    protocol,
    channel: 'chat',
    metaType: undefined,
    contactId: '9',
    name: 'Mariana',
    initials: 'M',
    color: '#B1508D',
    contactIdentifier: 'm@exemplo.com.br',
    queue: 'Vendas',
    agent: 'Bruno Lima',
    start: new Date(2026, 10, 12, 16, 40).getTime(),
    durationSeconds: 250,
    qualification,
    state: 'qualified',
    observation: '',
    tags: [],
    hasMessages: true,
  }) as unknown as HistoryRowView;
const rows = [row('P1', 'Agora'), row('H2', 'Em negociação'), row('H1', 'Resolvido'), row('H0', 'Antigo')];
const history = {
  groups: rows.map((entry) => ({ protocol: entry.protocol, entries: [entry] })),
  total: 4,
  loading: false,
  failed: false,
  complete: true,
};

function show(part: React.ReactNode, slices: Record<string, unknown> = {}) {
  const core = new FakeCore({
    contactPage: page,
    contactsPage: { allColumns: [] },
    companyPicker: { text: '', pending: false, failed: false, companies: [] },
    channels: { items: [{ channel: 'voice' }, { channel: 'whatsapp' }] },
    'contact:P1': { contact: { state: 'found', contact: { id: '9' } } },
    'historyOf:contact/9': history,
    ...slices,
  });
  const onTab = vi.fn();
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <DetailsTabContext value={onTab}>{part}</DetailsTabContext>
      </TooltipProvider>
    </CoreProvider>,
  );
  return { core, onTab, last: () => core.intents.at(-1) };
}
const details = <PanelDetailsContainer protocol="P1" contactId="9" known={<p>Campos conhecidos</p>} />;

test('[BEY-157] the record of the contact is opened, with its history, tags and risk', () => {
  const { core } = show(details);
  expect(core.intents).toEqual(
    expect.arrayContaining([
      { area: 'people', type: 'openContact', contactId: '9' },
      { area: 'history', type: 'loadHistoryOf', kind: 'contact', id: '9' },
      { area: 'tags', type: 'loadTagsOf', kind: 'attendance', id: 'P1' },
      { area: 'tags', type: 'loadTagsOf', kind: 'contact', id: '9' },
      { area: 'churn', type: 'loadChurn', kind: 'contact', id: '9' },
    ]),
  );
});

test('[BEY-157] until the record of the contact is loaded, and while the loaded record is of another contact, the known fields are shown', () => {
  const { core } = show(details, { contactPage: { ...page, id: '8' } });
  expect(screen.getByText('Campos conhecidos')).toBeInTheDocument();
  expect(screen.queryByText('Empresarial')).toBeNull();
  act(() => core.set('contactPage', page));
  expect(screen.queryByText('Campos conhecidos')).toBeNull();
  expect(screen.getByText('Empresarial')).toBeInTheDocument();
});

test('[BEY-157] the fields of the contract are edited directly in the panel', async () => {
  const { last } = show(details);
  await userEvent.click(screen.getByRole('button', { name: 'Editar Plano: Empresarial' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Plano' }), ' 500{Enter}');
  expect(last()).toEqual({
    area: 'people',
    type: 'saveContactField',
    contactId: '9',
    field: 'plan',
    value: 'Empresarial 500',
  });
});

test('[BEY-157] the panel has the star, the call, the form and the link to the page of the contact', async () => {
  const { last } = show(details);
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar à carteira' }));
  expect(last()).toEqual({ area: 'people', type: 'setPreferential', contactId: '9', preferential: true });
  await userEvent.click(screen.getByRole('button', { name: 'Ligar' }));
  expect(last()).toMatchObject({ type: 'openFastTrigger', phone: '1138425510', channel: 'voice' });
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }));
  expect(last()).toEqual({ area: 'people', type: 'openContactEditor', contactId: '9' });
  await userEvent.click(screen.getByRole('link', { name: 'Ficha' }));
  expect(last()).toEqual({ area: 'shell', type: 'openArea', path: '/contact/9' });
  expect(screen.getByRole('link', { name: 'E-mail' })).toHaveAttribute('href', 'mailto:m%40exemplo.com.br');
});

test('[BEY-157] an agent without voice, and a contact without a telephone, cannot call', async () => {
  show(details, { channels: { items: [{ channel: 'whatsapp' }] } });
  expect(screen.getByRole('button', { name: 'Ligar' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(screen.getByRole('button', { name: 'Ligar' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/Voz/);
});

test('[BEY-157] the last two attendances before this one open over the details for reading, and the tab has all of them', async () => {
  const { core, onTab } = show(details);
  const last = screen.getByRole('heading', { name: 'Últimos contatos' }).closest('section');
  expect(within(last ?? document.body).getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: /^Chat ?Em negociação/ }));
  expect(core.intents.at(-1)).toEqual({ area: 'history', type: 'openHistoryEntry', protocol: 'H2' });
  act(() => core.set('historyEntry:H2', { entry: rows[1], messages: [], state: 'ready' }));
  expect(screen.getByRole('complementary', { name: 'Atendimento de Mariana' })).toHaveTextContent('Somente leitura');
  await userEvent.click(screen.getByRole('button', { name: 'Fechar atendimento' }));
  expect(core.intents.at(-1)).toEqual({ area: 'history', type: 'closeHistoryEntry', protocol: 'H2' });
  await userEvent.click(screen.getByRole('button', { name: 'Ver 4' }));
  expect(onTab).toHaveBeenCalledWith('history');
});

test('[BEY-157] the history has all attendances of the contact, and each opens over the details', async () => {
  const { core } = show(<PanelHistoryContainer protocol="P1" />);
  const entries = screen.getAllByRole('listitem').map((item) => within(item).getByRole('button'));
  expect(entries).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: /H0/ }));
  expect(core.intents.at(-1)).toEqual({ area: 'history', type: 'openHistoryEntry', protocol: 'H0' });
});

test('[BEY-157] the history of an unregistered customer says that a registration is missing', () => {
  const { core } = show(<PanelHistoryContainer protocol="P1" />, { 'contact:P1': { contact: { state: 'unknown' } } });
  expect(screen.getByText('Nenhum histórico')).toBeInTheDocument();
  expect(core.intents).toEqual([]);
});

test.each([
  ['whatsapp', { area: 'whatsapp', type: 'openMedia', protocol: 'P1' }],
  ['chat', undefined],
] as const)('[BEY-157] the files of a conversation on %s are in the tab', (channel, intent) => {
  const { core } = show(<PanelMediaContainer protocol="P1" job={{ ...openJob, channel, registered: false }} />);
  expect(screen.getByRole('tab', { name: 'Fotos e vídeos' })).toBeInTheDocument();
  expect(core.intents[0]).toEqual(intent);
});
