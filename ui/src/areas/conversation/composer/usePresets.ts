// The list of preset messages while the agent types after a '/' or opened it with its button: which are shown, which is selected, and the keys that the list
// takes from the field.
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useSearchList, type SearchListControl } from '../../../design/useSearchList';
import { findPresets, insertPreset, openedQuery, presetQuery, sendAsText } from './presets';
import type { InsertedPreset, PresetView } from './presets';
import { isComposing } from '../../../design/isComposing';

export interface ComposerPresets {
  state: 'loading' | 'ready' | 'failed';
  items: ReadonlyArray<PresetView>;
  /** The agent opened the list, or repeated the request. */
  onLoad: () => void;
  /** The agent chose a preset that is not a text. */
  onSendAsIs: (preset: PresetView) => void;
  /** The agent inserted a preset. */
  onInserted: (preset: PresetView) => void;
}

export interface PresetMenu {
  /** The state of the shown list; undefined if it is closed. */
  shown: ComposerPresets['state'] | undefined;
  /**
   * The typed text after the '/' that no preset contains; Enter does not send it, because it is more often a typing error
   * than a text.
   */
  missing: string | undefined;
  list: SearchListControl<PresetView>;
  /** Returns whether the list took the key. */
  press: (event: KeyboardEvent) => boolean;
  /** The text or the caret changed. */
  follow: (text: string, caret: number) => void;
  /** Opens the list at the caret, without a '/' in the text. */
  open: (caret: number) => void;
  /** Closes the list without a choice; the text stays. */
  close: () => void;
  /** Called after the text was sent. */
  reset: () => void;
}

const none: ReadonlyArray<PresetView> = [];
const onlyAsText: ReadonlyArray<PresetView> = [sendAsText];

export function usePresets(
  presets: ComposerPresets | undefined,
  text: string,
  onInsert: (inserted: InsertedPreset) => void,
  onSendText: () => void,
): PresetMenu {
  const [caret, setCaret] = useState(0);
  /** The '/' for which the agent closed the list. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** The position where the list was opened without a '/'. */
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  const typed = presetQuery(text, caret);
  const opened = openedAt === null ? undefined : openedQuery(text, caret, openedAt);
  const query = presets === undefined ? undefined : (typed ?? opened);
  const isOpen = query !== undefined && query.start !== closedAt;
  const state = presets?.state ?? 'ready';
  const found = isOpen && state === 'ready' ? findPresets(presets?.items ?? none, query.search) : none;
  // Without any presets, and without a '/', a search without results is plain text.
  const isMissing =
    isOpen && state === 'ready' && found.length === 0 && query === typed && query.search !== '' && hasItems(presets);
  const items = isMissing ? onlyAsText : found;
  const isShown = isOpen && (items.length > 0 || state !== 'ready' || query.search === '');
  const load = presets?.onLoad;
  useEffect(() => {
    if (isOpen) load?.();
  }, [isOpen, load]);
  const close = (): void => {
    setOpenedAt(null);
    if (typed !== undefined) setClosedAt(typed.start);
  };
  const choose = (preset: PresetView): void => {
    if (query === undefined) return;
    if (preset === sendAsText) {
      close();
      onSendText();
      return;
    }
    const next = insertPreset(text, query, preset);
    setCaret(next.caret);
    setOpenedAt(null);
    onInsert(next);
    if (preset.asIs) presets?.onSendAsIs(preset);
    else presets?.onInserted(preset);
  };
  const start = isMissing ? noRow : 'first';
  const list = useSearchList({ rows: items, isOpen: isShown, start, onPick: choose });
  return {
    shown: isShown ? state : undefined,
    missing: isMissing ? query.search : undefined,
    list,
    follow: (nextText, nextCaret) => {
      setCaret(nextCaret);
      list.reset();
      if (presetQuery(nextText, nextCaret)?.start !== closedAt) setClosedAt(null);
      if (openedAt !== null && openedQuery(nextText, nextCaret, openedAt) === undefined) setOpenedAt(null);
    },
    open: (at) => {
      setCaret(at);
      list.reset();
      setClosedAt(null);
      setOpenedAt(at);
    },
    close,
    reset: () => {
      setCaret(0);
      setClosedAt(null);
      setOpenedAt(null);
    },
    press: (event) => {
      if (!isShown || isComposing(event)) return false;
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key === 'Escape') close();
      // The '/' and its search must not be sent because the list was loaded too late.
      else if (event.key === 'Enter' && isPlain && state === 'loading') return swallow(event);
      else if (event.key === 'Enter' && isPlain && isMissing && list.active === undefined) return swallow(event);
      else if (event.key === 'Tab' && isPlain && list.active !== undefined) list.pick(list.active);
      else return list.press(event);
      return swallow(event);
    },
  };
}

/** No row is active until an arrow key selects one. */
const noRow = { id: null };

function hasItems(presets: ComposerPresets | undefined): boolean {
  return presets !== undefined && presets.items.length > 0;
}

function swallow(event: KeyboardEvent): true {
  event.preventDefault();
  return true;
}
