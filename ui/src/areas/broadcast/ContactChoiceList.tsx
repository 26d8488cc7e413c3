// The contacts to choose from. Space toggles, Shift with an arrow key extends the choice. A contact that cannot be chosen shows the reason. Of long
// lists only the visible rows are rendered.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { IndexedList } from '../../core/indexedList';
import { BareCheckbox } from '../../design/Checkbox';
import { useFocusedRow } from '../../design/useFocusedRow';
import { useMediaQuery } from '../../design/useMediaQuery';
import { itemKeyOf, useRovingFocus } from '../../design/useRovingFocus';
import { overscanOf, rangeWith } from '../../design/virtualRows';
import { dashWhenEmpty, formatPhone } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import type { Choice, ContactRow } from './types';
import styles from './ContactChoiceList.module.css';

export interface ContactChoiceListProps {
  /** Ids of the contacts that the filter finds and that are loaded. */
  contacts: IndexedList<string>;
  /** Reads a contact and renders it; a change of one contact then renders only its row. */
  renderContact: (id: string, draw: (row: ContactRow) => ReactElement) => ReactNode;
  /** The columns beside the name. */
  columns: ReadonlyArray<Choice>;
  /** Chooses contacts, or takes the choice back. No ids: all of the filter. Contacts that cannot be chosen stay as they are. */
  onChoose: (ids: ReadonlyArray<string>, chosen: boolean) => void;
  /** Loads the next portion; undefined if there is none, or while one loads. */
  onMore?: (() => void) | undefined;
  /** Key of the filter: after a change the list begins at the top. */
  listKey: string;
}

const rowHeight = 44;
const touchRowHeight = 56;
/** Rows before the end at which the next portion is requested. */
const moreBefore = 15;

export function ContactChoiceList(props: ContactChoiceListProps) {
  const { contacts, renderContact, columns, onChoose, onMore, listKey } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const ids = useMemo(
    () => Array.from({ length: contacts.length }, (_, index) => contacts.at(index) ?? ''),
    [contacts],
  );
  const height = useMediaQuery('below-tablet') ? touchRowHeight : rowHeight;
  const focused = useFocusedRow(ids);
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => ids[index] ?? index,
    overscan: overscanOf(ids.length),
    rangeExtractor: rangeWith(focused.index),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const drawn = virtualizer.getVirtualItems();
  const focus = useRovingFocus(scroller, {
    count: ids.length,
    keyAt: (index) => ids[index] ?? null,
    drawn: drawn.map(({ index }) => index),
    reveal: (index) => {
      focused.draw(index);
      virtualizer.scrollToIndex(index);
    },
  });
  useEffect(() => {
    scroller.current?.scrollTo?.(0, 0);
  }, [listKey]);
  const last = virtualizer.range?.endIndex ?? -1;
  const requested = useRef<string>(undefined);
  useEffect(() => {
    const key = `${ids.length} ${listKey}`;
    if (onMore === undefined || last < ids.length - moreBefore || requested.current === key) return;
    requested.current = key;
    onMore();
  }, [last, ids.length, listKey, onMore]);
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const at = ids.indexOf(itemKeyOf(event.target) ?? '');
    const [from, to] = [ids[at], ids[at + step]];
    if (!event.shiftKey || step === 0 || from === undefined || to === undefined) return focus.onKeyDown(event);
    event.preventDefault();
    focus.focusAt(at + step);
    onChoose([from, to], true);
  };
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span className={styles.nameColumn}>{t('broadcastPage.contacts.contact')}</span>
        {columns.map(({ value, label }) => (
          <span key={value} className={styles.column} title={label}>
            {label}
          </span>
        ))}
      </div>
      <div ref={scroller} className={styles.scroller} style={{ '--columns': columns.length } as CSSProperties}>
        <ul
          aria-label={t('broadcastPage.contacts.list')}
          className={styles.list}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={press}
          onFocus={(event) => {
            focused.onFocus(event);
            focus.onFocus(event);
          }}
          onBlur={focused.onBlur}
        >
          {drawn.map(({ index, start, size }) => {
            const id = ids[index] ?? '';
            return renderContact(id, (row) => (
              <Row
                key={id}
                row={row}
                columns={columns}
                index={index}
                total={ids.length}
                place={{ top: start, height: size }}
                tabIndex={focus.tabStop === id ? 0 : -1}
                onToggle={(chosen) => onChoose([id], chosen)}
              />
            ));
          })}
        </ul>
      </div>
    </>
  );
}

interface RowProps {
  row: ContactRow;
  columns: ReadonlyArray<Choice>;
  index: number;
  total: number;
  place: { top: number; height: number };
  tabIndex: 0 | -1;
  onToggle: (chosen: boolean) => void;
}

function Row({ row, columns, index, total, place, tabIndex, onToggle }: RowProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const { id, name, phone, values, selected, refusal, leftOut } = row;
  const shown = name.trim() === '' ? formatPhone(phone) : name;
  const reason = refusal === undefined ? undefined : say(refusal);
  // A missing value is marked in its own column.
  const isMarked = columns.some(({ value }) => (values[value] ?? '').trim() === '');
  const note = leftOut === undefined || isMarked ? reason : say(leftOut);
  return (
    <li
      data-item={id}
      aria-posinset={index + 1}
      aria-setsize={total}
      className={styles.row}
      data-selected={selected || undefined}
      data-refused={reason !== undefined || undefined}
      style={place}
      {...(reason !== undefined && {
        tabIndex,
        'aria-label': t('broadcastPage.contacts.refused', { name: shown, reason }),
      })}
      // A click beside the box, too.
      onClick={({ target, currentTarget }) => {
        const isOnBox = target instanceof Element && target.closest('button') !== null;
        if (reason === undefined && !isOnBox && currentTarget.contains(target as Node)) onToggle(!selected);
      }}
    >
      <span className={styles.check}>
        {reason === undefined && (
          <BareCheckbox
            label={t('broadcastPage.contacts.select', { name: shown })}
            checked={selected}
            tabIndex={tabIndex}
            onChange={onToggle}
          />
        )}
      </span>
      <span className={styles.contact}>
        <bdi className={styles.name} title={shown}>
          {shown}
        </bdi>
        <span className={styles.phone}>{dashWhenEmpty(formatPhone(phone))}</span>
      </span>
      {note !== undefined ? (
        <span className={styles.refusal} data-left-out={reason === undefined || undefined} title={note}>
          {note}
        </span>
      ) : (
        columns.map(({ value }) => {
          const text = (values[value] ?? '').trim();
          return (
            <span key={value} className={styles.value} data-missing={text === '' || undefined} title={text}>
              {text === '' ? t('broadcastPage.contacts.noValue') : text}
            </span>
          );
        })
      )}
    </li>
  );
}
