// The foot of the new broadcast: who is left out or which fields need attention, and the buttons.
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Button } from '../../design/Button';
import { Icon } from '../../design/icons/Icon';
import { Kbd } from '../../design/Kbd';
import { useTranslation } from '../../i18n/useTranslation';
import { useLeftOutGroups } from './LeftOutDialog';
import type { DraftStep, LeftOut } from './types';
import styles from './NewBroadcast.module.css';

export interface DraftFooterProps {
  /** How many fields have faults; empty without one. */
  attention: string;
  leftOut: ReadonlyArray<LeftOut>;
  selectedCount: number;
  isPlanned: boolean;
  isPending: boolean;
  offline: boolean;
  /** Undefined: all parts are shown at once. */
  steps: { all: ReadonlyArray<DraftStep>; current: DraftStep; onStep: (step: DraftStep) => void } | undefined;
  onShowLeftOut: () => void;
  onDiscard: (() => void) | undefined;
  onClose: () => void;
  onCreate: () => void;
}

export function DraftFooter(props: DraftFooterProps) {
  const { attention, leftOut, isPlanned, isPending, offline, steps, onDiscard, onClose, onCreate } = props;
  const { t } = useTranslation();
  const at = steps === undefined ? 0 : steps.all.indexOf(steps.current);
  const previous = steps?.all[at - 1];
  const next = steps?.all[at + 1];
  return (
    <>
      <div className={styles.notes}>
        {attention !== '' ? (
          <p className={styles.note} data-tone="danger">
            <Icon glyph={CircleAlert} className={styles.noteGlyph} />
            {attention}
          </p>
        ) : (
          leftOut.length > 0 && next === undefined && <LeftOutNote {...props} />
        )}
      </div>
      {onDiscard !== undefined && (
        <Button tone="ghost" className={styles.button} onClick={onDiscard}>
          {t('broadcastPage.draft.discard')}
        </Button>
      )}
      {steps === undefined || previous === undefined ? (
        <Button tone="ghost" className={styles.button} onClick={onClose}>
          {t('broadcastPage.draft.close')}
        </Button>
      ) : (
        <Button tone="ghost" className={styles.button} onClick={() => steps.onStep(previous)}>
          {t('broadcastPage.draft.previous')}
        </Button>
      )}
      {steps !== undefined && next !== undefined ? (
        <Button tone="primary" className={styles.button} onClick={() => steps.onStep(next)}>
          {t('broadcastPage.draft.next')}
        </Button>
      ) : (
        <Button
          tone="primary"
          className={styles.button}
          pending={isPending}
          disabledReason={offline ? t('broadcastPage.offline') : undefined}
          aria-keyshortcuts="Control+Enter"
          onClick={onCreate}
        >
          {t(isPlanned ? 'broadcastPage.draft.plan' : 'broadcastPage.draft.create')}
          {!offline && (
            <span className={styles.key} aria-hidden="true">
              <Kbd>{t('broadcastPage.draft.keys')}</Kbd>
            </span>
          )}
        </Button>
      )}
    </>
  );
}

function LeftOutNote({ leftOut, selectedCount, onShowLeftOut }: DraftFooterProps) {
  const { t } = useTranslation();
  const groups = useLeftOutGroups(leftOut);
  const [first] = groups;
  const figures = { count: leftOut.length, total: selectedCount };
  return (
    <p role="status" className={styles.note} data-tone="warning">
      <Icon glyph={TriangleAlert} className={styles.noteGlyph} />
      <span>
        {groups.length === 1 && first !== undefined
          ? t('broadcastPage.leftOut.alike', { ...figures, reason: insideSentence(first.reason) })
          : t('broadcastPage.leftOut.several', figures)}{' '}
        <button type="button" className={styles.link} onClick={onShowLeftOut}>
          {t('broadcastPage.leftOut.show')}
        </button>
      </span>
    </p>
  );
}

/** A reason stands alone in lists, with a capital letter. */
function insideSentence(reason: string): string {
  return reason.charAt(0).toLowerCase() + reason.slice(1);
}
