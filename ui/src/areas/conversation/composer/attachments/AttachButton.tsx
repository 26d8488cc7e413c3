// The button that chooses files. Files can also be dropped and pasted (useFileDrop).
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../../../i18n/useTranslation';
import { IconButton } from '../../../../design/IconButton';
import { acceptedTypes } from './attachments';
import type { AddFiles } from './useFileDrop';
import styles from './AttachButton.module.css';

export function AttachButton({ onAdd, maxMegabytes }: { onAdd: AddFiles; maxMegabytes: number }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        glyph={Paperclip}
        iconSize={18}
        label={t('chat.attach.button', { size: maxMegabytes })}
        tooltipSide="top"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedTypes}
        tabIndex={-1}
        aria-hidden="true"
        data-attach
        className={styles.input}
        onChange={(event) => {
          onAdd(Array.from(event.target.files ?? []));
          // The value is reset, so that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
