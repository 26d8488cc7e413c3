// Computes the rows of a call's destinations: groups, search, typed numbers, and the text for screen readers.
import type {
  CallDestinationAgentView,
  CallDestinationGroupView,
  CallDestinationsView,
  DestinationKey,
  Text,
} from 'core-wasm';
import type { TFunction } from 'i18next';
import { foldForSearch } from '../../i18n/fold';
import { formatPhone } from '../../i18n/format';
import { statusLook } from '../channels/channels';

export type DestinationTab = 'all' | 'agent' | 'queue' | 'campaign' | 'number';
export type DestinationGroup = 'number' | 'agent' | 'queue' | 'campaign';

export type DestinationItem =
  | { kind: 'agent'; agent: CallDestinationAgentView }
  | { kind: 'queue' | 'campaign'; group: CallDestinationGroupView }
  | { kind: 'number'; digits: string };

export type CallDestinationRow = DestinationItem & {
  id: string;
  name: string;
  /** Whether the destination cannot be chosen. */
  disabled: boolean;
  /** The reason, as text. */
  reason: string | undefined;
};

export interface DestinationSection {
  group: DestinationGroup;
  /** All rows of the group, including hidden ones. */
  total: number;
  rows: ReadonlyArray<CallDestinationRow>;
}

export interface RowTexts {
  t: TFunction;
  say: (text: Text) => string;
}

export interface RowChoice {
  search: string;
  tab: DestinationTab;
  /** Only agents and numbers can be added to a conference. */
  mode: 'transfer' | 'conference';
  /** Without a search, only agents of these groups are shown; undefined: agents of every group. */
  ofGroups?: ReadonlyArray<string> | undefined;
}

/** Number of digits of an external number (TRF-002). */
const fewestDigits = 8;
const mostDigits = 15;
/** From this number of digits on, the typed text may be a number rather than an extension. */
const fewestTyped = 4;
/** Number of rows that "Todos" shows of each group without a search. */
const shownOfAll: Readonly<Record<DestinationGroup, number>> = { number: 1, agent: 4, queue: 3, campaign: 1 };

/** The digits of a text typed as a telephone number, with the usual separators; undefined for any other text. */
export function typedNumber(search: string): string | undefined {
  if (!/^[\d\s()+.-]+$/.test(search)) return undefined;
  const digits = search.replace(/\D/g, '');
  return digits.length < fewestTyped ? undefined : digits;
}

export function isCallable(digits: string): boolean {
  return digits.length >= fewestDigits && digits.length <= mostDigits;
}

export function keyOf(row: CallDestinationRow): DestinationKey {
  switch (row.kind) {
    case 'agent':
      return { kind: 'agent', id: row.agent.id };
    case 'queue':
    case 'campaign':
      return { kind: row.kind, id: row.group.id };
    case 'number':
      return { kind: 'number', id: row.digits };
  }
}

/** The id of an agent's row. */
export function agentRowId(agentId: string): string {
  return `agent-${agentId}`;
}

export function agentRow(agent: CallDestinationAgentView, { say }: RowTexts): CallDestinationRow {
  const { id, name, refusal } = agent;
  const reason = refusal === undefined ? undefined : say(refusal);
  return { kind: 'agent', agent, id: agentRowId(id), name, disabled: refusal !== undefined, reason };
}

function groupRow(group: CallDestinationGroupView, { say }: RowTexts): CallDestinationRow {
  const { id, name, refusal } = group;
  const kind = group.kind === 'campaign' ? 'campaign' : 'queue';
  const reason = refusal === undefined ? undefined : say(refusal);
  return { kind, group, id: `${kind}-${id}`, name, disabled: refusal !== undefined, reason };
}

export function numberRow(digits: string, { t }: RowTexts): CallDestinationRow {
  const callable = isCallable(digits);
  return {
    kind: 'number',
    digits,
    id: `number-${digits}`,
    name: formatPhone(digits),
    disabled: !callable,
    reason: callable ? undefined : t('transfers.call.tooShort'),
  };
}

/** All rows of a destination list, built once per state of the list. */
export interface AllRows {
  agent: ReadonlyArray<CallDestinationRow>;
  queue: ReadonlyArray<CallDestinationRow>;
  campaign: ReadonlyArray<CallDestinationRow>;
  /** Texts that the search compares, by row id. */
  words: ReadonlyMap<string, string>;
}

export function allRows(destinations: CallDestinationsView | undefined, texts: RowTexts): AllRows {
  const agent = (destinations?.agents ?? []).map((one) => agentRow(one, texts));
  const groups = (destinations?.groups ?? []).map((one) => groupRow(one, texts));
  const words = new Map([...agent, ...groups].map((row) => [row.id, foldForSearch(wordsOf(row))]));
  return {
    agent,
    queue: groups.filter(({ kind }) => kind === 'queue'),
    campaign: groups.filter(({ kind }) => kind === 'campaign'),
    words,
  };
}

function wordsOf(row: CallDestinationRow): string {
  return row.kind === 'agent' ? [row.name, row.agent.extension, ...row.agent.groups].join(' ') : row.name;
}

/** The sections that a tab shows: a typed number first, then agents, queues, campaigns. */
export function sectionsOf(all: AllRows, choice: RowChoice, texts: RowTexts): ReadonlyArray<DestinationSection> {
  const { search, tab, mode, ofGroups } = choice;
  const wanted = foldForSearch(search.trim());
  const digits = typedNumber(search);
  const groups: ReadonlyArray<DestinationGroup> =
    mode === 'conference' ? ['number', 'agent'] : ['number', 'agent', 'queue', 'campaign'];
  return groups
    .filter((group) => tab === 'all' || tab === group)
    .map((group): DestinationSection => {
      if (group === 'number') {
        const rows = digits === undefined ? [] : [numberRow(digits, texts)];
        return { group, total: rows.length, rows };
      }
      const found =
        wanted === ''
          ? all[group].filter((row) => isOfGroups(row, ofGroups))
          : all[group].filter(({ id }) => all.words.get(id)?.includes(wanted));
      const rows = tab === 'all' && wanted === '' ? found.slice(0, shownOfAll[group]) : found;
      return { group, total: all[group].length, rows };
    })
    .filter(({ rows, total, group }) => rows.length > 0 || (group !== 'number' && total > 0 && wanted === ''));
}

/** Whether an agent is in one of the groups; other destinations are in none. */
export function isOfGroups(row: CallDestinationRow, groups: ReadonlyArray<string> | undefined): boolean {
  return groups === undefined || row.kind !== 'agent' || row.agent.groups.some((group) => groups.includes(group));
}

/** The row with this id, visible or not: a chosen destination stays chosen when it becomes impossible. */
export function rowOf(all: AllRows, id: string | null, texts: RowTexts): CallDestinationRow | undefined {
  if (id === null) return undefined;
  const [, digits] = /^number-(\d+)$/.exec(id) ?? [];
  if (digits !== undefined) return numberRow(digits, texts);
  return [...all.agent, ...all.queue, ...all.campaign].find((row) => row.id === id);
}

/** The state of an agent as a word; for a pause its name. */
export function statusWord({ status, pause }: CallDestinationAgentView, t: TFunction): string {
  return pause !== '' && status === 'paused' ? pause : t(statusLook[status].wordKey);
}

/** The number of available agents of a queue, as text. */
export function freeText(
  { agentsAvailable: free, agents }: CallDestinationGroupView,
  t: TFunction,
): string | undefined {
  if (agents === 0) return t('transfers.call.nobody');
  if (free === undefined) return undefined;
  return agents === undefined
    ? t('transfers.call.freeOnly', { count: free })
    : t('transfers.call.free', { free, count: agents });
}

/** The text of a row for screen readers: name, state and load, and why it cannot be chosen. */
export function spokenRow(row: CallDestinationRow, t: TFunction): string {
  const parts: Array<string | undefined> = [
    row.kind === 'number' ? t('transfers.call.callNumber', { number: row.name }) : row.name,
  ];
  if (row.kind === 'agent') {
    const { extension, open } = row.agent;
    if (extension !== '') parts.push(t('transfers.call.row.extension', { extension }));
    parts.push(statusWord(row.agent, t), t('transfers.call.row.open', { count: open }));
  }
  if (row.kind === 'queue' || row.kind === 'campaign') {
    parts.push(freeText(row.group, t));
    if (row.group.waiting !== undefined) parts.push(t('transfers.call.row.waiting', { count: row.group.waiting }));
  }
  return [...parts, row.reason].filter((part) => part !== undefined && part !== '').join(', ');
}
