// A field that searches while the agent types and takes one of the results. The list is below the field; the focus stays in the field, and the arrow keys
// move through the list (ARIA combobox with a list).
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from './classNames';
import styles from './Combobox.module.css';
import fieldStyles from './Field.module.css';
import { FieldLabel, FieldMessage } from './Field';
import { IconButton } from './IconButton';
import { Icon } from './icons/Icon';
import { SearchList } from './SearchList';
import { Spinner } from './Spinner';
import { useSearchList, type SearchListRow } from './useSearchList';
import { isComposing } from './isComposing';

export interface ComboboxOption extends SearchListRow {
  label: string;
  detail?: string | undefined;
}

export interface ComboboxProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  placeholder?: string | undefined;
  /** The chosen option; null if none is chosen. */
  chosen: ComboboxOption | null;
  /** The options that were found for the typed text. */
  options: ReadonlyArray<ComboboxOption>;
  searching: boolean;
  failed: boolean;
  texts: { count: (count: number) => string; loading: string; nothing: string; failed: string; clear: string };
  /** An empty text ends the search. */
  onSearch: (text: string) => void;
  onChoose: (option: ComboboxOption | null) => void;
}

export function Combobox(props: ComboboxProps) {
  const { label, help, error, placeholder, chosen, options, searching, failed, texts, onSearch, onChoose } = props;
  /** The typed text; null while the field shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const isOpen = typed !== null && typed.trim() !== '';
  const type = (text: string): void => {
    setTyped(text);
    list.reset();
    onSearch(text);
    if (text === '' && chosen !== null) onChoose(null);
  };
  const close = (): void => {
    if (typed !== null) onSearch('');
    setTyped(null);
  };
  const choose = (option: ComboboxOption): void => {
    onChoose(option);
    close();
    field.current?.focus();
  };
  const list = useSearchList({ rows: options, isOpen, start: 'first', onPick: choose });
  useEscape(isOpen, close);

  return (
    <div
      className={classNames(fieldStyles.field, styles.combobox)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <FieldLabel htmlFor={id} required={false}>
        {label}
      </FieldLabel>
      <div className={classNames(fieldStyles.control, error !== undefined && fieldStyles.invalid)}>
        <input
          ref={field}
          id={id}
          role="combobox"
          className={fieldStyles.input}
          {...list.field}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined && help === undefined ? undefined : `${id}-message`}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed ?? chosen?.label ?? ''}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            // Enter in an open list never submits the form, also without a row.
            if (!list.press(event) && isOpen && event.key === 'Enter' && !isComposing(event)) event.preventDefault();
          }}
        />
        {isOpen && searching && <Spinner className={styles.searching} />}
        {chosen === null ? (
          <Icon glyph={ChevronDown} size={14} className={styles.arrow} />
        ) : (
          <IconButton
            size="small"
            iconSize={14}
            glyph={X}
            label={texts.clear}
            className={styles.clear}
            onClick={() => {
              onChoose(null);
              close();
              field.current?.focus();
            }}
          />
        )}
      </div>
      {isOpen && (
        <div className={styles.popup}>
          <SearchList
            label={label}
            list={list}
            state={searching ? 'loading' : failed ? 'failed' : 'ready'}
            texts={texts}
            outcome={searching || failed ? '' : texts.count(options.length)}
            renderRow={(option) => (
              <>
                <bdi className={styles.name}>{option.label}</bdi>
                {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
              </>
            )}
          />
        </div>
      )}
      <FieldMessage id={`${id}-message`} error={error} help={help} />
    </div>
  );
}

/** Esc closes the list only: a dialog around it, which listens to the document, is not reached. */
function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [isOpen]);
}
