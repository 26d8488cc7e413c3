// The preferences: tabs by keyboard, the voice tab and the shortcuts of calls only with voice, and the names of the pages.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { PreferencesDialogContainer } from '../src/app/PreferencesDialogContainer';
import { CoreProvider } from '../src/core/react';
import { TooltipProvider } from '../src/design/Tooltip';
import { startI18n } from '../src/i18n';
import { ShortcutPreferencesContainer } from '../src/areas/palette/ShortcutPreferences';
import { PageNamesContext } from '../src/shared/pageNames';
import { wantPreferenceTab } from '../src/shared/preferenceTabs';
import { FakeCore } from './fakeCore';
import { workspaceSlices } from './workspaceSlices';

beforeEach(async () => {
  await startI18n('pt-BR');
});

const sections = [
  { id: 'general', Section: () => <p>Enviar com</p> },
  { id: 'alerts', tab: 'notifications', Section: () => <p>Sons</p> },
  { id: 'voice', tab: 'voice', Section: () => <p>Aparelhos</p> },
  { id: 'shortcuts', tab: 'shortcuts', Section: ShortcutPreferencesContainer },
] as const;

function show(enabled: boolean) {
  const core = new FakeCore({ ...workspaceSlices, voice: { enabled } });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <PageNamesContext value={['Atendimento', 'Histórico', 'Contatos']}>
          <PreferencesDialogContainer dialog={{ kind: 'preferences' }} onClose={vi.fn()} sections={sections} />
        </PageNamesContext>
      </CoreProvider>
    </TooltipProvider>,
  );
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

test.each([
  [true, ['Geral', 'Notificações', 'Voz', 'Atalhos'], true],
  [false, ['Geral', 'Notificações', 'Atalhos'], false],
])('with voice: %s, the tabs are %j, and shortcuts of calls are shown: %s', async (enabled, names, ofCalls) => {
  show(enabled);
  expect(tabs()).toEqual(names);
  await userEvent.click(screen.getByRole('tab', { name: 'Atalhos' }));
  expect(screen.queryByRole('region', { name: 'Ligação' }) !== null).toBe(ofCalls);
});

test('the arrow keys change the tab, and each shows its own sections', async () => {
  show(true);
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole('tab', { name: 'Geral' })).toHaveFocus();
  const panel = () => within(screen.getByRole('tabpanel'));
  expect(panel().getByRole('radiogroup', { name: 'Tema' })).toBeInTheDocument();
  expect(panel().getByText('Enviar com')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Notificações' })).toHaveFocus();
  expect(panel().getByText('Sons')).toBeInTheDocument();
  expect(screen.queryByText('Enviar com')).toBeNull();
});

test('shortcuts of pages have the names of the pages, and there are as many as pages', () => {
  wantPreferenceTab('shortcuts');
  show(false);
  expect(screen.getByRole('tab', { name: 'Atalhos' })).toHaveAttribute('aria-selected', 'true');
  const pages = within(screen.getByRole('region', { name: 'Páginas' }));
  expect(pages.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Ir para Atendimento',
    'Ir para Histórico',
    'Ir para Contatos',
  ]);
});

test('the wish for a tab holds for one opening', () => {
  wantPreferenceTab('shortcuts');
  const { unmount } = render(<Opened />);
  unmount();
  show(false);
  expect(screen.getByRole('tab', { name: 'Geral' })).toHaveAttribute('aria-selected', 'true');
});

function Opened() {
  return (
    <TooltipProvider>
      <CoreProvider core={new FakeCore({ ...workspaceSlices })}>
        <PreferencesDialogContainer dialog={{ kind: 'preferences' }} onClose={vi.fn()} sections={sections} />
      </CoreProvider>
    </TooltipProvider>
  );
}
