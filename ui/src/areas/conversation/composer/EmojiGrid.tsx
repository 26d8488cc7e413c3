// The emoji of the picker, in a grid with a search. Arrow keys move in the grid, Enter picks.
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { SearchField } from '../../../design/SearchField';
import { useRovingFocus } from '../../../design/useRovingFocus';
import { foldForSearch } from '../../../i18n/fold';
import { emojiNames, emojis, type EmojiName } from './emojis';
import styles from './EmojiPicker.module.css';
import { isComposing } from '../../../design/isComposing';

const columns = 8;

export function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const wanted = foldForSearch(search.trim());
  const found = findEmojis(wanted, (name) => foldForSearch(t(`emoji.words.${name}`)));
  const rows = splitIntoRows(found);

  const focus = useRovingFocus(grid, { count: found.length, keyAt: (index) => found[index] ?? null, columns });

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
          focus.reset();
        }}
        onKeyDown={(event) => {
          const first = found[0];
          // While an input method composes, its keys choose a word.
          if (isComposing(event)) return;
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            focus.focusAt(0);
          } else if (event.key === 'Enter' && first !== undefined && wanted !== '') {
            event.preventDefault();
            onPick(emojis[first]);
          }
        }}
      />
      {found.length === 0 && <p className={styles.nothing}>{t('emoji.nothing')}</p>}
      <div
        ref={grid}
        role="grid"
        aria-label={t('chat.emoji.title')}
        className={styles.grid}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
      >
        {rows.map((row) => (
          <div key={row[0]} role="row" className={styles.row}>
            {row.map((name) => (
              <span key={name} role="gridcell" data-item={name}>
                <button
                  type="button"
                  tabIndex={name === focus.tabStop ? 0 : -1}
                  aria-label={t(`emoji.words.${name}`)}
                  title={t(`emoji.words.${name}`)}
                  className={styles.cell}
                  onClick={() => onPick(emojis[name])}
                >
                  {emojis[name]}
                </button>
              </span>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** Emoji whose words begin with the search come first. */
function findEmojis(wanted: string, wordsOf: (name: EmojiName) => string): ReadonlyArray<EmojiName> {
  if (wanted === '') return emojiNames;
  const begins = emojiNames.filter((name) => wordsOf(name).startsWith(wanted));
  const contains = emojiNames.filter((name) => !begins.includes(name) && wordsOf(name).includes(wanted));
  return [...begins, ...contains];
}

function splitIntoRows(names: ReadonlyArray<EmojiName>): ReadonlyArray<ReadonlyArray<EmojiName>> {
  const rows: EmojiName[][] = [];
  names.forEach((name, index) => {
    if (index % columns === 0) rows.push([]);
    rows[rows.length - 1]?.push(name);
  });
  return rows;
}
