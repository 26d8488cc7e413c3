// Announces the core's messages to screen readers. The number grows with each, so that an equal sentence is announced
// again.
import { useEffect, useRef } from 'react';
import { useSlice } from '../core/react';
import { announce } from '../design/Announcer';
import { useCoreText } from '../i18n/text';

export function Announcements() {
  const { number, text, assertive } = useSlice('announcement');
  const say = useCoreText();
  const spoken = useRef(0);
  useEffect(() => {
    if (spoken.current === number || text === undefined) return;
    spoken.current = number;
    announce(say(text), assertive ? 'assertive' : 'polite');
  }, [number, text, assertive, say]);
  return null;
}
