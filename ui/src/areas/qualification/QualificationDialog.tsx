// Qualifies a finished attendance: one choice from a searchable list and an observation, if the group requires one. "Agora não" keeps the
// job in "A qualificar".
import { ListChecks } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { choiceKeys } from '../../design/choiceKeys';
import { Dialog } from '../../design/Dialog';
import { ErrorState } from '../../design/EmptyState';
import { RadioList } from '../../design/RadioList';
import { SearchField } from '../../design/SearchField';
import { SkeletonForm, usePlaceholder } from '../../design/Skeleton';
import { TextArea } from '../../design/TextArea';
import { foldForSearch } from '../../i18n/fold';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import { useConfirmKey } from './useConfirmKey';
import styles from './QualificationDialog.module.css';

export interface QualificationOption {
  id: string;
  /** Name with its path: "Renovação › Aceita". */
  name: string;
}

export interface QualificationDialogProps {
  open: boolean;
  /** Customer of the attendance; several attendances can wait for their qualification. */
  name: string;
  state: 'loading' | 'ready' | 'failed';
  options: ReadonlyArray<QualificationOption>;
  selected: string | null;
  onSelect: (id: string) => void;
  selectionError?: string | undefined;
  observation: string;
  onObservationChange: (text: string) => void;
  observationRequired: boolean;
  observationError?: string | undefined;
  /** Error of the server. */
  failure?: string | undefined;
  pending: boolean;
  onQualify: () => void;
  onLater: () => void;
  onRetry: () => void;
}

export function QualificationDialog(props: QualificationDialogProps) {
  const { t } = useTranslation();
  useConfirmKey(() => {
    if (props.open && props.state === 'ready' && !props.pending) props.onQualify();
  });
  return (
    <Dialog
      open={props.open}
      onClose={props.onLater}
      title={t('qualification.dialog.title')}
      glyph={ListChecks}
      description={t('qualification.dialog.of', { name: props.name })}
      failure={props.failure}
      footer={
        <>
          <Button tone="ghost" onClick={props.onLater}>
            {t('qualification.dialog.later')}
          </Button>
          <Button
            tone="primary"
            pending={props.pending}
            disabledReason={props.state === 'ready' ? undefined : t('qualification.dialog.notReady')}
            onClick={props.onQualify}
          >
            {t('qualification.dialog.submit')}
          </Button>
        </>
      }
    >
      <QualificationForm {...props} onEnter={props.onQualify} />
    </Dialog>
  );
}

/** Keeps the height of the full list while a search shows fewer choices, so that the dialog does not shrink or move. */
function keepHeight(options: HTMLElement | null): void {
  if (options !== null) options.style.minHeight = `${options.offsetHeight}px`;
}

/** The props of the qualification form, which the finish dialog uses, too. */
export type QualificationFormProps = Pick<
  QualificationDialogProps,
  | 'state'
  | 'options'
  | 'selected'
  | 'onSelect'
  | 'selectionError'
  | 'observation'
  | 'onObservationChange'
  | 'observationRequired'
  | 'observationError'
  | 'onRetry'
> & {
  /** Called at Enter in the search field after a choice: for the agent the form is complete. */
  onEnter: () => void;
};

export function QualificationForm(props: QualificationFormProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const placeholder = usePlaceholder(props.state === 'loading');
  const observation = useRef<HTMLTextAreaElement>(null);
  const { observationError, selectionError } = props;
  useEffect(() => {
    if (observationError !== undefined && selectionError === undefined) observation.current?.focus();
  }, [observationError, selectionError]);

  if (placeholder !== 'content') {
    return (
      <div aria-busy="true" className={styles.waiting}>
        {placeholder === 'skeleton' && <SkeletonForm />}
      </div>
    );
  }
  if (props.state === 'failed')
    return <ErrorState message={t('qualification.dialog.loadFailed')} onRetry={props.onRetry} />;

  const wanted = foldForSearch(search.trim());
  const shown = props.options.filter((option) => wanted === '' || foldForSearch(option.name).includes(wanted));
  const rows = shown.map((option) => ({ value: option.id, label: option.name }));
  const pressed = (event: KeyboardEvent<HTMLInputElement>): void =>
    choiceKeys({
      options: rows,
      value: props.selected,
      onChange: (id) => {
        props.onSelect(id);
        // The focus stays in the field, which announces the chosen row to screen readers.
        const chosen = rows.find(({ value }) => value === id);
        if (chosen !== undefined) announce(chosen.label);
      },
      // Moves to the observation if it is required and empty, else confirms.
      onEnter: () => {
        if (props.observationRequired && props.observation.trim() === '') observation.current?.focus();
        else props.onEnter();
      },
    })(event);
  return (
    <>
      {props.options.length > 0 && (
        <SearchField
          autoFocus
          label={t('qualification.dialog.search')}
          clearLabel={t('jobs.list.clearSearch')}
          placeholder={t('qualification.dialog.searchPlaceholder')}
          value={search}
          onChange={setSearch}
          onKeyDown={pressed}
        />
      )}
      <div ref={keepHeight} className={styles.options}>
        {shown.length === 0 ? (
          <p className={styles.nothing} role="status">
            {props.options.length === 0 ? t('qualification.dialog.none') : t('jobs.empty.nothingFound', { search })}
          </p>
        ) : (
          <RadioList
            label={t('qualification.dialog.options')}
            options={rows}
            value={props.selected}
            invalid={selectionError !== undefined}
            describedBy={selectionError === undefined ? undefined : 'qualification-error'}
            onChange={props.onSelect}
          />
        )}
        <UnsupportedItems list="qualifications" />
        {selectionError !== undefined && (
          <p id="qualification-error" role="alert" className={styles.error}>
            {selectionError}
          </p>
        )}
      </div>
      <TextArea
        ref={observation}
        className={styles.observation}
        label={t('qualification.dialog.observation')}
        required={props.observationRequired}
        rows={2}
        value={props.observation}
        error={observationError}
        onChange={(event) => props.onObservationChange(event.target.value)}
      />
    </>
  );
}
