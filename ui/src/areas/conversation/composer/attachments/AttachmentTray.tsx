// The chosen files above the field of the composer: preview, name, size or the reason why the file is not sent.
import { FileText, Film, Volume2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../i18n/useTranslation';
import { classNames } from '../../../../design/classNames';
import { IconButton } from '../../../../design/IconButton';
import { Icon, type Glyph } from '../../../../design/icons/Icon';
import { formatBytes } from '../../../../i18n/format';
import { useCoreText } from '../../../../i18n/text';
import { isRefused, type AttachmentView } from './attachments';
import styles from './AttachmentTray.module.css';

export interface AttachmentTrayProps {
  items: ReadonlyArray<AttachmentView>;
  onRemove: (id: string) => void;
  /** In a form: in line with its fields. */
  inForm?: boolean;
}

export function AttachmentTray({ items, onRemove, inForm = false }: AttachmentTrayProps) {
  const { t } = useTranslation();
  return (
    <ul className={classNames(styles.tray, inForm && styles.inForm)} aria-label={t('chat.attach.tray')}>
      {items.map((item) => (
        <Attachment key={item.id} item={item} onRemove={onRemove} />
      ))}
    </ul>
  );
}

function Attachment({ item, onRemove }: { item: AttachmentView; onRemove: AttachmentTrayProps['onRemove'] }) {
  const { t } = useTranslation();
  const { id, name, preview } = item;
  const detail = useDetail(item);
  const [previewFailed, setPreviewFailed] = useState(false);
  return (
    <li className={classNames(styles.item, isRefused(item) && styles.wrong)}>
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
          // Whether the browser cannot decode it, for example a HEIC picture.
          onError={() => setPreviewFailed(true)}
        />
      )}
      <span className={styles.who}>
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.detail} role={isRefused(item) ? 'alert' : undefined}>
          {detail}
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

/** The size, or why the file is not sent, and how the network will deliver it. */
function useDetail({ bytes, objection, plan }: AttachmentView): string {
  const { t } = useTranslation();
  const say = useCoreText();
  if (objection !== undefined) return t(`chat.attach.${objection}`);
  const size = formatBytes(bytes);
  switch (plan?.kind) {
    case 'refused':
      return say(plan.reason);
    case 'asDocument':
      return t('chat.attach.asDocument', { size });
    case 'converted':
      return t('chat.attach.converted', { size });
    case 'asItIs':
    case undefined:
      return size;
  }
}

function glyphOf({ type }: AttachmentView): Glyph {
  if (type.startsWith('audio/')) return Volume2;
  return type.startsWith('video/') ? Film : FileText;
}
