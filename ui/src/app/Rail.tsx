// The rail at the left edge and, below 768 px, the bar at the bottom: links to the areas and the agent's own menu.
import { Keyboard, Menu as MenuGlyph, Settings } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { Badge } from '../design/Badge';
import { Icon, type Glyph } from '../design/icons/Icon';
import { Logo } from '../design/icons/glyphs';
import { openLink } from '../design/openLink';
import { ShortcutHint } from '../design/ShortcutHint';
import { Tooltip } from '../design/Tooltip';
import { pageShortcuts, useShortcut, useShortcutKeys, type ShortcutName } from '../shared/shortcuts';
import { OwnMenu, type OwnMenuProps } from './OwnMenu';
import styles from './Rail.module.css';
import { useProductName } from '../core/page/brand';

export interface RailArea {
  id: string;
  label: string;
  /** Short label for the bottom bar. */
  shortLabel: string;
  glyph: Glyph;
  href: string;
  current: boolean;
  /** False: on phones the link is in the menu of the bottom bar. */
  inBottomBar?: boolean;
  unread?: number | undefined;
  onOpen: () => void;
}

export interface RailProps {
  areas: ReadonlyArray<RailArea>;
  ownMenu: OwnMenuProps;
  /** Shows the map of shortcuts. */
  onOpenShortcuts?: (() => void) | undefined;
}

export function Rail({ areas, ownMenu, onOpenShortcuts }: RailProps) {
  const { t } = useTranslation();
  const productName = useProductName();
  return (
    <nav className={styles.rail} aria-label={t('shell.rail.label')}>
      <span className={styles.logo}>
        <Logo size={34} label={productName} />
      </span>
      <ul>
        {areas.map((area, index) => (
          <li key={area.id} className={styles.entry}>
            <RailLink area={area} shortcut={pageShortcuts[index]} />
          </li>
        ))}
      </ul>
      <span className={styles.space} />
      {onOpenShortcuts !== undefined && (
        <RailButton glyph={Keyboard} label={t('shell.rail.shortcuts')} onClick={onOpenShortcuts} />
      )}
      <RailButton glyph={Settings} label={t('shell.preferences.title')} onClick={ownMenu.onOpenPreferences} />
      <OwnMenu {...ownMenu} />
    </nav>
  );
}

/** A button for a part of the menu that agents need often, so that they need not open the menu at the foot. */
function RailButton({ glyph, label, onClick }: { glyph: Glyph; label: string; onClick: () => void }) {
  return (
    <Tooltip text={label} side="right">
      <button type="button" className={styles.link} aria-label={label} onClick={onClick}>
        <Icon glyph={glyph} size={20} />
      </button>
    </Tooltip>
  );
}

const RailLink = memo(function RailLink({ area, shortcut }: { area: RailArea; shortcut: ShortcutName | undefined }) {
  const unread = useTranslation().t('jobs.unread.label', { count: area.unread ?? 0 });
  const link = (
    <a
      href={area.href}
      className={styles.link}
      aria-current={area.current ? 'page' : undefined}
      aria-label={areaLabel(area.label, area.unread ?? 0, unread)}
      onClick={openLink(area.onOpen)}
    >
      <Icon glyph={area.glyph} size={20} />
      <Badge count={area.unread ?? 0} label={unread} className={styles.badge} />
    </a>
  );
  if (shortcut === undefined)
    return (
      <Tooltip text={area.label} side="right">
        {link}
      </Tooltip>
    );
  return (
    <PageShortcut name={shortcut} area={area}>
      {link}
    </PageShortcut>
  );
});

function PageShortcut({ name, area, children }: { name: ShortcutName; area: RailArea; children: ReactElement }) {
  const { text } = useShortcutKeys(name);
  useShortcut(name, area.onOpen);
  return (
    <Tooltip text={<ShortcutHint text={area.label} keys={text} />} side="right">
      {children}
    </Tooltip>
  );
}

export function BottomBar({ areas, ownMenu }: RailProps) {
  const { t } = useTranslation();
  const inBar = areas.filter(({ inBottomBar = true }) => inBottomBar);
  const others = areas.filter(({ inBottomBar = true }) => !inBottomBar);
  return (
    <nav className={styles.bar} aria-label={t('shell.rail.label')}>
      {inBar.map((area) => (
        <a
          key={area.id}
          href={area.href}
          className={styles.barLink}
          aria-current={area.current ? 'page' : undefined}
          onClick={openLink(area.onOpen)}
        >
          <Icon glyph={area.glyph} size={20} />
          <span>{area.shortLabel}</span>
          <Badge
            count={area.unread ?? 0}
            label={t('jobs.unread.label', { count: area.unread ?? 0 })}
            className={styles.barBadge}
          />
        </a>
      ))}
      <MoreMenu ownMenu={ownMenu} areas={others} />
    </nav>
  );
}

const MoreMenu = memo(function MoreMenu({ areas, ownMenu }: RailProps) {
  const { t } = useTranslation();
  return (
    <OwnMenu
      {...ownMenu}
      areas={areas}
      trigger={
        <button
          type="button"
          className={styles.barLink}
          // True if the shown page is one of this menu.
          aria-current={areas.some(({ current }) => current) ? 'true' : undefined}
        >
          <Icon glyph={MenuGlyph} size={20} />
          <span>{t('shell.bottomBar.more')}</span>
        </button>
      }
    />
  );
}, isSameMenu);

/** Without the number of unread messages, which concerns none of these areas. */
function isSameMenu(before: RailProps, now: RailProps): boolean {
  return (
    before.ownMenu === now.ownMenu &&
    before.areas.length === now.areas.length &&
    before.areas.every((area, index) => area === now.areas[index])
  );
}

function areaLabel(name: string, unread: number, unreadLabel: string): string {
  return unread > 0 ? `${name}, ${unreadLabel}` : name;
}
