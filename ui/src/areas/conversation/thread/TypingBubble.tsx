// Shows that the customer is typing. With reduced motion the dots do not move.
import { useTranslation } from '../../../i18n/useTranslation';
import { Avatar } from '../../../design/Avatar';
import { firstWord } from '../../../i18n/format';
import styles from './TypingBubble.module.css';

export interface TypingCustomer {
  name: string;
  initials: string;
  color: string;
}

export function TypingBubble({ name, initials, color }: TypingCustomer) {
  const { t } = useTranslation();
  return (
    <div className={styles.line}>
      <Avatar initials={initials} color={color} size={26} className={styles.avatar} />
      <span role="img" aria-label={t('chat.typing.label', { name: firstWord(name) })} className={styles.bubble}>
        <i />
        <i />
        <i />
      </span>
    </div>
  );
}
