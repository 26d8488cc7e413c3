// The emoji of the picker, in a grid with a search. Arrow keys move in the grid, Enter picks.
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../design/SearchField';
import { foldForSearch } from '../../i18n/fold';
import { emojiNames, emojis, type EmojiName } from './emojis';
import styles from './EmojiPicker.module.css';

const columns = 8;

export function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [current, setCurrent] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const wanted = foldForSearch(search.trim());
  const found = findEmojis(wanted, (name) => foldForSearch(t(`emoji.words.${name}`)));
  const rows = splitIntoRows(found);

  const focusCell = (index: number): void => {
    if (index < 0 || index >= found.length) return;
    setCurrent(index);
    grid.current?.querySelectorAll<HTMLButtonElement>('button')[index]?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    const target = targetOfKey(event.key, current, found.length);
    if (target === null) return;
    event.preventDefault();
    focusCell(target);
  };

  return (
    <>
      <SearchField
        autoFocus
        label={t('emoji.search')}
        clearLabel={t('emoji.clear')}
        placeholder={t('emoji.search')}
        value={search}
        onChange={(value) => {
          setSearch(value);
          setCurrent(0);
        }}
        onKeyDown={(event) => {
          const first = found[0];
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            focusCell(0);
          } else if (event.key === 'Enter' && first !== undefined && wanted !== '') {
            event.preventDefault();
            onPick(emojis[first]);
          }
        }}
      />
      {found.length === 0 && <p className={styles.nothing}>{t('emoji.nothing')}</p>}
      <div ref={grid} role="grid" aria-label={t('chat.emoji.title')} className={styles.grid} onKeyDown={move}>
        {rows.map((row, rowIndex) => (
          <div key={row[0]} role="row" className={styles.row}>
            {row.map((name, columnIndex) => {
              const index = rowIndex * columns + columnIndex;
              return (
                <span key={name} role="gridcell">
                  <button
                    type="button"
                    tabIndex={index === current ? 0 : -1}
                    aria-label={t(`emoji.words.${name}`)}
                    title={t(`emoji.words.${name}`)}
                    className={styles.cell}
                    onFocus={() => setCurrent(index)}
                    onClick={() => onPick(emojis[name])}
                  >
                    {emojis[name]}
                  </button>
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

/** Those whose words begin with the search stand first. */
function findEmojis(wanted: string, wordsOf: (name: EmojiName) => string): ReadonlyArray<EmojiName> {
  if (wanted === '') return emojiNames;
  const begins = emojiNames.filter((name) => wordsOf(name).startsWith(wanted));
  const contains = emojiNames.filter((name) => !begins.includes(name) && wordsOf(name).includes(wanted));
  return [...begins, ...contains];
}

function targetOfKey(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return current + 1;
    case 'ArrowLeft':
      return current - 1;
    case 'ArrowDown':
      return current + columns;
    case 'ArrowUp':
      return current - columns;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function splitIntoRows(names: ReadonlyArray<EmojiName>): ReadonlyArray<ReadonlyArray<EmojiName>> {
  const rows: EmojiName[][] = [];
  names.forEach((name, index) => {
    if (index % columns === 0) rows.push([]);
    rows[rows.length - 1]?.push(name);
  });
  return rows;
}
