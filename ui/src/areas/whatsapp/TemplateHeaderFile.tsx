// The file above the text of a template: chosen from this machine, or given as an address that the network can open. A template accepts only the kind
// of file that it was approved with.
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Field, FieldLabel } from '../../design/Field';
import { AttachmentTray } from '../conversation/composer/attachments/AttachmentTray';
import { acceptedTypes, type AttachmentView } from '../conversation/composer/attachments/attachments';
import { isHeaderLink, type HeaderKind } from './templateText';
import styles from './TemplateHeaderFile.module.css';

export interface TemplateHeaderFileProps {
  kind: HeaderKind;
  file: AttachmentView | undefined;
  link: string;
  onChoose: (file: File) => void;
  onRemove: () => void;
  onLinkChange: (link: string) => void;
}

export const headerFileLabel = {
  image: 'whatsapp.template.headerImage',
  video: 'whatsapp.template.headerVideo',
  file: 'whatsapp.template.headerDocument',
} as const;

const chooseLabel = {
  image: 'whatsapp.template.chooseImage',
  video: 'whatsapp.template.chooseVideo',
  file: 'whatsapp.template.chooseDocument',
} as const;

const accepted: Readonly<Record<HeaderKind, string>> = { image: 'image/*', video: 'video/*', file: acceptedTypes };

export function TemplateHeaderFile({ kind, file, link, onChoose, onRemove, onLinkChange }: TemplateHeaderFileProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <fieldset className={styles.header}>
      <legend className={styles.legend}>
        <FieldLabel required>{t(headerFileLabel[kind])}</FieldLabel>
      </legend>
      {file !== undefined && <AttachmentTray inForm items={[file]} onRemove={onRemove} />}
      {file === undefined && (
        <>
          <Button glyph={Paperclip} onClick={() => input.current?.click()}>
            {t(chooseLabel[kind])}
          </Button>
          <Field
            className={styles.link}
            label={t('whatsapp.template.headerLink')}
            type="url"
            inputMode="url"
            value={link}
            error={link.trim() === '' || isHeaderLink(link) ? undefined : t('whatsapp.template.headerLinkInvalid')}
            onChange={({ target }) => onLinkChange(target.value)}
          />
        </>
      )}
      <input
        ref={input}
        type="file"
        accept={accepted[kind]}
        tabIndex={-1}
        aria-hidden="true"
        data-template-header
        className={styles.input}
        onChange={(event) => {
          const [chosen] = Array.from(event.target.files ?? []);
          if (chosen !== undefined) onChoose(chosen);
          // Lets the agent choose the same file again.
          event.target.value = '';
        }}
      />
    </fieldset>
  );
}
