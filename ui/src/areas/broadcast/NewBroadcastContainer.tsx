// Connects the dialog of a new broadcast with the core, which holds, stores and checks the draft.
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { useCore, useIntent, useSlice } from '../../core/react';
import { useBroadcastContact, useBroadcastContactOrder } from '../../core/slices';
import { formatPhone } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import { pageZone } from '../jobs/snoozeTimes';
import { columnLabel } from '../people/columnLabel';
import { TagFilter } from '../people/TagFilter';
import { templateOf } from '../whatsapp/templateText';
import { fileFaultText, readContactFile } from './contactFile';
import type { ContactsPartProps } from './ContactsPart';
import { checkOf, checkStateOf, choicesOf, contactRowOf, draftOf, faultsOf, fileResultOf } from './coreBroadcasts';
import { NewBroadcast } from './NewBroadcast';
import type { BroadcastDraft, ContactRow } from './types';

type Draft = NonNullable<ReturnType<typeof useSlice<'newBroadcast'>>>;

export function NewBroadcastContainer() {
  const view = useSlice('newBroadcast');
  return view === undefined ? null : <OpenDraft view={view} />;
}

function OpenDraft({ view }: { view: Draft }) {
  const { t } = useTranslation();
  const say = useCoreText();
  const core = useCore();
  const intend = useIntent();
  const isOffline = useSlice('link').server !== 'ok';
  const contacts = useContacts(view);
  /** Whether the dialog was opened from a stored draft. */
  const [isFromDraft] = useState(() => core.snapshot<'broadcasts'>('broadcasts').hasDraft);
  const templates = useMemo(() => view.templates.map(templateOf), [view.templates]);
  const columns = useMemo(
    () => view.columns.map(({ id, name }) => ({ value: id, label: columnLabel(t, { database: id, label: name }) })),
    [view.columns, t],
  );
  const change = useCallback(
    ({ startsAt, variables, ...fields }: Partial<BroadcastDraft>, isStartChanged: boolean) =>
      intend({
        area: 'broadcasts',
        type: 'changeBroadcastDraft',
        change: {
          ...fields,
          ...(variables !== undefined && { variables: variables.map((source) => ({ ...source })) }),
          // 0: at once.
          ...(isStartChanged && { startsAt: startsAt ?? 0 }),
        },
      }),
    [intend],
  );
  const load = (): void => intend({ area: 'broadcasts', type: 'openNewBroadcast' });
  const { preview, error, checkFailed } = view;
  return (
    <NewBroadcast
      draft={draftOf(view)}
      faults={faultsOf(view)}
      groups={choicesOf(view.groups)}
      campaigns={choicesOf(view.campaigns)}
      routes={choicesOf(view.routes)}
      routeNote={view.routeDisconnected ? say({ key: 'broadcasts.reasons.routeDisconnected' }) : undefined}
      templates={templates}
      templatesState={view.templatesState === 'notAsked' ? 'ready' : view.templatesState}
      onRetryTemplates={load}
      columns={columns}
      withoutValue={view.variables.map(({ missing }) => missing)}
      contacts={contacts}
      preview={{
        contact: preview && {
          ...preview,
          name: preview.name.trim() === '' ? formatPhone(preview.phone) : preview.name,
        },
        onStep: (direction) =>
          intend({ area: 'broadcasts', type: 'stepBroadcastPreview', forward: direction === 'next' }),
      }}
      zone={pageZone()}
      check={checkFailed ? undefined : checkOf(view.check)}
      checkState={checkStateOf(view)}
      onRetryCheck={() => intend({ area: 'broadcasts', type: 'checkBroadcastDraft' })}
      phase={view.phase}
      failure={error === undefined ? undefined : say(error)}
      savedAt={view.savedAt}
      onDiscard={isFromDraft ? () => intend({ area: 'broadcasts', type: 'discardBroadcastDraft' }) : undefined}
      offline={isOffline}
      onChange={(part) => change(part, 'startsAt' in part)}
      onCreate={() => intend({ area: 'broadcasts', type: 'createBroadcast' })}
      onClose={() => intend({ area: 'broadcasts', type: 'closeNewBroadcast' })}
    />
  );
}

/** The search for contacts, the choice among them, and the file. */
function useContacts(view: Draft): Omit<ContactsPartProps, 'fault' | 'columns'> {
  const say = useCoreText();
  const intend = useIntent();
  const search = useSlice('broadcastContacts');
  const order = useBroadcastContactOrder();
  const file = useContactFile();
  const used = JSON.stringify(view.variables.map(({ column }) => column));
  const renderContact = useCallback<ContactsPartProps['renderContact']>(
    (id, draw) => <ContactContainer key={id} id={id} columns={used} draw={draw} />,
    [used],
  );
  const onChoose = useCallback(
    (ids: ReadonlyArray<string>, chosen: boolean) =>
      intend({ area: 'broadcasts', type: 'chooseBroadcastContacts', ids: [...ids], chosen }),
    [intend],
  );
  const tags = search?.filter.tags ?? [];
  const [text, onlyChosen, complete] = [search?.text ?? '', search?.onlyChosen ?? false, search?.complete ?? false];
  const filterTags = (next: string[]): void => {
    if (search !== undefined)
      intend({ area: 'broadcasts', type: 'filterBroadcastContacts', filter: { ...search.filter, tags: next } });
  };
  const chosen = search?.chosen ?? 0;
  return {
    contacts: order,
    renderContact,
    onChoose,
    listKey: JSON.stringify([text, tags, onlyChosen]),
    onMore:
      search?.state === 'ready' && !complete && !onlyChosen
        ? () => intend({ area: 'broadcasts', type: 'moreBroadcastContacts' })
        : undefined,
    state: stateOf(search?.state, order.length),
    onRetry: () => intend({ area: 'broadcasts', type: 'moreBroadcastContacts' }),
    search: text,
    onSearch: (next) => intend({ area: 'broadcasts', type: 'searchBroadcastContacts', text: next }),
    filters: <ContactTags chosen={tags} onChange={filterTags} />,
    onClearFilters:
      text === '' && tags.length === 0
        ? undefined
        : () => {
            intend({ area: 'broadcasts', type: 'searchBroadcastContacts', text: '' });
            filterTags([]);
          },
    unreadable: <UnsupportedItems list="broadcastContacts" />,
    total: search?.total ?? 0,
    selectedCount: view.chosen,
    all: chosen === 0 ? false : chosen >= order.length && (complete || onlyChosen) ? true : 'mixed',
    onlyChosen,
    onOnlyChosen: (only) => intend({ area: 'broadcasts', type: 'showChosenContacts', only }),
    most: view.most,
    isReadingFile: file.isReading,
    fileResult: fileResultOf(view),
    fileFault: file.fault === '' ? view.fileFault && say(view.fileFault) : file.fault,
    onFile: file.read,
  };
}

/** Reads the file that the agent chose, and gives its rows to the core. */
function useContactFile() {
  const { t } = useTranslation();
  const intend = useIntent();
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState('');
  const read = (file: File): void => {
    setReading(true);
    setFault('');
    readContactFile(file)
      .then(({ headings, lines, numbers }) =>
        intend({
          area: 'broadcasts',
          type: 'addBroadcastFile',
          name: file.name,
          headings: [...headings],
          rows: lines.map((line) => [...line]),
          lines: [...numbers],
        }),
      )
      .catch((cause: unknown) => setFault(fileFaultText(cause, t)))
      .finally(() => setReading(false));
  };
  return { isReading, fault, read };
}

/** Loaded contacts stay while others are loaded, and rows of a file without any contact. */
function stateOf(state: string | undefined, shown: number): ContactsPartProps['state'] {
  if (state === 'failed') return shown > 0 ? 'ready' : 'failed';
  return state === 'ready' || shown > 0 ? 'ready' : 'loading';
}

/** The tags of contacts as filters. */
function ContactTags({ chosen, onChange }: { chosen: ReadonlyArray<string>; onChange: (tags: string[]) => void }) {
  const intend = useIntent();
  const catalogue = useSlice('tagCatalogue');
  const load = useCallback(() => intend({ area: 'tags', type: 'loadTagCatalogue' }), [intend]);
  return (
    <TagFilter
      groups={catalogue.tags.filter(({ kind }) => kind === 'contact')}
      state={catalogue.state}
      chosen={chosen}
      onOpen={load}
      onChange={onChange}
    />
  );
}

interface ContactContainerProps {
  id: string;
  /** The columns of the variables, as JSON: a row is rendered again only when they change. */
  columns: string;
  draw: (row: ContactRow) => ReactElement;
}

/** A change of one contact renders only its row. */
function ContactContainer({ id, columns, draw }: ContactContainerProps) {
  const view = useBroadcastContact(id);
  return view === undefined ? null : draw(contactRowOf(view, JSON.parse(columns) as string[]));
}
