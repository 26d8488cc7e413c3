// One list of a transfer: search, rows with their availability, and a text if there are none. The arrow keys choose, Enter transfers.
import { useTranslation } from '../../i18n/useTranslation';
import { SearchField } from '../../design/SearchField';
import { SearchList } from '../../design/SearchList';
import { StatusMark } from '../../design/StatusMark';
import { useSearchList } from '../../design/useSearchList';
import type { DestinationKind, DestinationRow } from './destinations';
import styles from './TransferDialog.module.css';
import { isComposing } from '../../design/isComposing';

export interface DestinationListProps {
  kind: DestinationKind;
  state: 'loading' | 'ready' | 'failed';
  /** Whether there are no destinations, regardless of the search. */
  isEmpty: boolean;
  /** The destinations that match the search. */
  rows: ReadonlyArray<DestinationRow>;
  search: string;
  /** Id of the chosen row. */
  chosen: string | null;
  onSearch: (text: string) => void;
  onChoose: (id: string) => void;
  /** Called at Enter on the chosen row. */
  onEnter: () => void;
  onRetry: () => void;
}

export function DestinationList(props: DestinationListProps) {
  const { kind, state, isEmpty, rows, search, chosen, onSearch, onChoose, onEnter, onRetry } = props;
  const { t } = useTranslation();
  const list = useSearchList({
    rows,
    isOpen: true,
    start: { id: chosen },
    onPick: ({ id }) => onChoose(id),
    onMove: ({ id, disabled }) => {
      if (disabled !== true) onChoose(id);
    },
  });
  const isOnChosen = chosen !== null && (list.active === undefined || list.active.id === chosen);
  return (
    <>
      <SearchField
        className={styles.search}
        label={t(`transfers.dialog.${kind}.search`)}
        clearLabel={t('transfers.dialog.clearSearch')}
        placeholder={t(`transfers.dialog.${kind}.placeholder`)}
        value={search}
        list={list.field}
        onChange={(text) => {
          list.reset();
          onSearch(text);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) list.press(event);
          else {
            event.preventDefault();
            if (isOnChosen) onEnter();
            else list.press(event);
          }
        }}
      />
      <SearchList
        label={t(`transfers.dialog.${kind}.list`)}
        list={list}
        state={state}
        texts={{
          loading: t(`transfers.dialog.${kind}.loading`),
          nothing: t(`transfers.dialog.${kind}.${isEmpty ? 'none' : 'nothingFound'}`),
          failed: t(`transfers.dialog.${kind}.failed`),
        }}
        onRetry={onRetry}
        isChosen={({ id }) => id === chosen}
        outcome={search === '' ? '' : t(`transfers.dialog.${kind}.count`, { count: rows.length })}
        className={styles.list}
        renderRow={({ label, detail, status }) => (
          <>
            <span className={styles.mark} aria-hidden="true" />
            <bdi className={styles.name} title={label}>
              {label}
            </bdi>
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
            {status !== undefined && (
              <span className={styles.status}>
                <StatusMark shape={status.shape} className={styles.shape} />
                {status.word}
              </span>
            )}
          </>
        )}
      />
    </>
  );
}
