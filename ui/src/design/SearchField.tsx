// A search field without a visible label. The parent holds the text: every change is reported, and the clear button
// or Esc empties it.
import { Search, X } from 'lucide-react';
import { forwardRef, type KeyboardEvent } from 'react';
import { classNames } from './classNames';
import fieldStyles from './Field.module.css';
import { IconButton } from './IconButton';
import { Icon } from './icons/Icon';
import styles from './SearchField.module.css';
import type { SearchListField } from './useSearchList';

export interface SearchFieldProps {
  label: string;
  clearLabel: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  className?: string | undefined;
  autoFocus?: boolean;
  /** The field controls a list that is shown with it (useSearchList). */
  list?: SearchListField | undefined;
}

export const SearchField = forwardRef<HTMLInputElement, SearchFieldProps>(function SearchField(
  { label, clearLabel, placeholder, value, onChange, onKeyDown, className, autoFocus, list },
  ref,
) {
  return (
    <div className={classNames(fieldStyles.control, fieldStyles.search, className)}>
      <Icon glyph={Search} className={fieldStyles.glyph} />
      <input
        ref={ref}
        type={list === undefined ? 'search' : 'text'}
        role={list === undefined ? undefined : 'combobox'}
        {...list}
        className={fieldStyles.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          }
          onKeyDown?.(event);
        }}
      />
      {value !== '' && (
        <IconButton
          className={styles.clear}
          size="small"
          iconSize={14}
          label={clearLabel}
          glyph={X}
          onClick={() => onChange('')}
        />
      )}
    </div>
  );
});
