// The panels beside the form and the conversation: desk telephones, and fault injection of a test server.

import { byId } from './elements.js';

/** Places the panels below the form and the conversation if the page has one column. */
const oneColumn = matchMedia('(max-width: 899px)');

function place() {
  const panels = byId('side-panels');
  const focused = panels.contains(document.activeElement) ? document.activeElement : null;
  document.querySelector(oneColumn.matches ? '.scene' : '.pitch').append(panels);
  focused?.focus();
}

/** Places the panels now, and again whenever the page changes between one and two columns. */
export function placeSidePanels() {
  place();
  oneColumn.addEventListener('change', place);
}

/** Shows the panel only if the centre offers desk telephones; without an answer it stays hidden. */
export async function drawDesk() {
  const { openDeskPanel } = await import('./deskPanel.js');
  await openDeskPanel(byId('side-panels')).catch(() => undefined);
}

/** Shows the panel only with fault injection. */
export async function drawFaults() {
  if (!('faults' in document.documentElement.dataset)) return;
  const { openPanel } = await import('./faults.js');
  openPanel(byId('side-panels'));
}
