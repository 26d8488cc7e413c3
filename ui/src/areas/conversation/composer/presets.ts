// Preset messages at the caret (BEY-053): the typed search after '/' or after opening the list, its results, and the text after a choice.
import { foldForSearch } from '../../../i18n/fold';

export interface PresetView {
  id: string;
  name: string;
  /** The text that is inserted. */
  text: string;
  /** Whether the preset message has another type than text: it is sent unchanged and not inserted (PRE-004). */
  asIs: boolean;
  /** A variable in the text without a value, as written (BEY-161). */
  openVariable?: string | undefined;
}

/** The row below a search without results: the '/' is then plain text. */
export const sendAsText: PresetView = { id: 'as-text', name: '', text: '', asIs: false };

/** The part of the text that a preset replaces. */
export interface PresetQuery {
  /** Position of the '/', or of the caret when the list was opened without one. */
  start: number;
  /** Position of the caret. */
  end: number;
  /** The typed search for a preset. */
  search: string;
}

/** A '/' at the start of the text or after a space begins a search; a space, or a '/' inside a word, is text. */
export function presetQuery(text: string, caret: number): PresetQuery | undefined {
  const match = /(?:^|\s)\/(\S*)$/.exec(text.slice(0, caret));
  const search = match?.[1];
  // '//' stands for a plain '/'.
  return search === undefined || search.startsWith('/')
    ? undefined
    : { start: caret - search.length - 1, end: caret, search };
}

/**
 * The text typed since the list was opened without a '/'; a space, or a caret before that position, ends the search.
 */
export function openedQuery(text: string, caret: number, start: number): PresetQuery | undefined {
  const search = text.slice(start, caret);
  return caret < start || /\s/.test(search) ? undefined : { start, end: caret, search };
}

/** Name and text are searched without accents; names that begin with the search come first. */
export function findPresets(presets: ReadonlyArray<PresetView>, search: string): ReadonlyArray<PresetView> {
  const wanted = foldForSearch(search);
  const begins = presets.filter(({ name }) => foldForSearch(name).startsWith(wanted));
  const contains = presets.filter(
    (preset) => !begins.includes(preset) && foldForSearch(`${preset.name}\n${preset.text}`).includes(wanted),
  );
  return [...begins, ...contains];
}

/**
 * The preset replaces only the '/' and the search; a preset that is sent unchanged only removes them. After a word a space is added. A variable
 * without a value is selected: what the agent types replaces it.
 */
export function insertPreset(
  text: string,
  { start, end }: Pick<PresetQuery, 'start' | 'end'>,
  preset: PresetView,
): InsertedPreset {
  const distance = /\S$/.test(text.slice(0, start)) ? ' ' : '';
  const inserted = preset.asIs ? '' : distance + preset.text;
  const whole = text.slice(0, start) + inserted + text.slice(end);
  const variable = preset.asIs ? undefined : preset.openVariable;
  const at = variable === undefined ? -1 : inserted.indexOf(variable);
  if (variable === undefined || at < 0) return { text: whole, caret: start + inserted.length };
  return { text: whole, caret: start + at, selectionEnd: start + at + variable.length };
}

export interface InsertedPreset {
  text: string;
  caret: number;
  /** The text from the caret to this position is selected; undefined: nothing is selected. */
  selectionEnd?: number | undefined;
}
