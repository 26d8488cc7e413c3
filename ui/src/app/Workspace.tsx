// The workspace of a signed-in agent: the shell around the page of the current area, dialogs and snackbars. Areas are
// registered in the tables (app/tables).
import { memo, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { AttendanceSlotsContext } from '../areas/attendance/attendanceSlots';
import { RegistrationContext } from '../shared/registration';
import { ReadingSlotsContext } from '../areas/conversation/readingSlots';
import { ChannelChips } from '../areas/channels/ChannelChips';
import { ConnectionMeterContainer } from '../areas/connection/ConnectionMeterContainer';
import { NotificationsPopoverContainer } from '../areas/notifications/NotificationsPopoverContainer';
import { SoundBadge } from '../areas/notifications/SoundBadge';
import { PauseBarContainer } from '../areas/pauses/PauseBar';
import { useChangePreferences, useIntent, useSlice, useSlicePart } from '../core/react';
import { useThreadLoading } from '../core/slices';
import { buildVersion } from '../core/buildVersion';
import { usePreloadWhenIdle } from '../design/lazyArea';
import { defaultLanguage } from '../i18n/language';
import { addressOf } from '../shared/addresses';
import { BrokenPartContext, brokenPage } from '../shared/brokenPart';
import { focusFirst } from '../shared/focusTarget';
import { BrokenLine, PartBoundary } from '../shared/PartBoundary';
import { NumberReasonContext } from '../shared/numberChannels';
import { PageNamesContext } from '../shared/pageNames';
import { wantPreferenceTab } from '../shared/preferenceTabs';
import { RouteBoundary } from '../shared/RouteBoundary';
import { useShortcut, useShortcutListener } from '../shared/shortcuts';
import { Announcements } from './Announcements';
import { CommandField } from './CommandField';
import { PalettePart, ShortcutChoices, ShortcutMapPart } from './KeyboardParts';
import { OpenDialog } from './OpenDialog';
import type { OwnMenuProps } from './OwnMenu';
import { BottomBar, Rail, type RailArea } from './Rail';
import { ShellLayout } from './ShellLayout';
import { SkipLinks } from './SkipLinks';
import { SnackbarRegionContainer } from './SnackbarRegionContainer';
import { TabWaiting } from './TabWaiting';
import { contextTabs } from './tables/contextTabs';
import { dialogs, type DialogTable } from './tables/dialogs';
import { pages, type PageEntry } from './tables/pages';
import { readingSlots } from './tables/readingSlots';
import { registration } from './tables/registration';
import { shellSlots, type ShellSlots } from './tables/shellSlots';
import { UnsupportedContext } from '../shared/UnsupportedItems';
import { useNumberReason } from '../shared/useStartReason';
import { TopBar } from './TopBar';

/** One entry per area; a test adds an area to them. */
export interface Tables {
  pages: ReadonlyArray<PageEntry>;
  dialogs: DialogTable;
  contextTabs: typeof contextTabs;
  shellSlots: ShellSlots;
}

const brokenPartLine = (retry: () => void): ReactNode => <BrokenLine onRetry={retry} />;

const channelChips = [{ selector: '#channel-chips button' }];

const ownTables: Tables = { pages, dialogs, contextTabs, shellSlots };

export default function Workspace({ tables = ownTables }: { tables?: Tables }) {
  const route = useSlice('route');
  const inConversation = route.protocol !== undefined;
  const page = tables.pages.find(({ area }) => area === route.area);
  const [brokenArea, setBrokenArea] = useState<string | null>(null);
  const { banners, callBar, floatingCards, dialogs: ownDialogs, workspaces, listActions } = tables.shellSlots;
  const slots = useMemo(
    () => ({ contextTabs: tables.contextTabs, workspaces, listActions }),
    [tables.contextTabs, workspaces, listActions],
  );
  const focusPage = useCallback(() => focusFirst(page?.focusTargets ?? []), [page]);
  const [keyboardPart, setKeyboardPart] = useState<'palette' | 'map' | null>(null);
  const hasCoreDialog = useSlice('dialog') !== undefined;
  const isRinging = useSlice('incomingCall') !== undefined;
  const isAsked = useSlice('preferentialCall') !== undefined;
  // Only one modal layer is open at a time, including dialogs that open by themselves (`ShellSlots.dialogs`).
  const isDialogOpen = hasCoreDialog || isRinging || isAsked;
  if (isDialogOpen && keyboardPart !== null) setKeyboardPart(null);
  useShortcut('openPalette', () => setKeyboardPart('palette'));
  const openShortcutMap = useCallback(() => setKeyboardPart('map'), []);
  useShortcut('openShortcutMap', openShortcutMap);
  useShortcut('channelStatus', () => focusFirst(channelChips));
  useShortcutListener(!isDialogOpen && keyboardPart === null);
  const closeKeyboardPart = useCallback(() => setKeyboardPart(null), []);
  const openPalette = useCallback(() => setKeyboardPart('palette'), []);
  // The core opens only areas that have a page.
  if (page === undefined) return null;
  const { Page } = page;
  const targets = brokenArea === page.area ? [page.main] : page.skipTargets(inConversation);
  const rail = { pages: tables.pages, area: page.parent ?? page.area };
  return (
    <PageNames pages={tables.pages}>
      <UnsupportedLists>
        <ShellLayout
          skipLinks={<SkipLinks targets={targets} />}
          rail={<Navigation as={Rail} {...rail} onOpenShortcuts={openShortcutMap} />}
          bottomBar={<Navigation as={BottomBar} {...rail} />}
          hideBottomBar={inConversation}
          bannerAbove={page.banner === 'above'}
          banner={banners.map(({ id, Banner }) => (
            <PartBoundary key={id}>
              <Banner />
            </PartBoundary>
          ))}
          hasList={page.hasList}
          callBar={callBar.map(({ id, Bar }) => (
            <PartBoundary key={id} fallback={brokenPartLine}>
              <Bar />
            </PartBoundary>
          ))}
          floating={floatingCards.map(({ id, Card }) => (
            <PartBoundary key={id}>
              <Card />
            </PartBoundary>
          ))}
          topBar={
            <PartBoundary fallback={brokenPartLine}>
              <TopBarContainer protocol={route.protocol} onOpenPalette={openPalette} />
            </PartBoundary>
          }
        >
          <AttendanceSlotsContext value={slots}>
            <ReadingSlotsContext value={readingSlots}>
              <BrokenPartContext value={brokenPage(page.main.id)}>
                <RouteBoundary
                  key={page.area}
                  onBrokenChange={(isBroken) => setBrokenArea(isBroken ? page.area : null)}
                >
                  <Page protocol={route.protocol} />
                </RouteBoundary>
              </BrokenPartContext>
            </ReadingSlotsContext>
          </AttendanceSlotsContext>
        </ShellLayout>
        {ownDialogs.map(({ id, Dialog }) => (
          <PartBoundary key={id} fallback={brokenPartLine}>
            <Dialog />
          </PartBoundary>
        ))}
        <RegistrationContext value={registration}>
          <OpenDialog table={tables.dialogs} focusFallback={focusPage} />
        </RegistrationContext>
        <PartBoundary resetKey={keyboardPart} onBroken={closeKeyboardPart}>
          {keyboardPart === 'palette' && (
            <OpenPalette pages={tables.pages} area={rail.area} onClose={closeKeyboardPart} />
          )}
          {keyboardPart === 'map' && <OpenShortcutMap onClose={closeKeyboardPart} />}
        </PartBoundary>
        <ShortcutChoices />
        <PreloadWhenIdle protocol={route.protocol} />
        <Announcements />
        <TabWaiting />
      </UnsupportedLists>
    </PageNames>
  );
}

/** Gives the shortcuts the names of the pages that they open. */
function PageNames({ pages: entries, children }: { pages: Tables['pages']; children: ReactNode }) {
  const { t } = useTranslation();
  const offers = useOffers();
  const names = useMemo(() => shownPages(entries, offers).map(({ label }) => t(label)), [entries, offers, t]);
  return <PageNamesContext value={names}>{children}</PageNamesContext>;
}

interface Offers {
  isSupervisor: boolean;
  /** The org unit has broadcasts. */
  broadcasts: boolean;
}

function useOffers(): Offers {
  const isSupervisor = useSlicePart('session', ({ agent }) => agent?.role === 'supervisor');
  const broadcasts = useSlicePart('broadcasts', ({ enabled }) => enabled);
  return useMemo(() => ({ isSupervisor, broadcasts }), [isSupervisor, broadcasts]);
}

/** The pages that the rail and the bottom bar link to. */
function shownPages(entries: Tables['pages'], offers: Offers): Tables['pages'] {
  return entries.filter(
    ({ role, offered, place }) =>
      place !== 'none' && (role === 'agent' || offers.isSupervisor) && (offered === undefined || offers[offered]),
  );
}

/** Gives every displayed number the reason why it cannot be used. */
function NumberReason({ children }: { children: ReactNode }) {
  return <NumberReasonContext value={useNumberReason()}>{children}</NumberReasonContext>;
}

/** Gives the lists of all areas the number of their items that this version cannot read. */
function UnsupportedLists({ children }: { children: ReactNode }) {
  return (
    <UnsupportedContext value={useSlice('unsupported')}>
      <NumberReason>{children}</NumberReason>
    </UnsupportedContext>
  );
}

/** A component of its own, because the unread count changes with every message. */
const Navigation = memo(function Navigation({ as: Bar, pages: entries, area, onOpenShortcuts }: NavigationProps) {
  return <Bar areas={useAreas(entries, area)} ownMenu={useOwnMenu()} onOpenShortcuts={onOpenShortcuts} />;
});

interface NavigationProps {
  as: typeof Rail;
  pages: Tables['pages'];
  area: string;
  onOpenShortcuts?: () => void;
}

interface TopBarContainerProps {
  protocol: string | undefined;
  onOpenPalette: () => void;
}

/** The element stays the same for every attendance, except the part that is rendered again after an error. */
const TopBarContainer = memo(function TopBarContainer({ protocol, onOpenPalette }: TopBarContainerProps) {
  const hasNotice = useSlicePart('snackbars', ({ items }) => items.length > 0);
  // An open dialog shows the snackbars itself.
  const isDialogOpen = useSlice('dialog') !== undefined;
  return (
    <TopBar
      hasSnackbar={hasNotice && !isDialogOpen}
      snackbars={
        <PartBoundary resetKey={protocol}>
          <SnackbarRegionContainer />
        </PartBoundary>
      }
      command={<CommandField onOpen={onOpenPalette} />}
      soundBadge={<SoundBadge />}
      chips={<ChannelChips />}
      pauses={<PauseBarContainer />}
      meter={<ConnectionMeterContainer />}
      notifications={<NotificationsPopoverContainer />}
    />
  );
});

interface KeyboardPartProps {
  pages: Tables['pages'];
  area: string;
  onClose: () => void;
}

function OpenPalette({ pages: entries, area, onClose }: KeyboardPartProps) {
  return <PalettePart pages={useAreas(entries, area)} onClose={onClose} />;
}

function OpenShortcutMap({ onClose }: { onClose: () => void }) {
  const intend = useIntent();
  const change = (): void => {
    onClose();
    wantPreferenceTab('shortcuts');
    intend({ area: 'shell', type: 'openPreferences' });
  };
  return <ShortcutMapPart onChange={change} onClose={onClose} />;
}

/** Loads the remaining chunks after the list and the conversation of the address are shown. */
function PreloadWhenIdle({ protocol }: { protocol: string | undefined }) {
  const loaded = useSlicePart('jobSummary', (summary) => summary.loaded);
  const loadFailed = useSlicePart('jobSummary', (summary) => summary.loadFailed);
  const isThreadLoading = useThreadLoading(protocol);
  usePreloadWhenIdle(loadFailed || (loaded && (protocol === undefined || !isThreadLoading)));
  return null;
}

function useAreas(entries: Tables['pages'], area: string): ReadonlyArray<RailArea> {
  const { t } = useTranslation();
  const unread = useSlicePart('jobSummary', (summary) => summary.unread);
  const intend = useIntent();
  const offers = useOffers();
  const areas = useMemo(
    () =>
      shownPages(entries, offers).map((entry) => ({
        hasUnread: entry.hasUnread,
        area: {
          id: entry.area,
          label: t(entry.label),
          shortLabel: t(entry.shortLabel),
          glyph: entry.glyph,
          href: addressOf(entry.path),
          current: area === entry.area,
          inBottomBar: entry.place === 'bars',
          onOpen: () => intend(entry.open),
        },
      })),
    [entries, area, offers, intend, t],
  );
  return useMemo(
    () => areas.map(({ hasUnread, area: shown }) => (hasUnread === true ? { ...shown, unread } : shown)),
    [areas, unread],
  );
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
      onOpenSecondFactor:
        agent?.secondFactor === 'optional' || agent?.secondFactor === 'required'
          ? () => intend({ area: 'session', type: 'openSecondFactor' })
          : undefined,
      onLogOff: () => intend({ area: 'session', type: 'signOut', confirmed: false }),
    }),
    [agent, preferences, intend, change, t],
  );
}
