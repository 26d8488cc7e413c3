// The pages of a signed-in agent, one entry per area. The rail shows them in this order.
import type { Intent } from 'core-wasm';
import { Building2, ContactRound, Headset, History, LayoutList, Megaphone, UsersRound } from 'lucide-react';
import type { ComponentType } from 'react';
import { AttendancePage } from '../../areas/attendance/AttendancePage';
import { attendanceFocusTargets } from '../../areas/attendance/focusTargets';
import type { Glyph } from '../../design/icons/Icon';
import { lazyArea } from '../../design/lazyArea';
import type { TextKey } from '../../i18n/textKey';
import {
  broadcastPath,
  colleaguesPath,
  companiesPath,
  contactsPath,
  historyPath,
  supervisorPath,
} from '../../shared/addresses';
import type { FocusTarget } from '../../shared/focusTarget';
import type { SkipTarget } from '../SkipLinks';

export interface PageEntry {
  /** The name that the core gives the area of a route. */
  area: string;
  Page: ComponentType<{ protocol: string | undefined }>;
  /** The address of the rail's link, below the base path, and the intent that opens it in place. */
  path: string;
  open: Intent;
  glyph: Glyph;
  label: TextKey;
  /** The icon of the page in the bottom bar of phones. */
  shortLabel: TextKey;
  /** The roles that see the page in the rail. */
  role: 'agent' | 'supervisor';
  /** The org unit decides whether the page is offered; its route is shown nevertheless. */
  offered?: 'broadcasts';
  /**
   * Where the link is shown: in the rail and in the bottom bar of phones; in the rail and in the menu of the bottom bar; or nowhere, because the page
   * belongs to `parent`.
   */
  place: 'bars' | 'rail' | 'none';
  /** The area that the bars show as the current one. */
  parent?: string;
  /** Whether the rail shows the number of unread messages at this link. */
  hasUnread: boolean;
  skipTargets: (inConversation: boolean) => ReadonlyArray<SkipTarget>;
  /** The main landmark, which remains when the page throws an error. */
  main: SkipTarget;
  /** Whether the list of attendances is beside it. */
  hasList: boolean;
  /** Whether the banner is over the page, where nothing can be clicked, or above it. */
  banner: 'over' | 'above';
  focusTargets: ReadonlyArray<FocusTarget>;
}

const conversation: SkipTarget = { id: 'conversation', label: 'shell.skip.conversation' };
const history: SkipTarget = { id: 'history', label: 'shell.skip.history' };
const broadcast: SkipTarget = { id: 'broadcast', label: 'shell.skip.broadcast' };
const contact: SkipTarget = { id: 'contact', label: 'shell.skip.contact' };
const colleagues: SkipTarget = { id: 'colleagues', label: 'shell.skip.colleagues' };
const people: SkipTarget = { id: 'people', label: 'shell.skip.people' };
const board: SkipTarget = { id: 'board', label: 'shell.skip.board' };

/** The common facts of the pages of contacts and companies. */
const peoplePage = {
  role: 'agent',
  hasUnread: false,
  skipTargets: () => [people],
  main: people,
  hasList: false,
  banner: 'above',
  focusTargets: [{ selector: '#people' }],
} as const satisfies Partial<PageEntry>;

export const pages: ReadonlyArray<PageEntry> = [
  {
    area: 'attendance',
    Page: AttendancePage,
    path: '/attendance',
    open: { area: 'jobs', type: 'closeJob' },
    glyph: Headset,
    label: 'shell.rail.attendance',
    shortLabel: 'shell.bottomBar.attendance',
    role: 'agent',
    place: 'bars',
    hasUnread: true,
    skipTargets: (inConversation) => [
      { id: 'job-list', label: 'shell.skip.list' },
      conversation,
      ...(inConversation ? [{ id: 'details', label: 'shell.skip.details' as const }] : []),
    ],
    main: conversation,
    hasList: true,
    banner: 'over',
    focusTargets: attendanceFocusTargets,
  },
  {
    area: 'history',
    Page: lazyArea(() => import('../../areas/history/HistoryPage'), {
      component: 'HistoryPage',
      words: ['history', 'channels', 'chat', 'whatsapp'],
    }),
    path: historyPath,
    open: { area: 'shell', type: 'openArea', path: historyPath },
    glyph: History,
    label: 'shell.rail.history',
    shortLabel: 'shell.rail.history',
    role: 'agent',
    place: 'rail',
    hasUnread: false,
    skipTargets: () => [history],
    main: history,
    hasList: false,
    banner: 'above',
    focusTargets: [{ selector: '#history' }],
  },
  {
    area: 'broadcast',
    Page: lazyArea(() => import('../../areas/broadcast/BroadcastPageContainer'), {
      component: 'BroadcastPageContainer',
      words: ['broadcastPage', 'broadcasts', 'people', 'tags', 'whatsapp'],
      onDemand: true,
    }),
    path: broadcastPath,
    open: { area: 'shell', type: 'openArea', path: broadcastPath },
    glyph: Megaphone,
    label: 'shell.rail.broadcast',
    shortLabel: 'shell.rail.broadcast',
    role: 'agent',
    offered: 'broadcasts',
    place: 'rail',
    hasUnread: false,
    skipTargets: () => [broadcast],
    main: broadcast,
    hasList: false,
    banner: 'above',
    focusTargets: [{ selector: '#broadcast' }],
  },
  {
    ...peoplePage,
    area: 'contacts',
    Page: lazyArea(() => import('../../areas/people/PeoplePage'), {
      component: 'ContactManagementPage',
      words: ['people', 'contacts', 'tags', 'channels'],
    }),
    path: contactsPath,
    open: { area: 'shell', type: 'openArea', path: contactsPath },
    glyph: ContactRound,
    label: 'shell.rail.contacts',
    shortLabel: 'shell.rail.contacts',
    place: 'bars',
  },
  {
    area: 'contact',
    Page: lazyArea(() => import('../../areas/contactPage/ContactPage'), {
      component: 'ContactPage',
      words: ['contactPage', 'contacts', 'people', 'tags', 'churn', 'history', 'channels', 'chat', 'whatsapp'],
    }),
    path: contactsPath,
    open: { area: 'shell', type: 'openArea', path: contactsPath },
    glyph: ContactRound,
    label: 'shell.rail.contact',
    shortLabel: 'shell.rail.contact',
    role: 'agent',
    place: 'none',
    parent: 'contacts',
    hasUnread: false,
    skipTargets: () => [contact],
    main: contact,
    hasList: false,
    banner: 'above',
    focusTargets: [{ selector: '#contact' }],
  },
  {
    ...peoplePage,
    area: 'companies',
    Page: lazyArea(() => import('../../areas/people/PeoplePage'), {
      component: 'CompaniesPage',
      words: ['people', 'contacts', 'tags', 'channels'],
    }),
    path: companiesPath,
    open: { area: 'shell', type: 'openArea', path: companiesPath },
    glyph: Building2,
    label: 'shell.rail.companies',
    shortLabel: 'shell.rail.companies',
    place: 'rail',
  },
  {
    ...peoplePage,
    area: 'company',
    Page: lazyArea(() => import('../../areas/people/CompanyPage'), {
      component: 'CompanyPage',
      words: ['people', 'contacts', 'tags', 'churn', 'history', 'channels', 'chat', 'whatsapp'],
    }),
    path: companiesPath,
    open: { area: 'shell', type: 'openArea', path: companiesPath },
    glyph: Building2,
    label: 'shell.rail.companies',
    shortLabel: 'shell.rail.companies',
    place: 'none',
    parent: 'companies',
  },
  {
    area: 'colleagues',
    Page: lazyArea(() => import('../../areas/colleagues/ColleaguesPage'), {
      component: 'ColleaguesPage',
      words: ['colleagues', 'channels'],
    }),
    path: colleaguesPath,
    open: { area: 'shell', type: 'openArea', path: colleaguesPath },
    glyph: UsersRound,
    label: 'shell.rail.colleagues',
    shortLabel: 'shell.rail.colleagues',
    role: 'agent',
    place: 'bars',
    hasUnread: false,
    skipTargets: () => [colleagues],
    main: colleagues,
    hasList: false,
    banner: 'above',
    focusTargets: [{ selector: '#colleagues' }],
  },
  {
    area: 'supervisor',
    Page: lazyArea(() => import('../../areas/supervision/SupervisionPage'), {
      component: 'SupervisionPage',
      words: ['supervision', 'jobs'],
    }),
    path: supervisorPath,
    open: { area: 'shell', type: 'openArea', path: supervisorPath },
    glyph: LayoutList,
    label: 'shell.rail.supervisor',
    shortLabel: 'shell.bottomBar.supervisor',
    role: 'supervisor',
    place: 'bars',
    hasUnread: false,
    skipTargets: () => [board],
    main: board,
    hasList: false,
    banner: 'above',
    focusTargets: [{ selector: '#board' }],
  },
];
