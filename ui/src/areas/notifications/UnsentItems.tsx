// Unsent texts and files of ended attendances: the agent copies or saves them, or discards them.
import { Copy, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { IconButton } from '../../design/IconButton';
import { copyText } from '../../shared/copyText';
import { saveFile } from '../../shared/saveFile';
import { UnsentFileButtons } from '../../shared/UnsentFileButtons';
import type { UnsentFile } from '../../shared/unsentFiles';
import styles from './UnsentItems.module.css';

export interface UnsentText {
  id: string;
  /** Content of the unsent message, and its attendance. */
  title: string;
  /** The text; empty for a file without a caption. */
  body: string;
  /** File of the message, as long as this page holds it. */
  file?: File | undefined;
}

export interface UnsentItemsProps {
  texts: ReadonlyArray<UnsentText>;
  onDiscard: (id: string) => void;
  /** Opens the conversation of the text. */
  onOpen?: ((id: string) => void) | undefined;
  files: ReadonlyArray<UnsentFile>;
  onDiscardFile: (id: string) => void;
}

export function UnsentItems({ texts, onDiscard, onOpen, files, onDiscardFile }: UnsentItemsProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.section} aria-labelledby="unsent-items">
      <h3 id="unsent-items" className={styles.title}>
        {t('notifications.unsentTitle')}
      </h3>
      {texts.length > 0 && <p className={styles.help}>{t('notifications.list.unsentHelp')}</p>}
      {(files.length > 0 || texts.some(({ file }) => file !== undefined)) && (
        <p className={styles.help}>{t('notifications.list.unsentFilesHelp')}</p>
      )}
      <ul className={styles.list}>
        {texts.map((text) => (
          <UnsentRow key={text.id} text={text} onDiscard={onDiscard} onOpen={onOpen} />
        ))}
        {files.map((file) => (
          <UnsentFileRow key={file.id} unsent={file} onDiscard={onDiscardFile} />
        ))}
      </ul>
    </section>
  );
}

function UnsentFileRow({ unsent, onDiscard }: { unsent: UnsentFile; onDiscard: (id: string) => void }) {
  const { t } = useTranslation();
  const { id, customer, file } = unsent;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.about}>{t('notifications.unsentFile', { customer })}</span>
        <p className={styles.body}>
          <bdi>{file.name}</bdi>
        </p>
      </div>
      <UnsentFileButtons
        file={file}
        saveLabel={t('notifications.list.saveFile', { name: file.name })}
        discardLabel={t('notifications.list.discardFile', { name: file.name })}
        onDiscard={() => onDiscard(id)}
      />
    </li>
  );
}

function UnsentRow({ text, onDiscard, onOpen }: { text: UnsentText } & Pick<UnsentItemsProps, 'onDiscard' | 'onOpen'>) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<'yes' | 'no' | undefined>();
  const copy = async (): Promise<void> => {
    setCopied((await copyText(text.body)) ? 'yes' : 'no');
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        {onOpen === undefined ? (
          <span className={styles.about}>{text.title}</span>
        ) : (
          <button type="button" className={styles.link} onClick={() => onOpen(text.id)}>
            {text.title}
          </button>
        )}
        {text.body !== '' && (
          <p dir="auto" className={styles.body} tabIndex={0}>
            {text.body}
          </p>
        )}
        <span role="status" className={styles.state}>
          {copied === 'yes' && t('notifications.list.copied')}
          {copied === 'no' && t('notifications.list.copyFailed')}
        </span>
      </div>
      {text.body !== '' && (
        <IconButton
          size="small"
          iconSize={14}
          glyph={Copy}
          label={t('notifications.list.copyText')}
          onClick={() => void copy()}
        />
      )}
      {text.file !== undefined && (
        <IconButton
          size="small"
          iconSize={14}
          glyph={Download}
          label={t('notifications.list.saveFile', { name: text.file.name })}
          onClick={() => text.file !== undefined && saveFile(text.file, text.file.name)}
        />
      )}
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
