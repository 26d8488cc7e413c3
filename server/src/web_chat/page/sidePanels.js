// The panels beside the form and the conversation: telephones on desks, and the faults of a server for tests.

import { byId } from './elements.js';

/** Below the form and the conversation where the page has one column. */
const oneColumn = matchMedia('(max-width: 899px)');

function place() {
  const panels = byId('side-panels');
  const focused = panels.contains(document.activeElement) ? document.activeElement : null;
  document.querySelector(oneColumn.matches ? '.scene' : '.pitch').append(panels);
  focused?.focus();
}

/** Places the panels now and whenever the page gets one column or two. */
export function placeSidePanels() {
  place();
  oneColumn.addEventListener('change', place);
}

/** Only where the centre offers telephones on desks; without an answer they are not shown. */
export async function drawDesk() {
  const { openDeskPanel } = await import('./deskPanel.js');
  await openDeskPanel(byId('side-panels')).catch(() => undefined);
}

/** Only with fault injection. */
export async function drawFaults() {
  if (!('faults' in document.documentElement.dataset)) return;
  const { openPanel } = await import('./faults.js');
  openPanel(byId('side-panels'));
}
