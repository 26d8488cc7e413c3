// The shell around a page of the gallery: rail and top bar without a core.
import { ContactRound, Headset, History, Megaphone, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { ConnectionMeter } from '../areas/connection/ConnectionMeter';
import { NotificationsPopover } from '../areas/notifications/NotificationsPopover';
import { CommandField } from '../app/CommandField';
import type { OwnMenuProps } from '../app/OwnMenu';
import { BottomBar, Rail, type RailArea } from '../app/Rail';
import { ShellLayout } from '../app/ShellLayout';
import { SkipLinks } from '../app/SkipLinks';
import { TopBar } from '../app/TopBar';
import { at, ignore } from './samples';

const ownMenu: OwnMenuProps = {
  name: 'Juliana Castro',
  login: 'juliana.castro',
  initials: 'JC',
  color: '#4E6EC9',
  version: '5.0.575',
  theme: 'system',
  onThemeChange: ignore,
  language: 'pt-BR',
  onLanguageChange: ignore,
  onOpenPreferences: ignore,
  onOpenNewPassword: ignore,
  onLogOff: ignore,
};

export interface GalleryShellProps {
  /** The page, whose main landmark has this id. */
  area: 'history' | 'contact' | 'people' | 'colleagues' | 'broadcast';
  /** The card over the corner of the page. */
  floating?: ReactNode;
  children: ReactNode;
}

export function GalleryShell({ area, floating, children }: GalleryShellProps) {
  const { t } = useTranslation();
  const areas: ReadonlyArray<RailArea> = [
    {
      id: 'attendance',
      label: t('shell.rail.attendance'),
      shortLabel: t('shell.bottomBar.attendance'),
      glyph: Headset,
      href: '#',
      current: false,
      unread: 15,
      onOpen: ignore,
    },
    ...(
      [
        ['history', History, 'shell.rail.history'],
        ['broadcast', Megaphone, 'shell.rail.broadcast'],
        ['contact', ContactRound, 'shell.rail.contact'],
        ['colleagues', UsersRound, 'shell.rail.colleagues'],
      ] as const
    ).map(([id, glyph, label]) => ({
      id,
      label: t(label),
      shortLabel: t(label),
      glyph,
      href: '#',
      current: id === (area === 'people' ? 'contact' : area),
      inBottomBar: false,
      onOpen: ignore,
    })),
  ];
  return (
    <ShellLayout
      skipLinks={<SkipLinks targets={[{ id: area, label: `shell.skip.${area}` }]} />}
      rail={<Rail areas={areas} ownMenu={ownMenu} onOpenShortcuts={ignore} />}
      bottomBar={<BottomBar areas={areas} ownMenu={ownMenu} />}
      bannerAbove
      banner={null}
      floating={floating}
      topBar={
        <TopBar
          command={<CommandField onOpen={ignore} />}
          chips={null}
          meter={<ConnectionMeter links={[{ link: 'internet', state: 'ok' }]} updatedAt={at(14, 31)} />}
          notifications={
            <NotificationsPopover
              notifications={() => []}
              unread={2}
              onToggleRead={ignore}
              onReadAll={ignore}
              unsentFiles={[]}
              onDiscardFile={ignore}
              onDiscard={ignore}
            />
          }
        />
      }
    >
      {children}
    </ShellLayout>
  );
}
