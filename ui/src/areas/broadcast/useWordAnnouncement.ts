// Announces that the state of a list changed, at most once within half a minute: several lists may change at the same time.
import { useEffect, useRef } from 'react';
import { announce } from '../../design/Announcer';

const restMs = 30_000;
let announcedAt = -restMs;

export function useWordAnnouncement(word: string, sentence: string): void {
  const before = useRef(word);
  useEffect(() => {
    if (before.current === word) return;
    before.current = word;
    const now = Date.now();
    if (Math.abs(now - announcedAt) < restMs) return;
    announcedAt = now;
    announce(sentence);
  }, [word, sentence]);
}
