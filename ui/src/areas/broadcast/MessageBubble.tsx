// A template as the customer sees it. Values are marked; a gap shows the name of its variable.
import { useTranslation } from '../../i18n/useTranslation';
import type { PreviewPart } from './templatePreview';
import styles from './MessageBubble.module.css';

export interface MessageBubbleProps {
  header?: ReadonlyArray<PreviewPart> | undefined;
  body: ReadonlyArray<PreviewPart>;
  footer?: string | undefined;
  buttons?: ReadonlyArray<string> | undefined;
}

export function MessageBubble({ header = [], body, footer = '', buttons = [] }: MessageBubbleProps) {
  return (
    <div className={styles.place} data-ch="whatsapp">
      <div className={styles.bubble} dir="auto">
        {header.length > 0 && (
          <p className={styles.header}>
            <Parts parts={header} />
          </p>
        )}
        <p className={styles.body}>
          <Parts parts={body} />
        </p>
        {footer !== '' && <p className={styles.footer}>{footer}</p>}
        {buttons.map((label, index) => (
          // Two buttons may have the same label.
          <span key={index} className={styles.button}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

function Parts({ parts }: { parts: ReadonlyArray<PreviewPart> }) {
  const { t } = useTranslation();
  return parts.map(({ kind, text }, index) =>
    kind === 'text' ? (
      text
    ) : (
      <mark key={index} className={styles.mark} data-kind={kind}>
        {kind === 'gap' ? t('broadcastPage.preview.gap', { name: text }) : text}
      </mark>
    ),
  );
}
