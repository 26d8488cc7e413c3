// What the command palette offers, and how a typed text finds it (BEY-050): fuzzy and without accents.
import { defaultFilter } from 'cmdk';
import type { Glyph } from '../../design/icons/Icon';
import { findsNumber } from '../../i18n/findsNumber';
import { foldForSearch } from '../../i18n/fold';

export interface PaletteItem {
  /** Unique over all groups. */
  id: string;
  label: string;
  glyph: Glyph;
  /** Further texts that find the item: a protocol, a queue. */
  keywords?: ReadonlyArray<string>;
  /** At the right: the keys of the command, or a text. */
  keys?: string | undefined;
  detail?: string | undefined;
  /** It is found by every text, after what the text finds. */
  always?: boolean;
  onRun: () => void;
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
  /** The server is searching for the typed text. */
  loading?: boolean;
  /** Why the server's search failed. */
  failure?: string | undefined;
  /** The text that the server found the items for. They are found by it also where their own texts are not. */
  foundFor?: string | undefined;
}

/** A first character that limits the search to some groups. */
const prefixes: Readonly<Record<string, ReadonlyArray<GroupKind>>> = {
  '>': ['actions', 'preferences'],
  '@': ['contacts', 'colleagues', 'calls'],
  '#': ['jobs', 'ended'],
};

export interface PaletteQuery {
  /** Without the prefix. */
  typed: string;
  /** As it is compared. */
  text: string;
  /** All groups if undefined. */
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
 * Who types a name looks for the conversation first: a transfer to somebody with a similar name must not be the first result, and a call, which rings at once,
 * not before the transfer, which opens a dialog.
 */
const weights: Partial<Readonly<Record<GroupKind, number>>> = { colleagues: 0.6, calls: 0.5 };

/** Among the texts of an item: every text finds it. */
export const always = '\u0000always';

/** Less than any score of a text. */
const alwaysScore = 1e-9;

/** From 0 (not found) to 1. The first text is the label. */
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

/** Below an open conversation whose name, queue or number is typed. */
const mostOfOthers = 0.99;

/** Whether a word of the text begins with what was typed. */
function isNamed(text: string, { text: wanted, typed }: PaletteQuery): boolean {
  const folded = foldForSearch(text);
  return folded.startsWith(wanted) || folded.includes(` ${wanted}`) || findsNumber(text, typed);
}

/** The texts that an item is found by; the first is its label. */
export function textsOf(item: PaletteItem, { foundFor }: PaletteGroup): ReadonlyArray<string> {
  const marks = [...(item.always === true ? [always] : []), ...(foundFor === undefined ? [] : [foundFor])];
  return [item.label, ...(item.keywords ?? []), ...marks];
}

/** The group with the best match first; equal ones keep their order. cmdk sorts the items of a group only. */
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

/** The groups of an empty field: what was chosen last is above all others, once. */
export function withRecent(groups: ReadonlyArray<PaletteGroup>): ReadonlyArray<PaletteGroup> {
  const all = groups.flatMap(({ items }) => items);
  const items = recent.flatMap((id) => all.find((item) => item.id === id) ?? []).slice(0, mostShownRecent);
  if (items.length === 0) return groups;
  const others = groups.map((group) => ({ ...group, items: group.items.filter((item) => !items.includes(item)) }));
  return [{ kind: 'recent', items }, ...others];
}

/** The items that were chosen last come first; the others keep their order. */
export function recentFirst(items: ReadonlyArray<PaletteItem>): ReadonlyArray<PaletteItem> {
  const chosen = recent.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...chosen, ...items.filter((item) => !chosen.includes(item))];
}
