// A registered contact with its churn risk, for the page of a contact and the details of a conversation.
import type { ChurnView, ContactFieldView, ContactRowView } from 'core-wasm';
import { at } from './samples';

export const recordSample: ContactRowView = {
  id: 'c1',
  name: 'Mariana Albuquerque',
  initials: 'MA',
  color: '#B1508D',
  identifier: 'CLI-204518',
  phone: '1138425510',
  whatsapp: '5511981237740',
  chat: '',
  others: [],
  email: 'mariana@clinicabemviver.com.br',
  employer: 'Clínica Bem Viver Ltda.',
  employerId: '7',
  data: {},
  tags: [],
  risk: { percent: 72, band: 'high' },
  lastContact: undefined,
  preferential: { of: 'own' },
  selected: false,
  busy: false,
};

export function recordField(database: string, label: string, value: string, category = ''): ContactFieldView {
  return { column: { database, label, category }, value };
}

export const churnSample: ChurnView = {
  percent: 72,
  band: 'high',
  updatedAt: at(6, 0),
  justification: '',
  factors: [
    { reason: 'lastContactDays', count: 45, percent: 38 },
    { reason: 'unansweredAttendances', count: 3, percent: 21 },
    { reason: 'Contrato vence em 12 dias', count: 0, percent: 13 },
  ],
  form: undefined,
};
