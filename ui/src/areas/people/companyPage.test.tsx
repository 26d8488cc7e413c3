// The page of a company over a core whose slices are set by hand.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChurnView, CompanyPageView, HistoryOfView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { entry } from '../../gallery/historySamples';
import { companyRows, contactRows, contactsPage, pagedList } from '../../gallery/peopleSamples';
import { startI18n } from '../../i18n';
import { CompanyPage } from './CompanyPage';

beforeEach(() => {
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  return startI18n('pt-BR');
});

const [company] = companyRows;
const found: CompanyPageView = { id: '1', state: 'found', company, contacts: pagedList({ total: 2, ended: true }) };

function historyOf(...entries: ReturnType<typeof entry>[]): HistoryOfView {
  const groups = entries.map((row) => ({ protocol: row.protocol, entries: [row] }));
  return { groups, total: entries.length, loading: false, failed: false, complete: true };
}

function show(page: CompanyPageView, more: Record<string, unknown> = {}): FakeCore {
  const core = new FakeCore({
    contactsPage,
    ...Object.fromEntries(contactRows.map((row) => [`contactListRow:${row.id}`, row])),
    companyPage: page,
    channels: { items: [{ channel: 'voice' }, { channel: 'whatsapp' }], extension: {} },
    ...more,
  });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <CompanyPage />
      </CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

test('the page of a company shows its data, its contacts and its history [EMP-022]', async () => {
  const call = entry('20261119-7', 'voice', 'Otávio Brandão', 'Suporte', 0, 65, { qualification: 'Resolvido' });
  const core = show(found, { 'companyContacts:shown': ['01', '02'], 'historyOf:employer/1': historyOf(call) });
  expect(screen.getByRole('heading', { level: 1, name: 'Lojas Sampaio Sul' })).toBeInTheDocument();
  for (const text of ['Lojas Sampaio Sul Ltda.', 'COD-1', '12.345.678/0001-91'])
    expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getAllByRole('row', { name: /^(Otávio Brandão|Helena Prado)/ })).toHaveLength(2);
  expect(screen.queryByRole('columnheader', { name: 'Empresa' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Histórico' }));
  const history = screen.getByRole('region', { name: /^Histórico de atendimentos/ });
  expect(within(history).getByText('Resolvido')).toBeInTheDocument();
  expect(core.intents).toContainEqual({ area: 'history', type: 'loadHistoryOf', kind: 'employer', id: '1' });
});

test('an attendance of a company names its contact and leads to the page of a registered one', async () => {
  const known = entry('20261119-7', 'voice', 'Otávio Brandão', 'Suporte', 0, 65, { contactId: '01' });
  const unknown = entry('20261119-8', 'voice', '(19) 99812-4407', 'Vendas', 0, 65, { contactId: '' });
  const core = show(found, { 'historyOf:employer/1': historyOf(known, unknown) });
  await userEvent.click(screen.getByRole('tab', { name: 'Histórico' }));
  const row = screen.getByRole('button', { name: /Otávio Brandão · .*Voz · Suporte · 20261119-7/ });
  await userEvent.click(row);
  expect(core.intents.at(-1)).toEqual({ area: 'history', type: 'openHistoryEntry', protocol: '20261119-7' });
  const open = { state: 'ready', messages: [] };
  act(() => core.set('historyEntry:20261119-7', { ...open, entry: known }));
  act(() => core.set('historyEntry:20261119-8', { ...open, entry: unknown }));
  const page = screen.getByRole('link', { name: 'Ficha' });
  expect(page).toHaveAttribute('href', '/new-agent/contact/01');
  await userEvent.click(page);
  expect(core.intents.at(-1)).toEqual({ area: 'shell', type: 'openArea', path: '/contact/01' });
});

const risk: ChurnView = {
  percent: 81,
  band: 'high',
  updatedAt: undefined,
  justification: '',
  factors: [],
  form: undefined,
};

test('the greatest churn risk of its contacts is shown on the company and cannot be removed there [ORG-006]', () => {
  const core = show(found);
  expect(core.intents).toContainEqual({ area: 'churn', type: 'loadChurn', kind: 'employer', id: '1' });
  expect(screen.queryByRole('region', { name: 'OrganIA' })).not.toBeInTheDocument();
  act(() => core.set('churnOf:employer/1', risk));
  const card = screen.getByRole('region', { name: 'OrganIA' });
  expect(within(card).getByText('81%')).toBeInTheDocument();
  expect(within(card).getByText('Maior risco entre os contatos')).toBeInTheDocument();
  expect(within(card).getByRole('img', { name: 'Risco de churn 81%, alto' })).toBeInTheDocument();
  expect(within(card).queryByRole('button')).not.toBeInTheDocument();
});

test('the page of a company that does not exist leads back to the list, and a failed load can be repeated', async () => {
  const core = show({ ...found, company: undefined, state: 'gone' });
  await userEvent.click(screen.getByRole('button', { name: 'Ver as empresas' }));
  expect(core.intents.at(-1)).toEqual({ area: 'shell', type: 'openArea', path: '/employer-management' });
  act(() => core.set('companyPage', { ...found, company: undefined, state: 'failed' }));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents.at(-1)).toEqual({ area: 'people', type: 'reloadCompanyPage' });
});
