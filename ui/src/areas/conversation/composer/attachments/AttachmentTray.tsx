// The chosen files above the field of the composer: preview, name, size or the reason why the file is not sent.
import { FileText, Film, Volume2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../i18n/useTranslation';
import { classNames } from '../../../../design/classNames';
import { IconButton } from '../../../../design/IconButton';
import { Icon, type Glyph } from '../../../../design/icons/Icon';
import { formatBytes } from '../../../../i18n/format';
import type { AttachmentView } from './attachments';
import styles from './AttachmentTray.module.css';

export interface AttachmentTrayProps {
  items: ReadonlyArray<AttachmentView>;
  onRemove: (id: string) => void;
}

export function AttachmentTray({ items, onRemove }: AttachmentTrayProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.tray} aria-label={t('chat.attach.tray')}>
      {items.map((item) => (
        <Attachment key={item.id} item={item} onRemove={onRemove} />
      ))}
    </ul>
  );
}

function Attachment({ item, onRemove }: { item: AttachmentView; onRemove: AttachmentTrayProps['onRemove'] }) {
  const { t } = useTranslation();
  const { id, name, bytes, preview, objection } = item;
  const [previewFailed, setPreviewFailed] = useState(false);
  return (
    <li className={classNames(styles.item, objection !== undefined && styles.wrong)}>
      {preview === undefined || previewFailed ? (
        <span className={styles.tile} aria-hidden="true">
          <Icon glyph={glyphOf(item)} size={18} />
        </span>
      ) : (
        <img
          className={styles.tile}
          src={preview}
          alt=""
          width={40}
          height={40}
          // The browser cannot decode it, for example a HEIC picture.
          onError={() => setPreviewFailed(true)}
        />
      )}
      <span className={styles.who}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.detail} role={objection === undefined ? undefined : 'alert'}>
          {objection === undefined ? formatBytes(bytes) : t(`chat.attach.${objection}`)}
        </span>
      </span>
      <IconButton
        size="small"
        iconSize={14}
        glyph={X}
        label={t('chat.attach.remove', { name })}
        onClick={() => onRemove(id)}
      />
    </li>
  );
}

function glyphOf({ type }: AttachmentView): Glyph {
  if (type.startsWith('audio/')) return Volume2;
  return type.startsWith('video/') ? Film : FileText;
}
