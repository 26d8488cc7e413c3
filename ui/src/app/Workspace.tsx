// Everything a signed-in agent sees: the shell around the page of the current area, the dialogs and the notices above it.
import { useTranslation } from 'react-i18next';
import { AttendancePage } from '../areas/jobs/AttendancePage';
import { AbsenceBanner } from '../areas/absence/Absence';
import { ChannelChips } from '../areas/channels/ChannelChips';
import { LinkBanner, LinkMeter } from '../areas/connection/ConnectionStatus';
import { DesktopBanner } from '../areas/notifications/DesktopBanner';
import { NotificationCentre } from '../areas/notifications/NotificationCentre';
import { SoundBadge } from '../areas/notifications/SoundBadge';
import { Pauses } from '../areas/pauses/PauseBar';
import { useIntent, useSlice } from '../core/react';
import { TooltipProvider } from '../design/Tooltip';
import { defaultLanguage } from '../i18n/language';
import { addressOf, attendanceAddress, supervisorPath } from './addresses';
import { Announcements } from './Announcements';
import { buildVersion } from './buildVersion';
import { onDemand, useSpareTimeForParts } from './onDemand';
import type { OwnMenuProps } from './OwnMenu';
import { BottomBar, Rail } from './Rail';
import type { RailArea } from './railAreas';
import { RouteBoundary } from './RouteBoundary';
import { ShellLayout } from './ShellLayout';
import { SkipLinks, type SkipLinksProps } from './SkipLinks';
import { Snackbars } from './Snackbars';
import { TabWaiting } from './TabWaiting';
import { TopBar } from './TopBar';

const SupervisionPage = onDemand(() => import('../areas/supervision/SupervisionPage').then((module) => module.SupervisionPage));
const OpenDialog = onDemand(() => import('./OpenDialog').then((module) => module.OpenDialog));

export default function Workspace() {
  useSpareTimeForParts();
  const route = useSlice('route');
  const ownMenu = useOwnMenu();
  const areas = useAreas(route.area);
  const inConversation = route.protocol !== undefined;
  const atDesk = route.area === 'supervisor';
  const targets: SkipLinksProps['targets'] = atDesk
    ? [{ id: 'board', label: 'board' }]
    : [{ id: 'job-list', label: 'list' }, { id: 'conversation', label: 'conversation' }, ...(inConversation ? [{ id: 'details', label: 'details' as const }] : [])];
  return (
    <TooltipProvider>
      <ShellLayout
        skipLinks={<SkipLinks targets={targets} />}
        rail={<Rail areas={areas} ownMenu={ownMenu} />}
        bottomBar={<BottomBar areas={areas} ownMenu={ownMenu} />}
        hideBottomBar={inConversation}
        bannerAbove={atDesk}
        banner={
          <>
            <LinkBanner />
            <AbsenceBanner />
            <DesktopBanner />
          </>
        }
        topBar={<TopBar soundBadge={<SoundBadge />} chips={<ChannelChips />} pauses={<Pauses />} meter={<LinkMeter />} notifications={<NotificationCentre />} />}
      >
        <RouteBoundary key={route.area}>
          {atDesk ? <SupervisionPage /> : <AttendancePage protocol={route.protocol} />}
        </RouteBoundary>
      </ShellLayout>
      <OpenDialog />
      <Snackbars raised={inConversation} />
      <Announcements />
      <TabWaiting />
    </TooltipProvider>
  );
}

function useAreas(area: string): ReadonlyArray<RailArea> {
  const { unread } = useSlice('jobSummary');
  const { agent } = useSlice('session');
  const intend = useIntent();
  const attendance: RailArea = { id: 'attendance', href: attendanceAddress(), current: area === 'attendance', unread, onOpen: () => intend({ type: 'closeJob' }) };
  if (agent?.role !== 'supervisor') return [attendance];
  return [attendance, { id: 'supervisor', href: addressOf(supervisorPath), current: area === 'supervisor', onOpen: () => intend({ type: 'openArea', path: supervisorPath }) }];
}

function useOwnMenu(): OwnMenuProps {
  const { t } = useTranslation();
  const { agent } = useSlice('session');
  const preferences = useSlice('preferences');
  const intend = useIntent();
  return {
    name: agent === undefined || agent.name === '' ? t('shell.product.name') : agent.name,
    login: agent?.loginIdentifier ?? '',
    initials: agent?.initials ?? '',
    color: agent?.color ?? '',
    version: buildVersion,
    theme: preferences.theme ?? 'system',
    onThemeChange: (theme) => intend({ type: 'setPreferences', preferences: { ...preferences, theme } }),
    language: preferences.language ?? defaultLanguage,
    onLanguageChange: (language) => intend({ type: 'setPreferences', preferences: { ...preferences, language } }),
    onOpenPreferences: () => intend({ type: 'openPreferences' }),
    onOpenNewPassword: () => intend({ type: 'openNewPassword' }),
    onLogOff: () => intend({ type: 'signOut', confirmed: false }),
  };
}
