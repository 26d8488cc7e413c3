// The start of the page: texts, styles, and the root component. The core and everything else for signed-in agents
// load in parallel.
import { createRoot } from 'react-dom/client';
import './design/index.css';
import { Application } from './app/Application';
import { rootOptions } from './app/drawingErrors';
import { addMissingParts } from './app/missingParts';
import { storedLanguage, storedToken } from './core/page/bootStorage';
import { applyStoredBrand } from './core/page/brand';
import { takeStartPath } from './core/page/startAddress';
import { showCutTexts } from './design/cutTexts';
import { measureScrollbar } from './design/scrollbar';
import type { Core } from './core/host';
import { firstAreas, startI18n } from './i18n';
import { basePath } from './shared/addresses';

const path = takeStartPath(basePath);
/** Called once: a page has one core. */
const core: Promise<Core> = import('./core/host').then(({ startCore }) => startCore({ path }));
// A component that waits for the promise handles a failure; until then this handler prevents an "unhandled
// rejection".
core.catch(() => undefined);
applyStoredBrand();
measureScrollbar();
showCutTexts(document);
const start = (): Promise<Core> => core;

void Promise.all([startI18n(storedLanguage(), firstAreas), addMissingParts()]).then(() => {
  const root = document.getElementById('root');
  if (root !== null)
    createRoot(root, rootOptions).render(<Application start={start} hasToken={storedToken() !== undefined} />);
});
