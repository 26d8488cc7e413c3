// The map of all keyboard shortcuts (BEY-051), from the one registry, and the fixed keys of lists, fields and dialogs.
import { Keyboard } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { Kbd } from '../../design/Kbd';
import { usePageNames } from '../../shared/pageNames';
import {
  shortcutNames,
  shortcuts,
  useShortcutKeys,
  type ShortcutGroup,
  type ShortcutName,
} from '../../shared/shortcuts';
import { shortcutLabel } from './shortcutLabel';
import styles from './ShortcutMap.module.css';

export interface ShortcutMapProps {
  onChange: () => void;
  onClose: () => void;
}

export const shortcutGroups: ReadonlyArray<ShortcutGroup> = ['general', 'jobs', 'conversation', 'call', 'pages'];

const fixedKeys = [
  { keys: 'Enter', action: 'send' },
  { keys: 'Shift Enter', action: 'newLine' },
  { keys: '↑ ↓', action: 'move' },
  { keys: 'Shift F10', action: 'menu' },
  { keys: 'Esc', action: 'close' },
] as const;

export function ShortcutMap({ onChange, onClose }: ShortcutMapProps) {
  const { t } = useTranslation();
  const pages = usePageNames();
  return (
    <Dialog
      open
      wide
      title={t('palette.map.title')}
      glyph={Keyboard}
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={onChange}>
            {t('palette.map.change')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('shell.dialog.close')}
          </Button>
        </>
      }
    >
      <div className={styles.groups}>
        {shortcutGroups.map((group) => (
          <section key={group} className={styles.group} aria-label={t(`palette.map.group.${group}`)}>
            <h3 className={styles.title}>{t(`palette.map.group.${group}`)}</h3>
            <dl>
              {shownShortcuts(group, pages.length).map((name) => (
                <Row key={name} name={name} />
              ))}
            </dl>
          </section>
        ))}
        <section className={styles.group} aria-label={t('palette.map.group.fixed')}>
          <h3 className={styles.title}>{t('palette.map.group.fixed')}</h3>
          <dl>
            {fixedKeys.map(({ keys, action }) => (
              <div key={action} className={styles.row}>
                <dt className={styles.label}>{t(`palette.fixed.${action}`)}</dt>
                <dd>
                  <Kbd>{keys}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

/** The shortcuts of the group; of the shortcuts to pages, only those to pages in the rail. */
export function shownShortcuts(group: ShortcutGroup, pages: number): ReadonlyArray<ShortcutName> {
  const names = shortcutNames.filter((name) => shortcuts[name].group === group);
  return group === 'pages' ? names.slice(0, pages) : names;
}

function Row({ name }: { name: ShortcutName }) {
  const { t } = useTranslation();
  const pages = usePageNames();
  const { text } = useShortcutKeys(name);
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{shortcutLabel(name, t, pages)}</dt>
      <dd>{text === undefined ? <span className={styles.off}>{t('palette.off')}</span> : <Kbd>{text}</Kbd>}</dd>
    </div>
  );
}
