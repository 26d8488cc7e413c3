// Beside a bubble while it is hovered or holds the focus: answer, and the menu of the message. On touch screens the menu is always
// visible.
import { Ellipsis, Reply } from 'lucide-react';
import { useTranslation } from '../../../i18n/useTranslation';
import { Icon } from '../../../design/icons/Icon';
import { RowMenu, type MenuEntry } from '../../../design/Menu';
import styles from './MessageMenu.module.css';

export interface MessageMenuProps {
  /** Who wrote the message, for the names of the buttons; undefined for the agent. */
  author: string | undefined;
  entries: ReadonlyArray<MenuEntry>;
  onAnswer: (() => void) | undefined;
}

export function MessageMenu({ author, entries, onAnswer }: MessageMenuProps) {
  const { t } = useTranslation();
  const label = author === undefined ? t('chat.message.ownActions') : t('chat.message.actions', { author });
  return (
    <span className={styles.tools}>
      {onAnswer !== undefined && (
        <button
          type="button"
          className={styles.answer}
          aria-label={author === undefined ? t('chat.message.answerToOwn') : t('chat.message.answerTo', { author })}
          onClick={onAnswer}
        >
          <Icon glyph={Reply} />
        </button>
      )}
      <RowMenu label={label} entries={entries} className={styles.more}>
        <Icon glyph={Ellipsis} />
      </RowMenu>
    </span>
  );
}
