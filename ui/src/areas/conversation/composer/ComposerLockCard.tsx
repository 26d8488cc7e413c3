// The composer while the agent cannot write: the reason, at most one action, and that the unsent text is kept.
import { useTranslation } from '../../../i18n/useTranslation';
import { Button } from '../../../design/Button';
import { classNames } from '../../../design/classNames';
import { Icon, type Glyph } from '../../../design/icons/Icon';
import styles from './Composer.module.css';

export interface ChannelLock {
  kind: 'channel';
  glyph: Glyph;
  tone: 'plain' | 'danger';
  title: string;
  help: string;
  /** Undefined where the agent can only wait. */
  action?:
    { label: string; tone: 'primary' | 'outline'; pending?: boolean | undefined; onSelect: () => void } | undefined;
}

export function ComposerLockCard({ lock, draft }: { lock: ChannelLock; draft: string }) {
  const { t } = useTranslation();
  const { action } = lock;
  return (
    <div className={styles.composer}>
      <div className={styles.locked} id="composer" tabIndex={-1}>
        <Icon
          glyph={lock.glyph}
          size={18}
          className={classNames(styles.lockGlyph, lock.tone === 'danger' && styles.lockDanger)}
        />
        <p className={styles.lockText}>
          <span className={styles.lockTitle}>{lock.title}</span>
          {lock.help}
          {draft.trim() !== '' && <span className={styles.lockKept}>{t('chat.composer.draftKept')}</span>}
        </p>
        {action !== undefined && (
          <Button tone={action.tone} pending={action.pending} onClick={action.onSelect}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}
