// The gallery of the design system: every component with its states and whole screens with invented data. `npm run
// gallery` serves it; no page of the product imports it, so it is not shipped. sheets.ts lists the sheets:
// gallery.html?screen=attendance&theme=dark&language=en
// The event `gallery:show` changes theme, language and sheet without a reload.
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../design/index.css';
import { Announcer } from '../design/Announcer';
import { applyTheme, type Theme } from '../design/theme';
import { measureScrollbar } from '../design/scrollbar';
import { TooltipProvider } from '../design/Tooltip';
import { report } from '../core/ports/report';
import { changeLanguage, isLanguage, startI18n, type Language } from '../i18n';
import { AttendanceScreen } from './AttendanceScreen';
import { BroadcastDetailScreen, BroadcastScreen } from './BroadcastScreen';
import { ChannelsSheet } from './ChannelsSheet';
import { ColleaguesScreen } from './ColleaguesScreen';
import { CompanyScreen } from './CompanyScreen';
import { ComposerSheet } from './ComposerSheet';
import { NotesSheet } from './NotesSheet';
import { ContactScreen } from './ContactScreen';
import { ContactsSheet } from './ContactsSheet';
import { ControlsSheet } from './ControlsSheet';
import { DialogScreen } from './DialogScreen';
import { installForcedStates } from './forcedStates';
import { HistoryScreen } from './HistoryScreen';
import { Index } from './Index';
import { JobsSheet } from './JobsSheet';
import { MediaSheet } from './MediaSheet';
import { MessagesSheet } from './MessagesSheet';
import { NoticesSheet, noticeSamples } from './NoticesSheet';
import { PageFrameScreen } from './PageFrameScreen';
import { PeopleScreen } from './PeopleScreen';
import { SupervisionScreen } from './SupervisionScreen';
import { watchRemains } from './remains';
import { TagsSheet } from './TagsSheet';
import { TablesSheet } from './TablesSheet';
import { VoiceSheet } from './VoiceSheet';
import { WhatsAppSheet } from './WhatsAppSheet';
import { FactorGallery, LoginGallery, PagesGallery, PasswordGallery } from './PublicScreens';
import { installVoiceMediaBench } from './VoiceMediaBench';

const atStart = new URLSearchParams(window.location.search);
const language = atStart.get('language') ?? 'pt-BR';

function Screen({ query }: { query: URLSearchParams }) {
  switch (query.get('screen') ?? 'index') {
    case 'jobs':
      return <JobsSheet />;
    case 'channels':
      return <ChannelsSheet />;
    case 'controls':
      return <ControlsSheet />;
    case 'messages':
      return <MessagesSheet />;
    case 'media':
      return <MediaSheet />;
    case 'composer':
      return <ComposerSheet />;
    case 'notes':
      return <NotesSheet />;
    case 'contacts':
      return <ContactsSheet />;
    case 'notices':
      return <NoticesSheet />;
    case 'voice':
      return <VoiceSheet />;
    case 'whatsapp':
      return <WhatsAppSheet />;
    case 'voiceMedia':
      return null;
    case 'attendance':
      return (
        <AttendanceScreen
          pane={query.get('pane') === 'list' ? 'list' : 'workspace'}
          context={query.get('context') ?? 'known'}
          contextOpen={query.get('drawer') === 'open'}
          jobs={query.get('jobs') ?? 'sample'}
          lock={query.get('lock')}
          thread={query.get('thread') ?? 'ready'}
          banner={query.get('banner')}
          call={query.get('call')}
          broken={query.get('broken')}
          notices={query.get('notices') === 'shown' ? noticeSamples : []}
        />
      );
    case 'supervision':
      return <SupervisionScreen board={query.get('board') ?? 'sample'} call={query.get('call')} />;
    case 'colleagues':
      return <ColleaguesScreen state={query.get('list') ?? 'sample'} />;
    case 'broadcasts':
      return <BroadcastScreen state={query.get('state') ?? 'sample'} />;
    case 'broadcast':
      return <BroadcastDetailScreen state={query.get('state') ?? 'sample'} />;
    case 'tags':
      return <TagsSheet />;
    case 'history':
      return <HistoryScreen state={query.get('state') ?? 'ready'} />;
    case 'contact':
      return <ContactScreen state={query.get('state') ?? 'found'} />;
    case 'company':
      return <CompanyScreen state={query.get('state') ?? 'found'} />;
    case 'frame':
      return <PageFrameScreen beside={query.get('beside') === 'drawer'} />;
    case 'people':
      return <PeopleScreen people={query.get('people') ?? 'sample'} />;
    case 'tables':
      return <TablesSheet />;
    case 'dialog':
      return <DialogScreen name={query.get('name') ?? 'qualification'} />;
    case 'login':
      return <LoginGallery state={query.get('state') ?? 'notice'} />;
    case 'factor':
      return <FactorGallery state={query.get('state') ?? 'code'} />;
    case 'password':
      return <PasswordGallery state={query.get('state') ?? 'open'} />;
    case 'pages':
      return <PagesGallery page={query.get('page') ?? 'unsupported'} />;
    default:
      return <Index />;
  }
}

export interface ShownSheet {
  theme: Theme;
  language: Language;
  /** Name of the sheet to show; undefined: the same sheet stays, with its state. */
  query?: string;
  /** Called once the sheet is rendered. */
  onDrawn?: () => void;
}

const root = document.getElementById('root');
const application = root === null ? undefined : createRoot(root);

let listRemains = (): string[] => [];
let current = window.location.search;

function draw(query: URLSearchParams): void {
  application?.render(
    <StrictMode>
      <TooltipProvider>
        <Screen query={query} />
        <Announcer />
      </TooltipProvider>
    </StrictMode>,
  );
}

/** Mounts everything anew, and reports anything that an unmounted sheet leaves behind. */
async function changeSheet(query: string): Promise<void> {
  flushSync(() => application?.render(null));
  // Dialogs return the focus in a separate task.
  await new Promise((resolve) => setTimeout(resolve));
  const remains = listRemains();
  if (remains.length > 0) report({ level: 'error', code: 'sheetRemains', detail: `${current}: ${remains.join('; ')}` });
  window.scrollTo(0, 0);
  current = query;
  draw(new URLSearchParams(query));
}

async function show({ theme, language: next, query, onDrawn }: ShownSheet): Promise<void> {
  applyTheme(theme);
  await changeLanguage(next);
  if (query !== undefined) await changeSheet(query);
  await document.fonts.ready;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  onDrawn?.();
}

applyTheme(atStart.get('theme') === 'dark' ? 'dark' : 'light');
measureScrollbar();
window.addEventListener('gallery:show', ({ detail }: CustomEventInit<ShownSheet>) => {
  if (detail !== undefined) void show(detail);
});
await startI18n(isLanguage(language) ? language : 'pt-BR');
installForcedStates(document);
listRemains = watchRemains(document);
if (atStart.get('screen') === 'voiceMedia') installVoiceMediaBench();
draw(atStart);
