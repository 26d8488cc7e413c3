// Everything a signed-in agent sees: the shell around the page of the current area, the dialogs and the notices above it.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AttendancePage } from '../areas/attendance/AttendancePage';
import { AbsenceBanner } from '../areas/absence/Absence';
import { ChannelChips } from '../areas/channels/ChannelChips';
import { ConnectionBannerContainer, ConnectionMeterContainer } from '../areas/connection/ConnectionMeterContainer';
import { DesktopBanner } from '../areas/notifications/DesktopBanner';
import { NotificationsPopoverContainer } from '../areas/notifications/NotificationsPopoverContainer';
import { SoundBadge } from '../areas/notifications/SoundBadge';
import { PauseBarContainer } from '../areas/pauses/PauseBar';
import { useChangePreferences, useIntent, useSlice } from '../core/react';
import { useJob } from '../core/slices';
import { defaultLanguage } from '../i18n/language';
import { addressOf, attendanceAddress, supervisorPath } from '../shared/addresses';
import { Announcements } from './Announcements';
import { buildVersion } from '../core/buildVersion';
import { lazyArea, usePreloadWhenIdle } from '../design/lazyArea';
import type { OwnMenuProps } from './OwnMenu';
import { BottomBar, Rail } from './Rail';
import type { RailArea } from './railAreas';
import { RouteBoundary } from '../shared/RouteBoundary';
import { ShellLayout } from './ShellLayout';
import { SkipLinks, type SkipLinksProps } from './SkipLinks';
import { SnackbarRegionContainer } from './SnackbarRegionContainer';
import { TabWaiting } from './TabWaiting';
import { TopBar } from './TopBar';

const SupervisionPage = lazyArea(() => import('../areas/supervision/SupervisionPage'), {
  component: 'SupervisionPage',
  words: ['supervision'],
});
const Dialog = lazyArea(() => import('./OpenDialog'), { component: 'OpenDialog', words: ['password', 'supervision'] });

export default function Workspace() {
  const route = useSlice('route');
  const inConversation = route.protocol !== undefined;
  const atDesk = route.area === 'supervisor';
  const targets: SkipLinksProps['targets'] = atDesk
    ? [{ id: 'board', label: 'board' }]
    : [
        { id: 'job-list', label: 'list' },
        { id: 'conversation', label: 'conversation' },
        ...(inConversation ? [{ id: 'details', label: 'details' as const }] : []),
      ];
  return (
    <>
      <ShellLayout
        skipLinks={<SkipLinks targets={targets} />}
        rail={<Navigation as={Rail} area={route.area} />}
        bottomBar={<Navigation as={BottomBar} area={route.area} />}
        hideBottomBar={inConversation}
        bannerAbove={atDesk}
        banner={
          <>
            <ConnectionBannerContainer />
            <AbsenceBanner />
            <DesktopBanner />
          </>
        }
        topBar={
          <TopBar
            soundBadge={<SoundBadge />}
            chips={<ChannelChips />}
            pauses={<PauseBarContainer />}
            meter={<ConnectionMeterContainer />}
            notifications={<NotificationsPopoverContainer />}
          />
        }
      >
        <RouteBoundary key={route.area}>
          {atDesk ? <SupervisionPage /> : <AttendancePage protocol={route.protocol} />}
        </RouteBoundary>
      </ShellLayout>
      <OpenDialog />
      <SpareTime protocol={route.protocol} />
      <SnackbarRegionContainer raised={inConversation} />
      <Announcements />
      <TabWaiting />
    </>
  );
}

/** Beside the rest: what waits in an area changes with every message. */
function Navigation({ as: Bar, area }: { as: typeof Rail; area: string }) {
  return <Bar areas={useAreas(area)} ownMenu={useOwnMenu()} />;
}

/** The first view stands when the list is there, and the conversation that the address names. */
function SpareTime({ protocol }: { protocol: string | undefined }) {
  const { loaded, loadFailed } = useSlice('jobSummary');
  const job = useJob(protocol);
  usePreloadWhenIdle(loadFailed || (loaded && (protocol === undefined || job?.threadLoading !== true)));
  return null;
}

/** The dialogs come with the first of them. */
function OpenDialog() {
  return useSlice('dialog').kind === 'none' ? null : <Dialog />;
}

function useAreas(area: string): ReadonlyArray<RailArea> {
  const { unread } = useSlice('jobSummary');
  const { agent } = useSlice('session');
  const intend = useIntent();
  const attendance: RailArea = {
    id: 'attendance',
    href: attendanceAddress(),
    current: area === 'attendance',
    unread,
    onOpen: () => intend({ area: 'jobs', type: 'closeJob' }),
  };
  if (agent?.role !== 'supervisor') return [attendance];
  return [
    attendance,
    {
      id: 'supervisor',
      href: addressOf(supervisorPath),
      current: area === 'supervisor',
      onOpen: () => intend({ area: 'shell', type: 'openArea', path: supervisorPath }),
    },
  ];
}

function useOwnMenu(): OwnMenuProps {
  const { t } = useTranslation();
  const { agent } = useSlice('session');
  const preferences = useSlice('preferences');
  const intend = useIntent();
  const change = useChangePreferences();
  return useMemo(
    (): OwnMenuProps => ({
      name: agent === undefined || agent.name === '' ? t('shell.product.name') : agent.name,
      login: agent?.loginIdentifier ?? '',
      initials: agent?.initials ?? '',
      color: agent?.color ?? '',
      version: buildVersion,
      theme: preferences.theme ?? 'system',
      onThemeChange: (theme) => change({ theme }),
      language: preferences.language ?? defaultLanguage,
      onLanguageChange: (language) => change({ language }),
      onOpenPreferences: () => intend({ area: 'shell', type: 'openPreferences' }),
      onOpenNewPassword: () => intend({ area: 'session', type: 'openNewPassword' }),
      onLogOff: () => intend({ area: 'session', type: 'signOut', confirmed: false }),
    }),
    [agent, preferences, intend, change, t],
  );
}
