// The transfers of an attendance: who, to whom, when, note and cause, for every channel.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { JobTransferView, TransferListView } from 'core-wasm';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TransferListContainer } from './TransferListContainer';

beforeEach(prepareDesk);

const askedAt = new Date(2026, 10, 20, 13, 45).getTime();
const transfer = (number: number, more: Partial<JobTransferView> = {}): JobTransferView => ({
  number,
  kind: 'assisted',
  agent: 'Elisa Prado',
  destinationKind: 'agent',
  destination: 'Fábio Reis',
  note: '',
  askedAt,
  endedAt: askedAt + 30_000,
  failure: undefined,
  ...more,
});

function show(transfers: TransferListView | undefined): FakeCore {
  const core = new FakeCore({ 'jobTransfers:P1': transfers });
  render(
    <CoreProvider core={core}>
      <TransferListContainer protocol="P1" />
    </CoreProvider>,
  );
  return core;
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test.each<[string, Partial<JobTransferView>, string]>([
  [
    'a consultation that was completed',
    { note: 'Quer mudar de plano.' },
    'De Elisa Prado para Fábio ReisAceita20/11/2026 13:45 · Com consulta · durou 00:30Observação: Quer mudar de plano.',
  ],
  [
    'a transfer that came back',
    { kind: 'blind', failure: { key: 'transferError.noAnswer', params: {}, fallback: 'transfers.failed' } },
    'De Elisa Prado para Fábio ReisVoltou20/11/2026 13:45 · Direta · durou 00:30Ninguém atendeu',
  ],
  [
    'a transfer that goes on, to a number',
    { destinationKind: 'number', destination: '5511987654321', endedAt: undefined },
    'De Elisa Prado para +55 (11) 98765-4321Em andamento20/11/2026 13:45 · Com consulta · Número externo',
  ],
  [
    'a conversation that went to a queue',
    { kind: undefined, destinationKind: 'queue', destination: 'Financeiro' },
    'De Elisa Prado para FinanceiroAceita20/11/2026 13:45 · Fila',
  ],
])('[JOB-040] %s is listed with its agents, destination, time, note and cause', (_name, more, expected) => {
  show({ state: 'ready', items: [transfer(1, more)] });
  expect(rows()).toEqual([expected]);
});

test('[JOB-040] the transfers are in their order', () => {
  show({ state: 'loading', items: [transfer(1), transfer(2, { agent: 'Fábio Reis', destination: 'Bia Reis' })] });
  const list = screen.getByRole('list', { name: 'Transferências' });
  expect(
    within(list)
      .getAllByText(/^De /)
      .map(({ textContent }) => textContent),
  ).toEqual(['De Elisa Prado para Fábio Reis', 'De Fábio Reis para Bia Reis']);
});

test('[JOB-040] a list that failed is loaded again by its button', async () => {
  const core = show({ state: 'failed', items: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents).toEqual([{ area: 'transfers', type: 'loadTransfers', protocol: 'P1' }]);
});
