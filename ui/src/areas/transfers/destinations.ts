// The rows of a transfer's lists: the rows that match the search, and the availability of agents and queues as a word and
// a shape.
import type { DestinationAgentView, DestinationCampaignView, DestinationQueueView } from 'core-wasm';
import type { TFunction } from 'i18next';
import type { StatusShape } from '../../design/StatusMark';
import type { SearchListRow } from '../../design/useSearchList';
import { foldForSearch } from '../../i18n/fold';
import { statusLook } from '../channels/channels';

/** The kinds of destinations, in the order of their tabs. */
export const destinationKinds = ['agent', 'queue', 'campaign'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

export interface DestinationRow extends SearchListRow {
  label: string;
  detail?: string | undefined;
  /** Text at the right end of the row. */
  status?: { shape: StatusShape; word: string } | undefined;
}

function found<T extends { name: string }>(items: ReadonlyArray<T>, search: string): ReadonlyArray<T> {
  const wanted = foldForSearch(search.trim());
  return items.filter(({ name }) => foldForSearch(name).includes(wanted));
}

/** An agent who cannot get the attendance cannot be chosen, but an agent chosen before stays chosen. */
export function agentRows(
  agents: ReadonlyArray<DestinationAgentView>,
  search: string,
  chosen: string | null,
  t: TFunction,
): ReadonlyArray<DestinationRow> {
  return found(agents, search).map(({ id, name, status, available, load }) => {
    const { shape, wordKey } = statusLook[status];
    return {
      id,
      label: name,
      detail: load === undefined ? undefined : t('transfers.dialog.load', { count: load.open, limit: load.limit }),
      disabled: !available && id !== chosen,
      status: { shape, word: t(wordKey) },
    };
  });
}

/** A queue without available agents can be chosen: the customer waits there. */
export function queueRows(
  queues: ReadonlyArray<DestinationQueueView>,
  search: string,
  t: TFunction,
): ReadonlyArray<DestinationRow> {
  return found(queues, search).map(({ id, name, current, agentsAvailable: count, waiting }) => ({
    id,
    label: name,
    detail:
      [
        current ? t('transfers.dialog.currentQueue') : '',
        waiting === undefined || waiting === 0 ? '' : t('transfers.dialog.waiting', { count: waiting }),
      ]
        .filter((part) => part !== '')
        .join(' · ') || undefined,
    status:
      count === undefined
        ? undefined
        : count === 0
          ? { shape: 'hollowRing', word: t('transfers.dialog.noneAvailable') }
          : { shape: 'dot', word: t('transfers.dialog.available', { count }) },
  }));
}

export function campaignRows(
  campaigns: ReadonlyArray<DestinationCampaignView>,
  search: string,
  t: TFunction,
): ReadonlyArray<DestinationRow> {
  return found(campaigns, search).map(({ id, name, current }) => ({
    id,
    label: name,
    detail: current ? t('transfers.dialog.currentCampaign') : undefined,
  }));
}
