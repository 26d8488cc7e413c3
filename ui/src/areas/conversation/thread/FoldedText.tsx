// The text of a message; a long one is folded, so that a message of two megabytes does not block the page.
import { useState } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { cutBetweenWords } from '../../../i18n/cut';
import { MessageBody } from '../../../shared/messageText/MessageText';
import styles from './Bubble.module.css';

const foldedLength = 3000;

export function FoldedText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const folded = !unfolded && text.length > foldedLength;
  return (
    <>
      <MessageBody text={folded ? `${cutBetweenWords(text, foldedLength)}…` : text} className={styles.text} />
      {folded && (
        <button type="button" className={styles.unfold} onClick={() => setUnfolded(true)}>
          {t('chat.message.showAll')}
        </button>
      )}
    </>
  );
}
