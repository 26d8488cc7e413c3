// The items of the command palette, and how a typed text finds them (BEY-050): fuzzy and without accents.
import { defaultFilter } from 'cmdk';
import type { Glyph } from '../../design/icons/Icon';
import { findsNumber } from '../../i18n/findsNumber';
import { foldForSearch } from '../../i18n/fold';

export interface PaletteItem {
  /** Id that is unique over all groups. */
  id: string;
  label: string;
  glyph: Glyph;
  /** Further texts that find the item: a protocol, a queue. */
  keywords?: ReadonlyArray<string>;
  /** Shown at the right: the keys of the command, or a text. */
  keys?: string | undefined;
  detail?: string | undefined;
  /** Whether every text finds the item, after the items that match the text. */
  always?: boolean;
  onRun: () => void;
  /** What Enter does, as a verb; without it Enter opens the item. */
  verb?: string | undefined;
  /** What Ctrl+Enter does instead. */
  second?: { verb: string; onRun: () => void } | undefined;
}

export type GroupKind =
  | 'recent'
  | 'messages'
  | 'actions'
  | 'navigate'
  | 'jobs'
  | 'contacts'
  | 'colleagues'
  | 'calls'
  | 'presets'
  | 'preferences'
  | 'ended';

export interface PaletteGroup {
  kind: GroupKind;
  items: ReadonlyArray<PaletteItem>;
  /** The server is searching for the typed text now. */
  loading?: boolean;
  /** Why the server's search failed. */
  failure?: string | undefined;
  /** The text by which the server found the items. It matches them even if their own texts do not. */
  foundFor?: string | undefined;
}

/** A first character that limits the search to some groups. */
const prefixes: Readonly<Record<string, ReadonlyArray<GroupKind>>> = {
  '>': ['actions', 'preferences'],
  '@': ['contacts', 'colleagues', 'calls'],
  '#': ['jobs', 'ended'],
};

export interface PaletteQuery {
  /** The text without the prefix. */
  typed: string;
  /** The text in the form used for comparison. */
  text: string;
  /** Groups to search; all groups if undefined. */
  kinds: ReadonlyArray<GroupKind> | undefined;
}

export function queryOf(entered: string): PaletteQuery {
  const trimmed = entered.trimStart();
  const kinds = prefixes[trimmed.charAt(0)];
  const typed = (kinds === undefined ? trimmed : trimmed.slice(1)).trim();
  return { kinds, typed, text: foldForSearch(typed) };
}

/** A match in a keyword counts less than one in the label. */
const keywordWeight = 0.8;

/**
 * An agent who types a name probably looks for the conversation: a transfer to somebody with a similar name must not be the first result, and a call,
 * which rings at once, not before the transfer, which opens a dialog.
 */
const weights: Partial<Readonly<Record<GroupKind, number>>> = { colleagues: 0.6, calls: 0.5 };

/** A keyword that makes every text find the item. */
export const always = '\u0000always';

/** Less than the score of any match. */
const alwaysScore = 1e-9;

/** The score, from 0 (not found) to 1. The first text is the label. */
export function scoreOf(texts: ReadonlyArray<string>, query: PaletteQuery, kind?: GroupKind): number {
  if (query.text === '') return 1;
  if (texts.includes(always)) return alwaysScore;
  if (kind === 'jobs' && texts.some((text) => isNamed(text, query))) return 1;
  const score = texts.reduce((best, text, index) => {
    const found = findsNumber(text, query.typed) ? 1 : defaultFilter(foldForSearch(text), query.text);
    return Math.max(best, index === 0 ? found : found * keywordWeight);
  }, 0);
  const weight = kind === undefined ? undefined : weights[kind];
  return weight === undefined ? Math.min(score, mostOfOthers) : score * weight;
}

/** Lower than the score of an open conversation whose name, queue or number is typed. */
const mostOfOthers = 0.99;

/** Whether a word of the text begins with the typed text. */
function isNamed(text: string, { text: wanted, typed }: PaletteQuery): boolean {
  const folded = foldForSearch(text);
  return folded.startsWith(wanted) || folded.includes(` ${wanted}`) || findsNumber(text, typed);
}

/** The texts that an item is found by; the first is its label. */
export function textsOf(item: PaletteItem, { foundFor }: PaletteGroup): ReadonlyArray<string> {
  const marks = [...(item.always === true ? [always] : []), ...(foundFor === undefined ? [] : [foundFor])];
  return [item.label, ...(item.keywords ?? []), ...marks];
}

/**
 * The group with the best match first; groups with equal matches keep their order. cmdk sorts only the items within a
 * group.
 */
export function rankedGroups(groups: ReadonlyArray<PaletteGroup>, query: PaletteQuery): ReadonlyArray<PaletteGroup> {
  return groups
    .map((group) => ({
      group,
      best: Math.max(0, ...group.items.map((item) => scoreOf(textsOf(item, group), query, group.kind))),
    }))
    .sort((one, other) => other.best - one.best)
    .map(({ group }) => group);
}

const mostRecent = 20;
let recent: ReadonlyArray<string> = [];

/** Remembers a chosen item until the page is closed. */
export function noteRun(id: string): void {
  recent = [id, ...recent.filter((other) => other !== id)].slice(0, mostRecent);
}

const mostShownRecent = 5;

/** The groups shown for an empty field: the recently chosen items are above all others and are not repeated. */
export function withRecent(groups: ReadonlyArray<PaletteGroup>): ReadonlyArray<PaletteGroup> {
  const all = groups.flatMap(({ items }) => items);
  const items = recent.flatMap((id) => all.find((item) => item.id === id) ?? []).slice(0, mostShownRecent);
  if (items.length === 0) return groups;
  const others = groups.map((group) => ({ ...group, items: group.items.filter((item) => !items.includes(item)) }));
  return [{ kind: 'recent', items }, ...others];
}

/** Recently chosen items come first; the others keep their order. */
export function recentFirst(items: ReadonlyArray<PaletteItem>): ReadonlyArray<PaletteItem> {
  const chosen = recent.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...chosen, ...items.filter((item) => !chosen.includes(item))];
}
