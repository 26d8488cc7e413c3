// The items of a list that this version cannot read, at the end of the list: one line with their number (BEY-121).
import type { ItemList, UnsupportedItems as Unsupported } from 'core-wasm';
import { FileQuestion } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Icon } from '../design/icons/Icon';
import { useTranslation } from '../i18n/useTranslation';
import styles from './UnsupportedItems.module.css';

/** The lists with such items. */
export const UnsupportedContext = createContext<ReadonlyArray<Unsupported>>([]);

export function UnsupportedItems({ list }: { list: ItemList }) {
  const { t } = useTranslation();
  const count = useContext(UnsupportedContext).find((items) => items.list === list)?.count ?? 0;
  if (count === 0) return null;
  return (
    <p className={styles.unsupported} data-list={list}>
      <Icon glyph={FileQuestion} size={14} className={styles.glyph} />
      {t('shell.unsupportedItems', { count })}
    </p>
  );
}
