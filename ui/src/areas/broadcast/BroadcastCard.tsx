// A list: its name and state, its progress, why it is paused, and its actions.
import { Ellipsis, ListX, Megaphone, Play, RotateCw, TriangleAlert, Users } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useToday } from '../../core/page/today';
import { Button } from '../../design/Button';
import { Icon } from '../../design/icons/Icon';
import { IconButton } from '../../design/IconButton';
import { DropdownMenu, type MenuEntry } from '../../design/Menu';
import { Pill } from '../../design/Pill';
import { useMediaQuery } from '../../design/useMediaQuery';
import { useCoreText, useLanguage } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { isOver, timeText, wordText, wordTones } from './broadcastTexts';
import { ProgressBar, ProgressCounts } from './ProgressBar';
import type { BroadcastSummary } from './types';
import { useWordAnnouncement } from './useWordAnnouncement';
import styles from './BroadcastCard.module.css';

export interface BroadcastActions {
  /** The server cannot be reached. */
  offline: boolean;
  onOpen: (id: string) => void;
  /** Asks for confirmation, then cancels. */
  onCancel: (id: string) => void;
  onResume: (id: string) => void;
  /** Sends every entry again that may be sent again. */
  onRetry: (id: string) => void;
}

export interface BroadcastCardProps extends BroadcastActions {
  list: BroadcastSummary;
  /** Whether the card takes the focus, as the one of a list that was just created. */
  takesFocus: boolean;
}

export function BroadcastCard({ list, takesFocus, ...actions }: BroadcastCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const say = useCoreText();
  const today = useToday();
  const id = useId();
  const name = useRef<HTMLButtonElement>(null);
  const word = wordText(list, today, t);
  useWordAnnouncement(list.word, t('broadcastPage.changed', { name: list.name, word }));
  useEffect(() => {
    if (takesFocus) name.current?.focus();
  }, [takesFocus]);
  const { progress, pausedReason } = list;
  return (
    <article className={styles.card} aria-labelledby={id} data-ch="whatsapp">
      <div className={styles.head}>
        <span className={styles.tile} data-over={isOver(list.word) || undefined} aria-hidden="true">
          <Icon glyph={Megaphone} size={18} />
        </span>
        <div className={styles.texts}>
          <div className={styles.title}>
            <h2 id={id} className={styles.name} title={list.name}>
              <button ref={name} type="button" className={styles.open} onClick={() => actions.onOpen(list.id)}>
                {list.name}
              </button>
            </h2>
            <Pill tone={wordTones[list.word]} className={styles.word}>
              {word}
            </Pill>
          </div>
          <MetaLine list={list} />
        </div>
        <Actions list={list} {...actions} />
      </div>
      <div className={styles.progress}>
        <ProgressBar progress={progress} />
      </div>
      <div className={styles.figures}>
        <ProgressCounts progress={progress} />
        <p className={styles.time}>
          <b className={styles.processed}>
            {t('broadcastPage.processed', { processed: progress.processed, total: progress.total })}
          </b>
          {timeText(list, today, language, t)}
        </p>
      </div>
      {pausedReason !== undefined && (
        <div className={styles.strip}>
          <Icon glyph={TriangleAlert} className={styles.stripGlyph} />
          <span className={styles.stripText}>{say(pausedReason)}</span>
          {list.mayResume && (
            <Button
              size="small"
              aria-label={t('broadcastPage.action.resumeOf', { name: list.name })}
              pending={list.pending === 'resume'}
              disabledReason={actions.offline ? t('broadcastPage.offline') : undefined}
              onClick={() => actions.onResume(list.id)}
            >
              {t('broadcastPage.action.resume')}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

function MetaLine({ list }: { list: BroadcastSummary }) {
  const { t } = useTranslation();
  const text = t('broadcastPage.meta', {
    group: list.attendanceGroupName,
    campaign: list.campaignName,
    route: list.routeName,
    template: list.templateName,
  });
  return (
    <p className={styles.meta} title={text}>
      {text}
    </p>
  );
}

function Actions({
  list,
  offline,
  onOpen,
  onCancel,
  onResume,
  onRetry,
}: BroadcastActions & { list: BroadcastSummary }) {
  const { t } = useTranslation();
  const onPhone = useMediaQuery('below-tablet');
  const { id, name, pending } = list;
  const disabledReason = offline ? t('broadcastPage.offline') : undefined;
  const mayResume = list.mayResume;
  const entry = (action: 'open' | 'retry' | 'resume' | 'cancel', more: Partial<MenuEntry>): MenuEntry =>
    ({ kind: 'action', id: action, label: t(`broadcastPage.action.${action}`), ...more }) as MenuEntry;
  const entries = [
    entry('open', { glyph: Users, onSelect: () => onOpen(id) }),
    ...(list.mayRetry ? [entry('retry', { glyph: RotateCw, disabledReason, onSelect: () => onRetry(id) })] : []),
    ...(mayResume ? [entry('resume', { glyph: Play, disabledReason, onSelect: () => onResume(id) })] : []),
    ...(list.mayCancel
      ? [entry('cancel', { glyph: ListX, tone: 'danger', disabledReason, onSelect: () => onCancel(id) })]
      : []),
  ];
  return (
    <div className={styles.actions}>
      {!onPhone && (
        <>
          {list.mayRetry && (
            <Button
              size="small"
              glyph={RotateCw}
              aria-label={t('broadcastPage.action.retryOf', { name })}
              pending={pending === 'retry'}
              disabledReason={disabledReason}
              onClick={() => onRetry(id)}
            >
              {t('broadcastPage.action.retry')}
            </Button>
          )}
          <Button size="small" aria-label={t('broadcastPage.action.openOf', { name })} onClick={() => onOpen(id)}>
            {t('broadcastPage.action.open')}
          </Button>
          {list.mayCancel && (
            <Button
              size="small"
              aria-label={t('broadcastPage.action.cancelOf', { name })}
              pending={pending === 'cancel'}
              disabledReason={disabledReason}
              onClick={() => onCancel(id)}
            >
              {t('broadcastPage.action.cancel')}
            </Button>
          )}
        </>
      )}
      <DropdownMenu
        label={t('broadcastPage.action.menu', { name })}
        entries={entries}
        trigger={
          <IconButton
            size={onPhone ? 'medium' : 'small'}
            glyph={Ellipsis}
            label={t('broadcastPage.action.menu', { name })}
          />
        }
      />
    </div>
  );
}
