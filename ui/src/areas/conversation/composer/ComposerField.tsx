// The field of an answer or a note: as high as its text within the limits of a composer, and in the direction of its text.
import { useLayoutEffect, type ComponentPropsWithoutRef, type RefObject } from 'react';
import type { SearchListField } from '../../../design/useSearchList';
import { writingDirection } from '../../../i18n/direction';
import styles from './ComposerField.module.css';

type Events = 'onChange' | 'onClick' | 'onSelect' | 'onKeyUp' | 'onKeyDown' | 'onPaste';

export interface ComposerFieldProps extends Pick<ComponentPropsWithoutRef<'textarea'>, Events | 'aria-describedby'> {
  ref: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  text: string;
  /** The text is too long. */
  invalid: boolean;
  /** The list above the composer that the field controls; undefined without one. */
  list: SearchListField | undefined;
}

export function ComposerField({ ref, label, text, invalid, list, ...rest }: ComposerFieldProps) {
  useLayoutEffect(() => {
    const fit = (): void => {
      const element = ref.current;
      if (element === null) return;
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight}px`;
    };
    fit();
    // A narrower field wraps the text into more lines: for example when the page becomes smaller, or a drawer or the
    // details open beside it.
    const element = ref.current;
    if (element === null) return undefined;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      // Ignored: its own height changes with each line.
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, text]);
  return (
    <textarea
      {...rest}
      ref={ref}
      id="composer"
      className={styles.field}
      rows={1}
      dir={writingDirection(text)}
      aria-label={label}
      value={text}
      aria-invalid={invalid || undefined}
      aria-autocomplete={list === undefined ? undefined : 'list'}
      aria-controls={list?.['aria-controls']}
      aria-activedescendant={list?.['aria-activedescendant']}
    />
  );
}
