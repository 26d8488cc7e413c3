// Tests of the rail and the bottom bar: the rail has shortcuts and preferences at its foot. The bottom bar of a phone marks where the agent
// is, also when that page is in the menu.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UsersRound } from 'lucide-react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n';
import type { OwnMenuProps } from './OwnMenu';
import { TooltipProvider } from '../design/Tooltip';
import { BottomBar, Rail, type RailArea } from './Rail';

beforeEach(() => startI18n('pt-BR'));

function area(id: string, more: Partial<RailArea>): RailArea {
  const href = `/new-agent/${id}`;
  return { id, label: id, shortLabel: id, glyph: UsersRound, href, current: false, onOpen: vi.fn(), ...more };
}

const ownMenu: OwnMenuProps = {
  name: 'Ana Souza',
  login: 'ana.souza',
  initials: 'AS',
  color: '#336699',
  version: '1',
  theme: 'system',
  language: 'pt-BR',
  onThemeChange: vi.fn(),
  onLanguageChange: vi.fn(),
  onOpenPreferences: vi.fn(),
  onOpenNewPassword: vi.fn(),
  onLogOff: vi.fn(),
};

test.each([
  ['jobs', 'jobs'],
  ['history', 'Mais'],
])('given the page %s, then only the entry %s is marked', (shown, marked) => {
  const areas = [area('jobs', {}), area('contacts', {}), area('history', { inBottomBar: false })];
  render(<BottomBar areas={areas.map((one) => ({ ...one, current: one.id === shown }))} ownMenu={ownMenu} />);
  const current = [...screen.getByRole('navigation').querySelectorAll('[aria-current]')];
  expect(current.map(({ textContent }) => textContent)).toEqual([marked]);
});

test('the foot of the rail opens the map of shortcuts and the preferences without the menu', async () => {
  const onOpenShortcuts = vi.fn();
  render(
    <TooltipProvider>
      <Rail areas={[area('jobs', {})]} ownMenu={ownMenu} onOpenShortcuts={onOpenShortcuts} />
    </TooltipProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Atalhos do teclado' }));
  expect(onOpenShortcuts).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Preferências' }));
  expect(ownMenu.onOpenPreferences).toHaveBeenCalledTimes(1);
});
