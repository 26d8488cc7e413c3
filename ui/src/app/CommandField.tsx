// The button of the command palette in the top bar: on a wide page a field, else an icon.
import { Search } from 'lucide-react';
import { useTranslation } from '../i18n/useTranslation';
import { Icon } from '../design/icons/Icon';
import { Kbd } from '../design/Kbd';
import { Tooltip } from '../design/Tooltip';
import { ShortcutHint } from '../design/ShortcutHint';
import { useShortcutKeys } from '../shared/shortcuts';
import styles from './CommandField.module.css';

export function CommandField({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const keys = useShortcutKeys('openPalette');
  return (
    <Tooltip text={<ShortcutHint text={t('shell.command.label')} keys={keys.text} />}>
      <button
        type="button"
        className={styles.field}
        aria-label={t('shell.command.label')}
        aria-haspopup="dialog"
        aria-keyshortcuts={keys.aria}
        onClick={onOpen}
      >
        <Icon glyph={Search} />
        <span className={styles.text}>{t('shell.command.label')}</span>
        {keys.text !== undefined && (
          <span className={styles.keys} aria-hidden="true">
            <Kbd>{keys.text}</Kbd>
          </span>
        )}
      </button>
    </Tooltip>
  );
}
