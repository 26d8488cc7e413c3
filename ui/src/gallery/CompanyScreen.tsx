// The page of a company in each of its states.
import type { CompanyPageView, HistoryOfView } from 'core-wasm';
import { Fragment, useState } from 'react';
import { ChurnCard } from '../areas/churn/ChurnCard';
import { EntityHistory } from '../areas/history/EntityHistory';
import { TimelineEntry } from '../areas/history/TimelineEntry';
import { CompanyContacts } from '../areas/people/CompanyContacts';
import { CompanyView } from '../areas/people/CompanyView';
import { TagEditor } from '../areas/tags/TagEditor';
import { churnSample } from './recordSamples';
import { GalleryShell } from './GalleryShell';
import { historyMessages, historyRows } from './historySamples';
import { companyRows, contactRows, contactsPage, pagedList, tagGroups } from './peopleSamples';
import { ignoredActions } from './PeopleScreen';
import { ignore } from './samples';

const [first] = companyRows;
const company = first === undefined ? undefined : { ...first, roles: rolesOf('Diretora comercial', 'Financeiro') };
const ofCompany = contactRows.slice(0, 4);

function rolesOf(...names: string[]) {
  return names.map((name, index) => ({ employerRoleId: `${index}`, name, error: undefined }));
}

const history: HistoryOfView = {
  groups: historyRows.map((row) => ({ protocol: row.protocol, entries: [row] })),
  total: 31,
  loading: false,
  failed: false,
  complete: false,
};

export function CompanyScreen({ state }: { state: string }) {
  const [open, setOpen] = useState<string | undefined>('20261119-135244');
  const isFound = state === 'found' || state === 'history' || state === 'withoutRisk';
  const page: CompanyPageView = {
    id: '1',
    state: isFound ? 'found' : (state as 'loading' | 'gone' | 'failed'),
    company: isFound ? company : undefined,
    contacts: pagedList({ total: ofCompany.length, ended: true }),
  };
  return (
    <GalleryShell area="people">
      <CompanyView
        page={page}
        initialTab={state === 'history' ? 'history' : 'contacts'}
        onRetry={ignore}
        onList={ignore}
        onEdit={ignore}
        risk={
          state === 'withoutRisk' ? undefined : (
            <ChurnCard churn={{ ...churnSample, factors: [] }} removal={undefined} />
          )
        }
        tags={
          <TagEditor
            label="Da empresa"
            tags={{
              state: 'ready',
              items: tagGroups[0]?.items.slice(0, 3) ?? [],
              pending: false,
              choicesState: 'ready',
              choices: [],
            }}
            onOpen={ignore}
            onToggle={ignore}
          />
        }
        contacts={
          <CompanyContacts
            page={page}
            columns={contactsPage.columns.filter(({ database }) => database !== 'employer_name')}
            contacts={ofCompany.map(({ id }) => id)}
            renderContact={(id, draw) => {
              const row = ofCompany.find((candidate) => candidate.id === id);
              return row === undefined ? null : <Fragment key={id}>{draw(row)}</Fragment>;
            }}
            actions={ignoredActions}
            onRetry={ignore}
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
                contact={{ page: { href: '#', onOpen: ignore } }}
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
      />
    </GalleryShell>
  );
}
