// The width of a scrollbar: none if it is drawn over the content (macOS, touch) or hidden. Scrolling panes subtract it
// from their padding, so that their content ends at the same line in both cases.

/** Called once, before the first view is rendered. */
export function measureScrollbar(): void {
  const pane = document.createElement('div');
  pane.style.cssText = 'position: absolute; visibility: hidden; width: 100px; height: 100px; overflow-y: scroll';
  document.body.append(pane);
  const room = pane.offsetWidth - pane.clientWidth;
  pane.remove();
  document.documentElement.style.setProperty('--scrollbar-room', `${room}px`);
}
