// The pages of a signed-in agent, one entry per area. The rail shows them in this order.
import type { Intent } from 'core-wasm';
import { Headset, LayoutList } from 'lucide-react';
import type { ComponentType } from 'react';
import { AttendancePage } from '../../areas/attendance/AttendancePage';
import { attendanceFocusTargets } from '../../areas/attendance/focusTargets';
import type { Glyph } from '../../design/icons/Icon';
import { lazyArea } from '../../design/lazyArea';
import type { TextKey } from '../../i18n/textKey';
import { supervisorPath } from '../../shared/addresses';
import type { FocusTarget } from '../../shared/focusTarget';
import type { SkipTarget } from '../SkipLinks';

export interface PageEntry {
  /** As the core names the area of a route. */
  area: string;
  Page: ComponentType<{ protocol: string | undefined }>;
  /** The address of the rail's link, below the base path, and the intent that opens it in place. */
  path: string;
  open: Intent;
  glyph: Glyph;
  label: TextKey;
  /** In the bottom bar of phones. */
  shortLabel: TextKey;
  /** Who sees the page in the rail. */
  role: 'agent' | 'supervisor';
  /** The rail counts the unread messages here. */
  hasUnread: boolean;
  skipTargets: (inConversation: boolean) => ReadonlyArray<SkipTarget>;
  /** The landmark that remains when the page breaks. */
  main: SkipTarget;
  /** The list of attendances is beside it. */
  hasList: boolean;
  /** Whether the banner is over the page, where nothing can be clicked, or above it. */
  banner: 'over' | 'above';
  focusTargets: ReadonlyArray<FocusTarget>;
}

const conversation: SkipTarget = { id: 'conversation', label: 'shell.skip.conversation' };
const board: SkipTarget = { id: 'board', label: 'shell.skip.board' };

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
    area: 'supervisor',
    Page: lazyArea(() => import('../../areas/supervision/SupervisionPage'), {
      component: 'SupervisionPage',
      words: ['supervision'],
    }),
    path: supervisorPath,
    open: { area: 'shell', type: 'openArea', path: supervisorPath },
    glyph: LayoutList,
    label: 'shell.rail.supervisor',
    shortLabel: 'shell.bottomBar.supervisor',
    role: 'supervisor',
    hasUnread: false,
    skipTargets: () => [board],
    main: board,
    hasList: false,
    banner: 'above',
    focusTargets: [{ selector: '#board' }],
  },
];
