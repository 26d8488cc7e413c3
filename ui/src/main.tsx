// The start of the page: words, styles, and the root. The core and everything that only a signed-in agent needs load beside it.
import { createRoot } from 'react-dom/client';
import './design/index.css';
import { Application } from './app/Application';
import { addMissingParts } from './app/missingParts';
import { storedLanguage, storedToken } from './core/page/bootStorage';
import { applyStoredBrand } from './core/page/brand';
import { measureScrollbar } from './design/scrollbar';
import type { Core } from './core/host';
import { firstAreas, startI18n } from './i18n';

/** Once: a page has one core. */
const core: Promise<Core> = import('./core/host').then(({ startCore }) => startCore());
// Whoever waits for it hears of a failure; before that nobody is there to hear.
core.catch(() => undefined);
applyStoredBrand();
measureScrollbar();
const start = (): Promise<Core> => core;

void Promise.all([startI18n(storedLanguage(), firstAreas), addMissingParts()]).then(() => {
  const root = document.getElementById('root');
  if (root !== null) createRoot(root).render(<Application start={start} hasToken={storedToken() !== undefined} />);
});
