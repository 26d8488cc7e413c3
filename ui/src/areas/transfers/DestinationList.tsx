// One list of a transfer: search, rows with their availability, and what is shown while there are none. The arrow keys choose, Enter transfers.
import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { announce } from '../../design/Announcer';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { RadioList, type RadioOption } from '../../design/RadioList';
import { SearchField } from '../../design/SearchField';
import { Spinner } from '../../design/Spinner';
import styles from './TransferDialog.module.css';

export interface DestinationListProps {
  kind: 'agent' | 'queue';
  state: 'loading' | 'ready' | 'failed';
  /** Without rows there is nothing to search. */
  isEmpty: boolean;
  /** What the search has found. */
  options: ReadonlyArray<RadioOption>;
  search: string;
  value: string | null;
  onSearch: (text: string) => void;
  onChoose: (value: string) => void;
  /** Enter on the chosen row. */
  onEnter: () => void;
  onRetry: () => void;
}

export function DestinationList(props: DestinationListProps) {
  const { kind, state, isEmpty, options, search, value, onSearch, onChoose, onEnter, onRetry } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const count = options.length;
  useEffect(() => {
    if (search !== '') announce(t(`transfers.dialog.${kind}.count`, { count }));
  }, [search, kind, count, t]);
  if (state === 'failed') return <ErrorState message={t(`transfers.dialog.${kind}.failed`)} onRetry={onRetry} />;
  const isLoading = state === 'loading';
  if (isLoading && isEmpty)
    return (
      <p className={styles.loading} role="status" aria-busy="true">
        <Spinner /> {t(`transfers.dialog.${kind}.loading`)}
      </p>
    );
  if (isEmpty) return <EmptyState glyph={ArrowLeftRight} title={t(`transfers.dialog.${kind}.none`)} />;
  const first = options.find(({ disabled }) => disabled !== true);
  const chooseFirst = (): void => {
    if (value === null && first !== undefined) onChoose(first.value);
  };
  const focusList = (): void => {
    const radios = Array.from(list.current?.querySelectorAll<HTMLElement>('[role="radio"]:not([disabled])') ?? []);
    (radios.find((radio) => radio.getAttribute('aria-checked') === 'true') ?? radios[0])?.focus();
    chooseFirst();
  };
  return (
    <>
      <SearchField
        className={styles.search}
        label={t(`transfers.dialog.${kind}.search`)}
        clearLabel={t('transfers.dialog.clearSearch')}
        placeholder={t(`transfers.dialog.${kind}.placeholder`)}
        value={search}
        onChange={onSearch}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown') focusList();
          else if (event.key === 'Enter' && value === null) chooseFirst();
          else return;
          event.preventDefault();
        }}
      />
      {count === 0 ? (
        <EmptyState glyph={ArrowLeftRight} title={t(`transfers.dialog.${kind}.nothingFound`)} />
      ) : (
        <div
          ref={list}
          aria-busy={isLoading}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter();
          }}
        >
          <RadioList label={t(`transfers.dialog.${kind}.list`)} options={options} value={value} onChange={onChoose} />
        </div>
      )}
    </>
  );
}
