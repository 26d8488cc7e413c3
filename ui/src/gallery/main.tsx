// The bench of the design system: every component with its states and whole screens from invented data. Served by the development server at
// gallery.html; no page of the product refers to it, so nothing of it is built.
//   gallery.html?screen=attendance&theme=dark&language=en
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/index.css';
import { Announcer } from '../design/Announcer';
import { applyTheme } from '../design/theme';
import { TooltipProvider } from '../design/Tooltip';
import { isLanguage, startI18n } from '../i18n';
import { AttendanceScreen } from './AttendanceScreen';
import { ComponentSheet } from './ComponentSheet';
import { DialogScreen } from './DialogScreen';
import { LoginGallery, PagesGallery } from './PublicScreens';

const query = new URLSearchParams(window.location.search);
const screen = query.get('screen') ?? 'components';
const language = query.get('language') ?? 'pt-BR';

function Screen() {
  switch (screen) {
    case 'attendance':
      return <AttendanceScreen pane={query.get('pane') === 'list' ? 'list' : 'workspace'} context={query.get('context') ?? 'known'} contextOpen={query.get('drawer') === 'open'} jobs={query.get('jobs') ?? 'sample'} lock={query.get('lock')} />;
    case 'dialog':
      return <DialogScreen name={query.get('name') ?? 'qualification'} />;
    case 'login':
      return <LoginGallery state={query.get('state') ?? 'notice'} />;
    case 'pages':
      return <PagesGallery page={query.get('page') ?? 'unsupported'} />;
    default:
      return <ComponentSheet />;
  }
}

applyTheme(query.get('theme') === 'dark' ? 'dark' : 'light');
await startI18n(isLanguage(language) ? language : 'pt-BR');
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <TooltipProvider>
        <Screen />
        <Announcer />
      </TooltipProvider>
    </StrictMode>,
  );
}
