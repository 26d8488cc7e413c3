// The place for dropping a file, and the button that opens the browser's file picker.
import { Download, FileSpreadsheet } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { Icon } from '../../design/icons/Icon';
import styles from './ChooseFile.module.css';

const accepted =
  '.csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface ChooseFileProps {
  /** Whether to show the explanation, as long as no file was chosen. */
  large?: boolean;
  reading: boolean;
  onFile: (file: File) => void;
  /** Saves an empty file with the known headings. */
  onSaveSample?: (() => void) | undefined;
}

export function ChooseFile({ large = false, reading, onFile, onSaveSample }: ChooseFileProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classNames(styles.place, large && styles.large, over && styles.over)}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = Array.from(event.dataTransfer.files);
        if (file !== undefined) onFile(file);
      }}
    >
      {large && (
        <>
          <span className={styles.tile}>
            <Icon glyph={FileSpreadsheet} size={24} />
          </span>
          <p className={styles.title}>{t('imports.choose.title')}</p>
          <p className={styles.help}>{t('imports.choose.help')}</p>
        </>
      )}
      <Button tone={large ? 'primary' : 'outline'} pending={reading} onClick={() => input.current?.click()}>
        {t(large ? 'imports.choose.button' : 'imports.choose.other')}
      </Button>
      {large && onSaveSample !== undefined && (
        <Button tone="ghost" glyph={Download} className={styles.sample} onClick={onSaveSample}>
          {t('imports.choose.sample')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept={accepted}
        tabIndex={-1}
        aria-hidden="true"
        data-import
        className={styles.input}
        onChange={(event) => {
          const [file] = Array.from(event.target.files ?? []);
          // Lets the agent choose the same file again.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
}
