// One field of the contact: a click or Enter starts editing, Enter or ✓ saves, Esc or ✕ restores. A failed save keeps the typed text. A telephone
// number is a button that begins a call or a conversation; a separate button edits it.
import { Check, Pencil, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { classNames } from '../../design/classNames';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { Kbd } from '../../design/Kbd';
import { Spinner } from '../../design/Spinner';
import { dashWhenEmpty } from '../../i18n/format';
import { NumberButton } from '../../shared/NumberButton';
import { chooserOf, type PhoneNumber } from '../../shared/numberChannels';
import type { ContactFieldView } from './contactViews';
import styles from './InlineField.module.css';
import { isComposing } from '../../design/isComposing';

export interface EditableField extends Omit<ContactFieldView, 'label'> {
  /** The value in readable form; without it the value itself is shown. */
  shown?: string | undefined;
}

export interface InlineFieldProps {
  field: EditableField;
  label: string;
  onSave: (value: string) => void;
  /** The agent left the field without a change. */
  onLeave: () => void;
  /** The agent chose the field's number; undefined if nothing can be done with it. */
  onNumber?: ((number: PhoneNumber) => void) | undefined;
}

export function InlineField({ field, label, onSave, onLeave, onNumber }: InlineFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [wasPending, setWasPending] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  const errorId = useId();

  // A successful save closes the field.
  if (wasPending !== field.pending) {
    setWasPending(field.pending);
    if (wasPending && field.error === undefined) {
      setTyped(null);
    }
  }
  useEffect(() => {
    if (typed !== null || !returnsFocus.current) return;
    returnsFocus.current = false;
    trigger.current?.focus();
  }, [typed]);

  const leave = (): void => {
    returnsFocus.current = true;
    setTyped(null);
    onLeave();
  };
  const save = (): void => {
    if (typed === null || field.pending) return;
    if (typed.trim() === field.value.trim()) {
      leave();
      return;
    }
    returnsFocus.current = true;
    onSave(typed.trim());
  };

  return (
    <div className={styles.line}>
      <span className={styles.label} id={`${errorId}-label`}>
        {label}
      </span>
      {typed === null ? (
        <FieldValue
          field={field}
          trigger={trigger}
          label={label}
          onNumber={onNumber}
          onEdit={() => setTyped(field.value)}
        />
      ) : (
        <span className={styles.editor}>
          <input
            autoFocus
            className={styles.input}
            aria-labelledby={`${errorId}-label`}
            aria-invalid={field.error !== undefined || undefined}
            aria-describedby={field.error === undefined ? undefined : errorId}
            readOnly={field.pending}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => {
              if (isComposing(event)) return;
              if (event.key === 'Enter') {
                event.preventDefault();
                save();
              } else if (event.key === 'Escape') {
                event.stopPropagation();
                leave();
              }
            }}
          />
          {field.pending ? (
            <Spinner className={styles.spinner} />
          ) : (
            <span className={styles.buttons}>
              <EditButton glyph={Check} label={t('contacts.edit.save')} onPress={save} />
              <EditButton glyph={X} label={t('contacts.edit.undo')} onPress={leave} />
            </span>
          )}
        </span>
      )}
      {typed !== null && field.error === undefined && (
        <p className={styles.hint} aria-hidden="true">
          <Kbd>{t('contacts.edit.saveKey')}</Kbd> {t('contacts.edit.saveHint')} <Kbd>{t('contacts.edit.undoKey')}</Kbd>{' '}
          {t('contacts.edit.undoHint')}
        </p>
      )}
      {field.error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {field.error}
        </p>
      )}
    </div>
  );
}

/**
 * A click on the button does not take the focus from the field, because leaving the field would save it. Keyboard users
 * have Enter and Esc.
 */
function EditButton({ glyph, label, onPress }: { glyph: Glyph; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      className={styles.editButton}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon glyph={glyph} size={14} />
    </button>
  );
}

function FieldValue({
  field,
  trigger,
  label,
  onNumber,
  onEdit,
}: {
  field: EditableField;
  trigger: RefObject<HTMLButtonElement | null>;
  label: string;
  onNumber: InlineFieldProps['onNumber'];
  onEdit: () => void;
}) {
  const { t } = useTranslation();
  const { number } = field;
  const shown = dashWhenEmpty(field.shown ?? field.value);
  const value = (
    <bdi className={styles.text} title={shown}>
      {shown}
    </bdi>
  );
  const edit = { type: 'button', 'aria-label': `${t('contacts.field.edit', { field: label })}: ${shown}` } as const;
  const glyph = field.pending ? (
    <Spinner className={styles.spinner} />
  ) : (
    <Icon glyph={Pencil} size={12} className={styles.pencil} />
  );
  const onChoose = number === undefined ? undefined : chooserOf(number, onNumber);
  if (onChoose !== undefined)
    return (
      <span className={styles.withNumber}>
        <NumberButton
          shown={shown}
          label={label}
          onChoose={onChoose}
          className={classNames(styles.value, styles.number)}
        />
        {field.editable && (
          <button ref={trigger} {...edit} className={styles.edit} onClick={onEdit}>
            {glyph}
          </button>
        )}
      </span>
    );
  if (!field.editable) return <span className={styles.value}>{value}</span>;
  return (
    <button ref={trigger} {...edit} className={styles.value} onClick={onEdit}>
      {value}
      {glyph}
    </button>
  );
}
