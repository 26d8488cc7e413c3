// Connects the page of broadcasts with the core (NAV-012): the lists, one opened list, and the draft of a new one.
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { useIntent, useSlice, useSlicePart } from '../../core/react';
import { useBroadcastCard, useBroadcastOrder } from '../../core/slices';
import { useTranslation } from '../../i18n/useTranslation';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { BroadcastDetailContainer } from './BroadcastDetailContainer';
import { BroadcastPage, type BroadcastPageProps } from './BroadcastPage';
import { listOf } from './coreBroadcasts';
import { NewBroadcastContainer } from './NewBroadcastContainer';
import type { BroadcastFilter, BroadcastSummary } from './types';

export function BroadcastPageContainer() {
  const { t } = useTranslation();
  const opened = useSlicePart<'broadcast', string | undefined>('broadcast', (list) => list?.id);
  const isDraftOpen = useSlicePart<'newBroadcast', boolean>('newBroadcast', (draft) => draft !== undefined);
  /** The list whose page was closed: its card takes the focus. */
  const [closed, setClosed] = useState<string>();
  useDocumentTitle(t('broadcastPage.title'));
  return (
    <>
      {opened === undefined ? (
        <Lists closed={closed} />
      ) : (
        <BroadcastDetailContainer key={opened} id={opened} onBack={setClosed} />
      )}
      {isDraftOpen && <NewBroadcastContainer />}
    </>
  );
}

function Lists({ closed }: { closed: string | undefined }) {
  const intend = useIntent();
  const { phase, filter, counts, created, readAt } = useSlice('broadcasts');
  const order = useBroadcastOrder();
  const isOffline = useSlice('link').server !== 'ok';
  /** A list that was created before the page was shown has had the focus. */
  const [createdBefore] = useState(created);
  const onFilter = useCallback(
    (next: BroadcastFilter) => intend({ area: 'broadcasts', type: 'filterBroadcasts', filter: next }),
    [intend],
  );
  const actions = useMemo(
    () => ({
      onOpen: (id: string) => intend({ area: 'broadcasts', type: 'openBroadcast', id }),
      onCancel: (id: string) => intend({ area: 'broadcasts', type: 'askCancelBroadcast', id }),
      onResume: (id: string) => intend({ area: 'broadcasts', type: 'resumeBroadcast', id }),
      onRetry: (id: string) => intend({ area: 'broadcasts', type: 'retryEntries', id }),
    }),
    [intend],
  );
  return (
    <BroadcastPage
      {...actions}
      phase={phase}
      broadcasts={order}
      renderBroadcast={renderBroadcast}
      counts={counts}
      filter={{ search: filter.search ?? '', tab: filter.tab ?? 'all' }}
      readAt={readAt}
      focusOn={created !== '' && created !== createdBefore ? created : closed}
      unreadable={<UnsupportedItems list="broadcasts" />}
      offline={isOffline}
      onFilter={onFilter}
      onNew={() => intend({ area: 'broadcasts', type: 'openNewBroadcast' })}
      onReload={() => intend({ area: 'broadcasts', type: 'reloadBroadcasts' })}
    />
  );
}

const renderBroadcast: BroadcastPageProps['renderBroadcast'] = (id, draw) => (
  <CardContainer key={id} id={id} draw={draw} />
);

/** A change of one list renders only its card. */
function CardContainer({ id, draw }: { id: string; draw: (list: BroadcastSummary) => ReactElement }) {
  const card = useBroadcastCard(id);
  return card === undefined ? null : draw(listOf(card));
}
