// The message to one of the chosen contacts.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../design/IconButton';
import { useTranslation } from '../../i18n/useTranslation';
import type { Template } from '../whatsapp/templateText';
import { DraftSection } from './DraftSection';
import { MessageBubble } from './MessageBubble';
import { previewParts } from './templatePreview';
import styles from './SendingPart.module.css';

export interface PreviewPartProps {
  template: Template | undefined;
  /** The contact of the preview with its values, in the order of the variables; undefined while none is chosen. */
  contact: { name: string; values: ReadonlyArray<string>; isFirst: boolean; isLast: boolean } | undefined;
  /** Shows the next chosen contact, or the one before. */
  onStep: (direction: 'previous' | 'next') => void;
}

export function PreviewPart({ template, contact, onStep }: PreviewPartProps) {
  const { t } = useTranslation();
  const values = contact?.values ?? [];
  return (
    <DraftSection
      title={t('broadcastPage.draft.part.preview')}
      beside={
        contact !== undefined && (
          <span className={styles.who}>
            <bdi className={styles.whoName} title={contact.name} aria-live="polite">
              {contact.name}
            </bdi>
            <IconButton
              size="small"
              glyph={ChevronLeft}
              label={t('broadcastPage.preview.previous')}
              disabledReason={contact.isFirst ? t('broadcastPage.preview.isFirst') : undefined}
              onClick={() => onStep('previous')}
            />
            <IconButton
              size="small"
              glyph={ChevronRight}
              label={t('broadcastPage.preview.next')}
              disabledReason={contact.isLast ? t('broadcastPage.preview.isLast') : undefined}
              onClick={() => onStep('next')}
            />
          </span>
        )
      }
    >
      {template === undefined ? (
        <p className={styles.nothing}>{t('broadcastPage.preview.noTemplate')}</p>
      ) : (
        <>
          <MessageBubble
            header={template.header === '' ? [] : previewParts(template, 'header', values)}
            body={previewParts(template, 'body', values)}
            footer={template.footer}
            buttons={template.buttons}
          />
          {contact === undefined && <p className={styles.hint}>{t('broadcastPage.preview.noContact')}</p>}
        </>
      )}
    </DraftSection>
  );
}
