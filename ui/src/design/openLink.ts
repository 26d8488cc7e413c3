// Plain clicks on a link stay inside the application; clicks that mean "new tab" or "download" are left to the browser.
import type { MouseEvent } from 'react';

export function openLink(open: () => void): (event: MouseEvent) => void {
  return (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    open();
  };
}
