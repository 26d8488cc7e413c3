// The message that the agent chose in the search: the thread shows it once the pages back to it are loaded.
import type { FoundMessageView } from 'core-wasm';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { EarlierMessages } from './ConversationPage';
import { earlierId } from './thread/earlierMessages';
import type { ThreadTarget } from './thread/Thread';
import type { SearchOpening } from './SearchDrawer';

export interface SearchTarget {
  /** Id of the chosen message. */
  current: string | undefined;
  opening: SearchOpening;
  target: ThreadTarget | undefined;
  /** Undefined removes the mark of the chosen message. */
  choose: (message: FoundMessageView | undefined) => void;
}

export function useSearchTarget(earlier: EarlierMessages): SearchTarget {
  // An object, so that choosing the same message again scrolls again.
  const [chosen, setChosen] = useState<{ message: FoundMessageView }>();
  const { messages, state, onLoad } = earlier;
  const isLoaded =
    chosen !== undefined && (chosen.message.localId !== undefined || messages.has(earlierId(chosen.message)));
  const isWanted = chosen !== undefined && !isLoaded;
  useEffect(() => {
    if (isWanted && state === 'more') onLoad();
    // Each loaded page creates a new map.
  }, [isWanted, state, messages, onLoad]);
  const target = useMemo(
    () => (chosen !== undefined && isLoaded ? { id: chosen.message.localId ?? earlierId(chosen.message) } : undefined),
    [chosen, isLoaded],
  );
  return {
    current: chosen?.message.messageId,
    opening: openingOf(),
    target,
    choose: useCallback((message) => setChosen(message && { message }), []),
  };

  function openingOf(): SearchOpening {
    if (chosen === undefined) return { state: 'none' };
    if (isLoaded) return { state: 'shown' };
    if (state === 'failed') return { state, onRetry: onLoad };
    return { state: state === 'complete' ? 'gone' : 'loading' };
  }
}
