// A message with a box beside it while messages are being selected; the whole row can be clicked.
import { Check } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { Icon } from '../../../design/icons/Icon';
import { formatTime } from '../../../i18n/format';
import { messageWords } from '../../../shared/messageText/messageText';
import { MessageTextContext } from '../../../shared/messageText/messageTextContext';
import type { TextMessageView } from './Bubble';
import { useMessageSelection } from './messageSelection';
import styles from './SelectableMessage.module.css';

type Message = Pick<TextMessageView, 'id' | 'sender' | 'senderName' | 'text' | 'time'>;

export function SelectableMessage({ message, children }: { message: Message; children: ReactNode }) {
  const { t } = useTranslation();
  const { network } = useContext(MessageTextContext);
  const selection = useMessageSelection();
  if (selection === undefined) return children;
  const { id, sender, senderName, text, time } = message;
  if (!selection.canSelect(id)) return <div className={styles.row}>{children}</div>;
  const isSelected = selection.isSelected(id);
  const name = sender === 'own' ? t('chat.message.selectOwn') : t('chat.message.select', { author: senderName });
  const label = [name, time === undefined ? '' : formatTime(time), messageWords(text, network)]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <div className={styles.row} data-selected={isSelected || undefined}>
      {children}
      <button
        type="button"
        role="checkbox"
        aria-checked={isSelected}
        aria-label={label}
        className={styles.hit}
        onClick={() => selection.onToggle(id)}
      >
        <span className={styles.box}>{isSelected && <Icon glyph={Check} size={12} strokeWidth={3} />}</span>
      </button>
    </div>
  );
}
