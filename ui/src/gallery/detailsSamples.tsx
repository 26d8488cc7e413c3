// The record of a registered contact in the details of a conversation, in its states.
import type { ChurnView, ContactFieldView, ContactRowView } from 'core-wasm';
import type { ReactNode } from 'react';
import { ChurnCard } from '../areas/churn/ChurnCard';
import { ContactFields } from '../areas/contactPage/ContactFields';
import { PanelDetails } from '../areas/contactPage/PanelDetails';
import { EntityHistory } from '../areas/history/EntityHistory';
import { TimelineEntry } from '../areas/history/TimelineEntry';
import { entry } from './historySamples';
import { churnSample, recordField, recordSample } from './recordSamples';
import { at, ignore, longName } from './samples';

const contact: ContactRowView = { ...recordSample, data: { cargo: 'Gerente' } };

const fields: ReadonlyArray<ContactFieldView> = [
  recordField('email', 'E-mail', 'mariana@clinicabemviver.com.br'),
  recordField('phone1', 'Telefone', '1138425510'),
  recordField('plan', 'Plano', 'Empresarial 500', 'Contrato'),
  recordField('due', 'Vencimento', '2026-12-08', 'Contrato'),
];

const last = [
  entry('20261112-101544', 'voice', 'Mariana', 'Retenção', at(16, 40, 7), 250, { qualification: 'Em negociação' }),
  entry('20261103-091200', 'whatsapp', 'Mariana', 'Financeiro', at(9, 12, 16), 720, {
    qualification: 'Segunda via de boleto',
  }),
];

const churn: ChurnView = {
  ...churnSample,
  factors: [{ reason: 'contrato vence em 12 dias', count: 0, percent: 38 }],
};
const removal = { onOpenChange: ignore, onType: ignore, onRemove: ignore };

function details(more: Partial<Parameters<typeof PanelDetails>[0]> = {}): ReactNode {
  return (
    <PanelDetails
      contactId="c1"
      contact={contact}
      failed={false}
      onRetry={ignore}
      onCall={ignore}
      hasVoice
      onEdit={ignore}
      onOpenPage={ignore}
      onPreferential={ignore}
      risk={<ChurnCard churn={churn} removal={removal} compact />}
      fields={
        <ContactFields
          fields={fields}
          headingLevel="h4"
          form={undefined}
          onSave={ignore}
          onLeave={ignore}
          name=""
          onNumber={ignore}
        />
      }
      others={null}
      tags={null}
      last={last}
      lastCount={12}
      onOpenLast={ignore}
      onAllLast={ignore}
      {...more}
    />
  );
}

export const detailsSamples: Readonly<Record<string, ReactNode>> = {
  record: details(),
  lowRisk: details({
    risk: <ChurnCard churn={{ ...churn, percent: 0, band: 'low', factors: [] }} removal={removal} compact />,
    contact: { ...contact, preferential: { of: 'other', name: 'Rafael Souza' }, email: '' },
    onCall: undefined,
    last: [],
  }),
  long: details({
    contact: { ...contact, preferential: { of: 'nobody' } },
    risk: (
      <ChurnCard
        churn={{ ...churn, percent: 55, band: 'medium', factors: [{ reason: longName, count: 0, percent: 9 }] }}
        removal={removal}
        compact
      />
    ),
    last: [entry('h', 'chat', 'Mariana', `Fila ${longName}`, at(9, 12, 16), 720, { qualification: longName })],
    lastCount: 1_234,
  }),
  loading: details({ contact: undefined, risk: undefined, fields: null, last: [] }),
  failed: details({ contact: undefined, failed: true, risk: undefined, fields: null, last: [] }),
};

export const historyTabSample: ReactNode = (
  <EntityHistory
    inTab
    history={{
      groups: last.map((row) => ({ protocol: row.protocol, entries: [row] })),
      total: 12,
      loading: false,
      failed: false,
      complete: false,
    }}
    renderEntry={(row, withDay) => (
      <TimelineEntry row={row} withDay={withDay} open={undefined} onToggle={ignore} onStart={undefined} />
    )}
    onMore={ignore}
  />
);
