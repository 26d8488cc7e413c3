// Chooses a template of the route's provider: list with search, a field for each variable, and a preview of the final text (WAP-097).
import { LayoutTemplate } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Field } from '../../design/Field';
import { RadioList, type RadioOption } from '../../design/RadioList';
import { choiceKeys } from '../../design/choiceKeys';
import { SearchField } from '../../design/SearchField';
import { Spinner } from '../../design/Spinner';
import {
  filledPart,
  firstLine,
  firstValues,
  foundTemplates,
  isHeaderLink,
  oneLine,
  pastedValue,
  variableName,
  variablePart,
  type HeaderKind,
  type Template,
} from './templateText';
import { releaseFile } from '../../core/ports/localFiles';
import type { ChosenFile } from '../conversation/composer/composing';
import { isRefused } from '../conversation/composer/attachments/attachments';
import { shownFile } from '../conversation/composer/attachments/useAttachments';
import { TemplateHeaderFile, headerFileLabel } from './TemplateHeaderFile';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import { MessageText } from '../../shared/messageText/MessageText';
import { MessageTextContext, type MessageTextPlace } from '../../shared/messageText/messageTextContext';
import { templateName } from '../../shared/templateName';
import styles from './TemplateDialog.module.css';

export interface TemplateDialogProps {
  state: 'loading' | 'ready' | 'failed';
  templates: ReadonlyArray<Template>;
  /** Name of the customer, if registered: variables that are named so have it at first. */
  customer?: string | undefined;
  onRetry: () => void;
  /** The functions that handle the file in the header of a template. */
  onChooseFile: (file: File, kind: HeaderKind) => ChosenFile;
  /** The values of the variables in order, trimmed, and the file of the header. */
  onSend: (templateId: string, variables: ReadonlyArray<string>, header: HeaderChoice) => void;
  onClose: () => void;
}

/** The file of a header, or its address; none of them for a template without a header file. */
export interface HeaderChoice {
  file?: ChosenFile | undefined;
  link?: string | undefined;
}

const variableLabel = {
  header: 'whatsapp.template.headerVariable',
  body: 'whatsapp.template.variable',
  button: 'whatsapp.template.buttonVariable',
} as const;

export function TemplateDialog({
  state,
  templates,
  customer,
  onRetry,
  onChooseFile,
  onSend,
  onClose,
}: TemplateDialogProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [values, setValues] = useState<ReadonlyArray<string>>([]);
  const header = useHeaderChoice();
  const fields = useId();
  const found = foundTemplates(templates, search);
  // A template that the search hides cannot be sent.
  const chosen = found.find(({ id }) => id === chosenId);
  const missing = chosen?.variables.some((_, index) => oneLine(values[index] ?? '') === '') ?? false;
  const change = (at: number, value: string): void => {
    setValues((before) => (chosen?.variables ?? []).map((_, index) => (index === at ? value : (before[index] ?? ''))));
  };
  const reason =
    chosen === undefined
      ? t('whatsapp.template.chooseFirst')
      : missing
        ? t('whatsapp.template.variablesMissing')
        : chosen.headerMedia !== undefined && !isComplete(header.choice)
          ? t('whatsapp.template.fileMissing')
          : undefined;
  const choose = (id: string): void => {
    const template = found.find((one) => one.id === id);
    setChosenId(id);
    setValues(template === undefined ? [] : firstValues(template, customer));
    header.clear();
  };
  const labelOf = (template: Template, index: number): string => {
    const part = variablePart(template, index);
    const name = variableName(template, index);
    // A variable that was named by people: its name says more than "variable".
    if (part === 'button' || /^\d+$/.test(name)) return t(variableLabel[part], { name });
    const capital = capitalised(name);
    return part === 'header' ? t('whatsapp.template.namedHeader', { name: capital }) : capital;
  };
  const send = (): void => {
    if (chosen === undefined || reason !== undefined) return;
    const sent = chosen.headerMedia === undefined ? {} : header.send();
    onSend(
      chosen.id,
      chosen.variables.map((_, index) => oneLine(values[index] ?? '')),
      sent,
    );
  };
  const keys = choiceKeys({
    options: found.map(({ id }) => ({ value: id })),
    value: chosen?.id ?? null,
    onChange: choose,
    // Moves to the first empty field, else sends the template.
    onEnter: () => (missing ? document.getElementById(fields)?.querySelector('input')?.focus() : send()),
  });
  return (
    <Dialog
      open
      wide
      glyph={LayoutTemplate}
      title={t('whatsapp.template.title')}
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('whatsapp.template.cancel')}
          </Button>
          <Button tone="primary" disabledReason={reason} onClick={send}>
            {t('whatsapp.template.send')}
          </Button>
        </>
      }
    >
      {state === 'loading' && (
        <p className={styles.loading} role="status" aria-busy="true">
          <Spinner /> {t('whatsapp.template.loading')}
        </p>
      )}
      {state === 'failed' && <ErrorState message={t('whatsapp.template.loadFailed')} onRetry={onRetry} />}
      {state === 'ready' && (
        <>
          <SearchField
            className={styles.search}
            label={t('whatsapp.template.search')}
            clearLabel={t('whatsapp.template.clearSearch')}
            placeholder={t('whatsapp.template.searchPlaceholder')}
            value={search}
            autoFocus
            onChange={setSearch}
            onKeyDown={keys}
          />
          {found.length === 0 ? (
            <EmptyState
              glyph={LayoutTemplate}
              title={t(templates.length === 0 ? 'whatsapp.template.none' : 'whatsapp.template.nothingFound')}
            />
          ) : (
            <RadioList
              label={t('whatsapp.template.list')}
              options={found.map((template) => optionOf(template, templates))}
              value={chosen?.id ?? null}
              onChange={choose}
            />
          )}
          {chosen?.headerMedia !== undefined && (
            <TemplateHeaderFile
              kind={chosen.headerMedia}
              file={header.choice.file && shownFile(header.choice.file)}
              link={header.choice.link ?? ''}
              onChoose={(file) => {
                if (chosen.headerMedia !== undefined) header.choose(onChooseFile(file, chosen.headerMedia));
              }}
              onRemove={header.clear}
              onLinkChange={header.changeLink}
            />
          )}
          <div id={fields}>
            {chosen?.variables.map((_, index) => (
              <Field
                key={`${chosen.id}:${index}`}
                className={styles.variable}
                label={labelOf(chosen, index)}
                required
                value={values[index] ?? ''}
                onChange={({ target }) => change(index, target.value)}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text');
                  if (!/[\r\n\t]/.test(pasted)) return;
                  event.preventDefault();
                  const { value, selectionStart, selectionEnd } = event.currentTarget;
                  const at = { value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length };
                  change(index, pastedValue(at, pasted));
                }}
              />
            ))}
          </div>
          {chosen !== undefined && <Preview template={chosen} values={values} header={header.choice} />}
        </>
      )}
      <UnsupportedItems list="templates" />
    </Dialog>
  );
}

/** The file of the chosen template's header. Its object URL is released if the file is not sent. */
function useHeaderChoice() {
  const [choice, setChoice] = useState<HeaderChoice>({});
  const kept = useRef<string | undefined>(undefined);
  const release = (): void => {
    if (kept.current !== undefined) releaseFile(kept.current);
    kept.current = undefined;
  };
  useEffect(() => release, []);
  return {
    choice,
    choose: (file: ChosenFile) => {
      release();
      kept.current = file.address;
      setChoice({ file });
    },
    changeLink: (link: string) => setChoice({ link }),
    clear: () => {
      release();
      setChoice({});
    },
    /** From now on the file belongs to the message. */
    send: (): HeaderChoice => {
      kept.current = undefined;
      return choice.file === undefined ? { link: choice.link?.trim() } : choice;
    },
  };
}

function isComplete({ file, link }: HeaderChoice): boolean {
  return file === undefined ? isHeaderLink(link ?? '') : !isRefused(file);
}

/**
 * Label of a template: its name and the beginning of its text; the provider's name and the language are in the tooltip.
 */
function optionOf(template: Template, all: ReadonlyArray<Template>): RadioOption {
  const { id, name, language } = template;
  const isInOthers = all.some((other) => other.name === name && other.language !== language);
  const start = firstLine(template);
  return {
    value: id,
    label: templateName(name),
    // The same template exists in two languages.
    detail: [isInOthers ? language : '', start].filter((part) => part !== '').join(' · '),
    hint: [name, language].filter((part) => part !== '').join(' · '),
  };
}

/** `nome_do_cliente` in readable form: "Nome do cliente". */
function capitalised(name: string): string {
  const words = name.replace(/_+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Other networks have no templates. */
const asWhatsApp: MessageTextPlace = { network: 'whatsapp', knownHosts: [] };

interface PreviewProps {
  template: Template;
  values: ReadonlyArray<string>;
  header: HeaderChoice;
}

function Preview({ template, values, header }: PreviewProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.preview} aria-label={t('whatsapp.template.preview')}>
      {template.headerMedia !== undefined && <HeaderPreview kind={template.headerMedia} header={header} />}
      {template.header !== '' && <p className={styles.header}>{filledPart(template, 'header', values)}</p>}
      <div className={styles.body}>
        <MessageTextContext value={asWhatsApp}>
          <MessageText text={filledPart(template, 'body', values)} />
        </MessageTextContext>
      </div>
      {template.footer !== '' && <p className={styles.footer}>{template.footer}</p>}
      {template.buttons.length > 0 && (
        <ul className={styles.buttons}>
          {template.buttons.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The picture, or the name of the file; before a file is chosen, the required kind. */
function HeaderPreview({ kind, header: { file, link = '' } }: { kind: HeaderKind; header: HeaderChoice }) {
  const { t } = useTranslation();
  const isPicture = file !== undefined && file.file.type.startsWith('image/') && !isRefused(file);
  if (isPicture) return <img className={styles.picture} src={file.address} alt={file.file.name} />;
  const name = file?.file.name ?? (isHeaderLink(link) ? link.trim() : `[${t(headerFileLabel[kind])}]`);
  return (
    <p className={styles.file}>
      <bdi>{name}</bdi>
    </p>
  );
}
