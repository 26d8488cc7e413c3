// The saved views of the list (ui-day §3): a chip with the current view, and a panel to choose, save, rename and delete views. A typed name stays
// until the server has stored it.
import type { ListViewItem } from 'core-wasm';
import { Bookmark, CircleAlert, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { ErrorState } from '../../design/EmptyState';
import { Field } from '../../design/Field';
import { HintedButton } from '../../design/HintedButton';
import { IconButton } from '../../design/IconButton';
import { Icon } from '../../design/icons/Icon';
import { Popover } from '../../design/Popover';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import chips from './TriageBar.module.css';
import styles from './ListViewsMenu.module.css';

export interface ListViewsMenuProps {
  phase: 'loading' | 'ready' | 'failed';
  /** Views, sorted by name. */
  views: ReadonlyArray<ListViewItem>;
  /** The view that the list shows now; undefined: none. */
  chosen?: string | undefined;
  /** Whether the agent changed the list since choosing the view. */
  changed: boolean;
  /** A request for a change is running. */
  changing: boolean;
  /** Why the last change failed. */
  fault?: string | undefined;
  /** The agent has the maximum number of views. */
  full: boolean;
  /** An empty id means the list without a view. */
  onChoose: (id: string) => void;
  onSave: (name: string) => void;
  onRename: (id: string, name: string) => void;
  onDelete: (id: string) => void;
  /** Reloads the views when the panel opens and after a failure: they may have been changed on another machine. */
  onReload: () => void;
}

export function ListViewsMenu(props: ListViewsMenuProps) {
  const { t } = useTranslation();
  const { views, changed } = props;
  const chosen = views.find(({ id }) => id === props.chosen);
  const label =
    chosen === undefined
      ? t('jobs.views.title')
      : t(changed ? 'jobs.views.shownChanged' : 'jobs.views.shown', { name: chosen.name });
  return (
    <Popover
      label={t('jobs.views.title')}
      align="start"
      onOpenChange={(open) => open && props.onReload()}
      className={styles.panel}
      trigger={
        <HintedButton
          hint={chosen === undefined ? t('jobs.views.open') : label}
          className={chips.chip}
          aria-label={label}
          data-chosen={chosen === undefined ? undefined : ''}
        >
          <Icon glyph={Bookmark} size={12} className={chosen === undefined ? undefined : chips.glyph} />
          {chosen !== undefined && <bdi className={chips.chipName}>{chosen.name}</bdi>}
          {chosen !== undefined && changed && <span className={chips.count}>•</span>}
        </HintedButton>
      }
    >
      <ViewsPanel {...props} />
    </Popover>
  );
}

/** The panel that the chip opens. */
export function ViewsPanel(props: ListViewsMenuProps) {
  const { t } = useTranslation();
  const [renamed, setRenamed] = useState<{ id: string; sent: string | null } | null>(null);
  const { views, phase, changing, fault } = props;
  const isRenamed = ({ id, name }: ListViewItem): boolean =>
    renamed?.id === id && (changing || fault !== undefined || renamed.sent !== name);
  return (
    <>
      {phase === 'failed' && <ErrorState message={t('jobs.views.loadFailed')} onRetry={props.onReload} />}
      <ul className={styles.views} aria-label={t('jobs.views.title')}>
        <li className={styles.view}>
          <ChooseButton name={t('jobs.views.all')} chosen={false} onChoose={() => props.onChoose('')} />
        </li>
        {views.map((view) => (
          <li key={view.id} className={styles.view}>
            {isRenamed(view) ? (
              <NameForm
                label={t('jobs.views.name')}
                submit={t('jobs.views.saveName')}
                initial={view.name}
                has={(name) => view.name === name}
                {...props}
                onSubmit={(name) => {
                  setRenamed({ id: view.id, sent: name });
                  if (name !== view.name) props.onRename(view.id, name);
                }}
              />
            ) : (
              <>
                <ChooseButton
                  name={view.name}
                  chosen={view.id === props.chosen}
                  incomplete={view.incomplete}
                  onChoose={() => props.onChoose(view.id)}
                />
                <IconButton
                  size="small"
                  glyph={Pencil}
                  label={t('jobs.views.rename', { name: view.name })}
                  onClick={() => setRenamed({ id: view.id, sent: null })}
                />
                <IconButton
                  size="small"
                  glyph={Trash2}
                  label={t('jobs.views.delete', { name: view.name })}
                  onClick={() => props.onDelete(view.id)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.save}>
        <NameForm
          label={t('jobs.views.name')}
          submit={t('jobs.views.save')}
          placeholder={t('jobs.views.namePlaceholder')}
          initial=""
          has={(name) => views.some((view) => view.name === name)}
          disabledReason={props.full ? t('jobs.views.tooMany') : undefined}
          {...props}
          onSubmit={props.onSave}
        />
      </div>
      <p role="alert" className={styles.fault} hidden={fault === undefined}>
        <Icon glyph={CircleAlert} size={14} className={styles.faultGlyph} />
        {fault}
      </p>
    </>
  );
}

interface ChooseButtonProps {
  name: string;
  chosen: boolean;
  incomplete?: boolean;
  onChoose: () => void;
}

function ChooseButton({ name, chosen, incomplete = false, onChoose }: ChooseButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classNames(styles.choose, chosen && styles.chosen)}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <bdi className={styles.name}>{name}</bdi>
      {incomplete && (
        <span className={styles.incomplete} title={t('jobs.views.incomplete')}>
          <Icon glyph={TriangleAlert} size={14} />
          <VisuallyHidden>{t('jobs.views.incomplete')}</VisuallyHidden>
        </span>
      )}
    </button>
  );
}

interface NameFormProps {
  label: string;
  submit: string;
  placeholder?: string | undefined;
  initial: string;
  disabledReason?: string | undefined;
  changing: boolean;
  fault?: string | undefined;
  /** The server has a view with this name: the sent view is stored. */
  has: (name: string) => boolean;
  onSubmit: (name: string) => void;
}

/** The name field of a view; it is emptied when the server has stored the view. */
function NameForm(props: NameFormProps) {
  const [name, setName] = useState(props.initial);
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null && !props.changing && props.fault === undefined && props.has(sent)) {
    setSent(null);
    setName('');
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (props.changing || props.disabledReason !== undefined) return;
    setSent(name.trim());
    props.onSubmit(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        className={styles.field}
        label={props.label}
        autoComplete="off"
        placeholder={props.placeholder}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="submit"
        size="small"
        className={styles.submit}
        pending={props.changing}
        disabledReason={props.disabledReason}
      >
        {props.submit}
      </Button>
    </form>
  );
}
