// An area is its folder and one line per table: the dummy area is added to each table and shows everywhere.
import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AttendanceSlotsContext } from '../src/areas/attendance/attendanceSlots';
import { ContextPanelContainer } from '../src/areas/attendance/ContextPanelContainer';
import { OpenDialog } from '../src/app/OpenDialog';
import { PreferencesDialogContainer } from '../src/app/PreferencesDialogContainer';
import { dialogs } from '../src/app/tables/dialogs';
import { contextTabs } from '../src/app/tables/contextTabs';
import { pages, type PageEntry } from '../src/app/tables/pages';
import { preferenceSections } from '../src/app/tables/preferenceSections';
import { shellSlots } from '../src/app/tables/shellSlots';
import Workspace, { type Tables } from '../src/app/Workspace';
import { CoreProvider } from '../src/core/react';
import { TooltipProvider } from '../src/design/Tooltip';
import { startI18n } from '../src/i18n';
import { DummyBar, DummyCard, DummyDialog, DummyPage, DummySection, DummyTab } from './dummyArea';
import { FakeCore } from './fakeCore';
import { workspaceSlices } from './workspaceSlices';

const [attendancePage] = pages;
if (attendancePage === undefined) throw new Error('the table of pages is empty');

// One line per table.
const dummyPage: PageEntry = {
  ...attendancePage,
  area: 'dummy',
  path: '/dummy',
  Page: DummyPage,
  glyph: Circle,
  label: 'shell.rail.supervisor',
  shortLabel: 'shell.bottomBar.supervisor',
  main: { id: 'dummy', label: 'shell.skip.conversation' },
  skipTargets: () => [{ id: 'dummy', label: 'shell.skip.conversation' }],
  hasUnread: false,
};
const dummyDialog = { confirmFinish: DummyDialog };
const dummyTab = { id: 'dummy', label: 'shell.theme.label', Content: DummyTab } as const;
const dummySection = { id: 'dummy', Section: DummySection };
const dummyBar = { id: 'dummy', Bar: DummyBar };
const dummyCard = { id: 'dummy', Card: DummyCard };

const tables: Tables = {
  pages: [...pages, dummyPage],
  dialogs: { ...dialogs, ...dummyDialog },
  contextTabs: [...contextTabs, dummyTab],
  shellSlots: { ...shellSlots, callBar: [dummyBar], floatingCards: [dummyCard] },
};

beforeEach(() => {
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  window.requestIdleCallback = vi.fn();
  window.cancelIdleCallback = vi.fn();
  return startI18n('pt-BR');
});

function show(element: ReactNode, more: Record<string, unknown> = {}): FakeCore {
  const core = new FakeCore({ ...workspaceSlices, ...more });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>{element}</CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

test('given an area in the table of pages and shell slots, then its page, rail entry, skip link and card are shown [BEY-122]', () => {
  show(<Workspace tables={tables} />);
  expect(screen.getByRole('main')).toHaveTextContent('Dummy page');
  expect(screen.getByText('Dummy card')).toBeInTheDocument();
  const [inRail] = screen.getAllByRole('link', { current: 'page' });
  expect(inRail).toHaveAttribute('href', '/new-agent/dummy');
  const label = i18next.t('shell.skip.label');
  const [skip] = screen.getAllByRole('navigation', { name: label });
  expect(skip?.querySelector('a')).toHaveAttribute('href', '#dummy');
});

test('given an area in the table of dialogs, when the core opens its dialog, then it is shown [BEY-122]', () => {
  show(<OpenDialog table={tables.dialogs} focusFallback={() => undefined} />, {
    dialog: { kind: 'confirmFinish', protocol: 'P1' },
  });
  expect(screen.getByText('Dummy dialog')).toBeInTheDocument();
});

test('given an area in the tables of context tabs and preference sections, then both are shown [BEY-122]', () => {
  const slots = { contextTabs: [dummyTab], workspaces: {}, listActions: [] };
  show(
    <AttendanceSlotsContext value={slots}>
      <ContextPanelContainer protocol="P1" job={{} as never} onClose={() => undefined} />
    </AttendanceSlotsContext>,
  );
  expect(screen.getByText('Dummy tab of P1')).toBeInTheDocument();
  show(
    <PreferencesDialogContainer
      dialog={{ kind: 'preferences' }}
      onClose={() => undefined}
      sections={[...preferenceSections.slice(0, 1), dummySection]}
    />,
  );
  expect(screen.getByText('Dummy section')).toBeInTheDocument();
});
