// Announces the core's messages to screen readers: all messages since the last rendering, in order. The number grows
// with each, so that an equal sentence is announced again.
import { useEffect, useRef } from 'react';
import { useSlice } from '../core/react';
import { announce } from '../design/Announcer';
import { useCoreText } from '../i18n/text';

export function Announcements() {
  const announcements = useSlice('announcements');
  const say = useCoreText();
  const spoken = useRef(0);
  useEffect(() => {
    for (const { number, text } of announcements) {
      if (number <= spoken.current) continue;
      spoken.current = number;
      announce(say(text));
    }
  }, [announcements, say]);
  return null;
}
