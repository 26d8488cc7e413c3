// What covers the workspace, and what remains of it when a part beside the page breaks.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import Workspace, { type Tables } from '../src/app/Workspace';
import { dialogs } from '../src/app/tables/dialogs';
import { contextTabs } from '../src/app/tables/contextTabs';
import { pages } from '../src/app/tables/pages';
import { shellSlots } from '../src/app/tables/shellSlots';
import { CoreProvider } from '../src/core/react';
import { TooltipProvider } from '../src/design/Tooltip';
import { startI18n } from '../src/i18n';
import { DummyPage } from './dummyArea';
import { FakeCore } from './fakeCore';
import { workspaceSlices } from './workspaceSlices';

vi.mock('../src/app/KeyboardParts', () => ({
  PalettePart: () => <div>palette</div>,
  ShortcutMapPart: () => <div>map</div>,
  ShortcutChoices: () => null,
}));

const [first] = pages;
if (first === undefined) throw new Error('the table of pages is empty');

function Broken(): never {
  throw new Error('broken part');
}
const noBar = { id: 'voice', Bar: () => null };
const tables: Tables = {
  pages: [{ ...first, area: 'dummy', path: '/dummy', Page: DummyPage, main: { ...first.main, id: 'dummy' } }],
  dialogs,
  contextTabs,
  shellSlots: { ...shellSlots, banners: [], callBar: [noBar], dialogs: [] },
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  window.requestIdleCallback = vi.fn();
  window.cancelIdleCallback = vi.fn();
  return startI18n('pt-BR');
});

function show(own: Partial<Tables> = {}, slices: Record<string, unknown> = {}): FakeCore {
  const core = new FakeCore({ ...workspaceSlices, ...slices });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <Workspace tables={{ ...tables, ...own }} />
      </CoreProvider>
    </TooltipProvider>,
  );
  return core;
}
const openPalette = () => userEvent.keyboard('{Control>}k{/Control}');

test.each(['incomingCall', 'preferentialCall'])(
  'given the dialog of %s, then no shortcut opens the palette over it, and an open one is closed',
  async (slice) => {
    const core = show();
    await openPalette();
    expect(screen.getByText('palette')).toBeInTheDocument();
    act(() => core.set(slice, { phone: '5511988887777' }));
    expect(screen.queryByText('palette')).toBeNull();
    await openPalette();
    expect(screen.queryByText('palette')).toBeNull();
    act(() => core.set(slice, undefined));
    await openPalette();
    expect(screen.getByText('palette')).toBeInTheDocument();
  },
);

const slots = tables.shellSlots;
test.each<[string, Partial<Tables>]>([
  ['a banner', { shellSlots: { ...slots, banners: [{ id: 'b', Banner: Broken }] } }],
  ['the call bar', { shellSlots: { ...slots, callBar: [{ id: 'b', Bar: Broken }] } }],
  ['a card', { shellSlots: { ...slots, floatingCards: [{ id: 'b', Card: Broken }] } }],
  ['a dialog that opens by itself', { shellSlots: { ...slots, dialogs: [{ id: 'b', Dialog: Broken }] } }],
])('given %s that throws, then the page stays', (_, own) => {
  show(own);
  expect(screen.getByRole('main')).toHaveTextContent('Dummy page');
});

test("given an internal call, then its card is on the page with the product's own table of cards, whatever page is open [INT-003]", async () => {
  const call = {
    ...{ stage: 'ringing', isCaller: false, name: 'Rafael Souza', initials: 'RS', color: '#517693', extension: '4027' },
    ...{ groups: ['Suporte N2'], since: 1_000, here: true, muted: false },
  };
  const core = show({}, { internalCall: call });
  expect(await screen.findByRole('alertdialog', { name: 'Chamada de Rafael Souza, ramal 4027' })).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent('Dummy page');
  act(() => core.set('internalCall', { ...call, stage: 'inProgress' }));
  expect(screen.getByRole('region', { name: /Rafael Souza/ })).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('given a top bar that throws, then the page stays', () => {
  show({}, { channels: undefined });
  expect(screen.getByRole('main')).toHaveTextContent('Dummy page');
  expect(screen.getByText('Esta parte não pôde ser mostrada.')).toBeInTheDocument();
});

test('given snackbars that throw, then the page stays', () => {
  show({}, { snackbars: undefined });
  expect(screen.getByRole('main')).toHaveTextContent('Dummy page');
});

test('given a dialog that throws, then the page stays and the core closes the dialog', () => {
  const dialog = { kind: 'confirmFinish', protocol: 'P1' };
  const core = show({ dialogs: { ...dialogs, confirmFinish: Broken } }, { dialog });
  expect(screen.getByRole('main')).toHaveTextContent('Dummy page');
  expect(core.intents).toContainEqual({ area: 'shell', type: 'closeDialog', dialog });
});
