// Unsent texts of ended attendances: the agent copies or discards them.
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { IconButton } from '../../design/IconButton';
import { copyText } from '../../shared/copyText';
import styles from './UnsentTexts.module.css';

export interface UnsentText {
  id: string;
  /** The attendance of the text. */
  title: string;
  body: string;
}

export function UnsentTexts({
  texts,
  onDiscard,
}: {
  texts: ReadonlyArray<UnsentText>;
  onDiscard: (id: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <section className={styles.section} aria-labelledby="unsent-texts">
      <h3 id="unsent-texts" className={styles.title}>
        {t('notifications.unsentTitle')}
      </h3>
      <p className={styles.help}>{t('notifications.list.unsentHelp')}</p>
      <ul className={styles.list}>
        {texts.map((text) => (
          <UnsentRow key={text.id} text={text} onDiscard={onDiscard} />
        ))}
      </ul>
    </section>
  );
}

function UnsentRow({ text, onDiscard }: { text: UnsentText; onDiscard: (id: string) => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<'yes' | 'no' | undefined>();
  const copy = async (): Promise<void> => {
    setCopied((await copyText(text.body)) ? 'yes' : 'no');
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.about}>{text.title}</span>
        <p dir="auto" className={styles.body} tabIndex={0}>
          {text.body}
        </p>
        <span role="status" className={styles.state}>
          {copied === 'yes' && t('notifications.list.copied')}
          {copied === 'no' && t('notifications.list.copyFailed')}
        </span>
      </div>
      <IconButton
        size="small"
        iconSize={14}
        glyph={Copy}
        label={t('notifications.list.copyText')}
        onClick={() => void copy()}
      />
      <IconButton
        size="small"
        iconSize={14}
        glyph={Trash2}
        label={t('notifications.list.discard')}
        onClick={() => onDiscard(text.id)}
      />
    </li>
  );
}
