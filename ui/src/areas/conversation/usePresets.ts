// The list of preset messages while the agent types after a '/' or opened it with its button: which are shown, which is selected, and the keys that the list
// takes from the field.
import { useEffect, useState, type KeyboardEvent } from 'react';
import { findPresets, insertPreset, openedQuery, presetQuery, type PresetView } from './presets';

export interface ComposerPresets {
  state: 'loading' | 'ready' | 'failed';
  items: ReadonlyArray<PresetView>;
  /** The agent opens the list, or repeats the request. */
  onLoad: () => void;
  /** The agent chose a preset of another type than text. */
  onSendAsIs: (preset: PresetView) => void;
}

export interface PresetMenu {
  /** What the list shows; undefined: it is closed. */
  shown: { state: ComposerPresets['state']; items: ReadonlyArray<PresetView> } | undefined;
  selected: PresetView | undefined;
  choose: (preset: PresetView) => void;
  /** Returns whether the list took the key. */
  press: (event: KeyboardEvent) => boolean;
  /** The text or the caret changed. */
  follow: (text: string, caret: number) => void;
  /** Opens the list at the caret, without a '/' in the text. */
  open: (caret: number) => void;
  /** Closes the list without a choice; the text stays. */
  close: () => void;
  /** The text was sent. */
  reset: () => void;
}

const mostShown = 50;
const none: ReadonlyArray<PresetView> = [];

export function usePresets(
  presets: ComposerPresets | undefined,
  text: string,
  onInsert: (text: string, caret: number) => void,
): PresetMenu {
  const [caret, setCaret] = useState(0);
  const [index, setIndex] = useState(0);
  /** The list was closed for this '/'. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** The list was opened here without a '/'. */
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  const typed = presetQuery(text, caret);
  const opened = openedAt === null ? undefined : openedQuery(text, caret, openedAt);
  const query = presets === undefined ? undefined : (typed ?? opened);
  const isOpen = query !== undefined && query.start !== closedAt;
  const state = presets?.state ?? 'ready';
  const items =
    isOpen && state === 'ready' ? findPresets(presets?.items ?? none, query.search).slice(0, mostShown) : none;
  // A search without a result is a text with a '/'.
  const isShown = isOpen && (items.length > 0 || state !== 'ready' || query.search === '');
  const selected = items[Math.min(index, items.length - 1)];
  const load = presets?.onLoad;
  useEffect(() => {
    if (isOpen) load?.();
  }, [isOpen, load]);
  const choose = (preset: PresetView): void => {
    if (query === undefined) return;
    const next = insertPreset(text, query, preset);
    setCaret(next.caret);
    setOpenedAt(null);
    onInsert(next.text, next.caret);
    if (preset.asIs) presets?.onSendAsIs(preset);
  };
  const close = (): void => {
    setOpenedAt(null);
    if (typed !== undefined) setClosedAt(typed.start);
  };
  return {
    shown: isShown ? { state, items } : undefined,
    selected,
    choose,
    follow: (nextText, nextCaret) => {
      setCaret(nextCaret);
      setIndex(0);
      if (presetQuery(nextText, nextCaret)?.start !== closedAt) setClosedAt(null);
      if (openedAt !== null && openedQuery(nextText, nextCaret, openedAt) === undefined) setOpenedAt(null);
    },
    open: (at) => {
      setCaret(at);
      setIndex(0);
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
      if (!isShown || event.nativeEvent.isComposing || event.keyCode === 229) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey;
      if (event.key === 'Escape') close();
      // The '/' and its search must not be sent because the list came late.
      else if (isPlainEnter && state === 'loading') return swallow(event);
      else if (selected === undefined) return false;
      else if (step !== undefined) setIndex((items.indexOf(selected) + step + items.length) % items.length);
      else if (isPlainEnter || event.key === 'Tab') choose(selected);
      else return false;
      return swallow(event);
    },
  };
}

function swallow(event: KeyboardEvent): true {
  event.preventDefault();
  return true;
}
