// The page of a contact in each of its states.
import type { ContactFieldView, ContactPageView, ContactRowView, HistoryOfView } from 'core-wasm';
import { useState } from 'react';
import { ChurnCard } from '../areas/churn/ChurnCard';
import { ContactFields } from '../areas/contactPage/ContactFields';
import { ContactView } from '../areas/contactPage/ContactView';
import { EntityHistory } from '../areas/history/EntityHistory';
import { TimelineEntry } from '../areas/history/TimelineEntry';
import { OtherIdentifiers } from '../areas/people/OtherIdentifiers';
import { SamePersonNotes } from '../areas/people/SamePersonNotes';
import { TagEditor } from '../areas/tags/TagEditor';
import { GalleryShell } from './GalleryShell';
import { entry, historyMessages } from './historySamples';
import { samePersons } from './peopleSamples';
import { churnSample, recordField, recordSample } from './recordSamples';
import { at, ignore } from './samples';

const contact: ContactRowView = {
  ...recordSample,
  others: [
    { field: 'whatsapp_identifier', value: '5511977770001' },
    { field: 'id', value: 'CLI-198822' },
  ],
};

const fields: ReadonlyArray<ContactFieldView> = [
  recordField('id', 'Identificador', 'CLI-204518'),
  recordField('fullname', 'Nome', 'Mariana Albuquerque'),
  recordField('whatsapp_identifier', 'WhatsApp', '5511981237740'),
  recordField('phone1', 'Telefone 1', '1138425510'),
  recordField('phone2', 'Telefone 2', ''),
  recordField('email', 'E-mail', 'mariana@clinicabemviver.com.br'),
  recordField('plan', 'Plano', 'Empresarial 500', 'Dados do contrato'),
  recordField('lines', 'Linhas', '8', 'Dados do contrato'),
  recordField('due', 'Vencimento', '01/12/2027', 'Dados do contrato'),
];

const [open, , , joined] = samePersons.proposals;
const notes = [
  ...(open === undefined ? [] : [open]),
  ...(joined === undefined
    ? []
    : [{ ...joined, state: 'joined' as const, agent: 'Bruno Lima', undoUntil: at(12, 0, -20), busy: false }]),
];

const of = (...facts: Parameters<typeof entry>) => entry(...facts);
const history: HistoryOfView = {
  groups: [
    {
      protocol: 'h1',
      entries: [of('20261119-140802', 'whatsapp', 'Mariana', 'Vendas', at(14, 8), 1440, { state: 'active' })],
    },
    {
      protocol: 'h2',
      entries: [
        of('20261112-164011', 'whatsapp', 'Mariana', 'Retenção', at(16, 40, 7), 1087, { qualification: 'Agendado' }),
        of('20261112-101544', 'voice', 'Mariana', 'Retenção', at(10, 15, 7), 521, { qualification: 'Em negociação' }),
      ],
    },
    {
      protocol: 'h3',
      entries: [
        of('20261021-110517', 'voice', 'Mariana', 'Renovação 2026', at(11, 5, 29), 32, { state: 'unattended' }),
      ],
    },
  ],
  total: 28,
  loading: false,
  failed: false,
  complete: false,
};

const tags = {
  state: 'ready',
  items: [
    { id: '1', name: 'VIP', color: '#7B63C3' },
    { id: '2', name: 'Renovação', color: '#0279B6' },
    { id: '3', name: 'Saúde', color: '#906E04' },
  ],
  pending: false,
  choicesState: 'ready',
  choices: [],
} as const;

export function ContactScreen({ state }: { state: string }) {
  const [open, setOpen] = useState<string | undefined>('20261112-164011');
  const isFound =
    state === 'found' || state === 'deleted' || state === 'removal' || state === 'withoutRisk' || state === 'same';
  const page: ContactPageView = {
    id: 'c1',
    state: state === 'deleted' ? 'gone' : isFound ? 'found' : (state as 'loading' | 'gone' | 'failed'),
    contact: isFound ? contact : undefined,
    fields: [...fields],
    samePersons: [],
    joinedInto: '',
  };
  const form =
    state === 'removal' ? { length: 32, shortest: 50, longest: 2000, pending: false, error: undefined } : undefined;
  return (
    <GalleryShell area="contact">
      <ContactView
        page={page}
        onRetry={ignore}
        onCall={ignore}
        onWrite={ignore}
        onEdit={ignore}
        onPreferential={ignore}
        onCompany={ignore}
        menu={[{ kind: 'action', id: 'copy', label: 'Copiar identificador', onSelect: ignore }]}
        notes={
          <SamePersonNotes
            contactId="03"
            proposals={state === 'same' ? notes : []}
            onCompare={ignore}
            onJoin={ignore}
            onRefuse={ignore}
            onUndo={ignore}
          />
        }
        others={<OtherIdentifiers name={contact.name} others={contact.others} onNumber={ignore} />}
        fields={
          <ContactFields fields={fields} form={undefined} onSave={ignore} onLeave={ignore} name="" onNumber={ignore} />
        }
        tags={
          <TagEditor
            label="Do contato"
            tags={{ ...tags, items: [...tags.items], choices: [] }}
            onOpen={ignore}
            onToggle={ignore}
          />
        }
        history={
          <EntityHistory
            history={history}
            onMore={ignore}
            renderEntry={(row, withDay) => (
              <TimelineEntry
                row={row}
                withDay={withDay}
                open={
                  row.protocol === open
                    ? { state: 'ready', messages: historyMessages, saving: 'no', onRetry: ignore, onSavePdf: ignore }
                    : undefined
                }
                onToggle={() => setOpen(row.protocol === open ? undefined : row.protocol)}
                onStart={ignore}
              />
            )}
          />
        }
        risk={
          state === 'withoutRisk' ? undefined : (
            <ChurnCard
              churn={{ ...churnSample, form }}
              removal={{ onOpenChange: ignore, onType: ignore, onRemove: ignore }}
            />
          )
        }
      />
    </GalleryShell>
  );
}
