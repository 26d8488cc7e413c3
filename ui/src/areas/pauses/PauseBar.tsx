// Pauses in the top bar: a button that begins a pause or leaves the current one, and a button per scheduled pause that cancels it.
import { Clock, Coffee, X } from 'lucide-react';
import type { PauseChannelView } from 'core-wasm';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { Button } from '../../design/Button';
import { Icon } from '../../design/icons/Icon';
import { ShortcutHint } from '../../design/ShortcutHint';
import { useShortcut, useShortcutKeys } from '../../shared/shortcuts';
import { LeavePauseDialog } from './LeavePauseDialog';
import type { RemainingPause } from './useRemainingText';
import styles from './PauseBar.module.css';

export interface NextPause {
  pause: string;
  pending: boolean;
  onCancel: () => void;
}

export interface PauseBarProps {
  /** The action of the button: pause, leave the current pause, or blocked without a channel to pause; null if only a scheduled pause can be cancelled. */
  action: 'blocked' | 'pause' | 'leave' | null;
  pending: boolean;
  next: ReadonlyArray<NextPause>;
  /** Scheduled pauses of other channels, which remain when the agent leaves the current pause. */
  remaining?: ReadonlyArray<RemainingPause>;
  onPause: () => void;
  onLeave: () => void;
  /** Leaves the current pause and cancels the scheduled ones. */
  onLeaveAll?: (() => void) | undefined;
}

export function PauseBar(props: PauseBarProps) {
  const { action, pending, next, remaining = [], onPause, onLeave, onLeaveAll = onLeave } = props;
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  // While the question is open, the pause may end, and scheduled pauses may begin or end.
  const isAsking = asks && action === 'leave' && remaining.length > 0;
  if (asks && !isAsking) setAsks(false);
  const leave = remaining.length > 0 ? () => setAsks(true) : onLeave;
  const answer = (chosen: () => void) => () => {
    setAsks(false);
    chosen();
  };
  const label = t(action === 'leave' ? 'pauses.bar.leave' : 'pauses.bar.pause');
  const keys = useShortcutKeys('pause');
  const press = { blocked: undefined, pause: onPause, leave };
  useShortcut('pause', action === null || pending ? undefined : press[action]);
  return (
    <div className={styles.bar}>
      {next.map(({ pause, pending: cancelling, onCancel }) => (
        <Button
          key={pause}
          className={styles.next}
          pending={cancelling}
          aria-label={t('pauses.bar.cancelNext', { pause })}
          title={t('pauses.menu.cancel')}
          onClick={onCancel}
        >
          <Icon glyph={Clock} size={14} className={styles.clock} />
          <span className={styles.word}>{t('pauses.bar.next', { pause })}</span>
          <Icon glyph={X} size={14} className={styles.cross} />
        </Button>
      ))}
      {action !== null && (
        <Button
          glyph={Coffee}
          className={styles.button}
          pending={pending}
          disabledReason={action === 'blocked' ? t('pauses.bar.noChannel') : undefined}
          aria-keyshortcuts={keys.aria}
          hint={<ShortcutHint text={label} keys={keys.text} />}
          onClick={action === 'leave' ? leave : onPause}
        >
          {label}
        </Button>
      )}
      {isAsking && (
        <LeavePauseDialog
          remaining={remaining}
          onKeep={answer(onLeave)}
          onCancelThem={answer(onLeaveAll)}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}

/** Connects PauseBar with the core. */
export function PauseBarContainer() {
  const { channels } = useSlice('pauses');
  const { items } = useSlice('channels');
  const intend = useIntent();
  const paused = channels.filter(({ pause }) => pause !== undefined);
  const scheduled = channels.flatMap(({ channel, scheduled: pause, pending }) =>
    pause === undefined ? [] : [{ channel, pause, pending }],
  );
  const held = [...paused, ...scheduled].map(({ channel }) => channel);
  const canPause = items.some(({ channel, connected }) => connected && !held.includes(channel));
  const leave = (left: ReadonlyArray<{ channel: PauseChannelView['channel'] }>): void =>
    intend({ area: 'pauses', type: 'leavePause', channels: left.map(({ channel }) => channel) });
  const names = [...new Set(scheduled.map(({ pause }) => pause))];
  return (
    <PauseBar
      action={paused.length > 0 ? 'leave' : canPause ? 'pause' : scheduled.length > 0 ? null : 'blocked'}
      pending={paused.some(({ pending }) => pending)}
      next={names.map((pause) => {
        const waiting = scheduled.filter((candidate) => candidate.pause === pause);
        return {
          pause,
          pending: waiting.some(({ pending }) => pending),
          onCancel: () => leave(waiting),
        };
      })}
      onPause={() => intend({ area: 'pauses', type: 'openPauseDialog', channels: [] })}
      remaining={scheduled}
      onLeave={() => leave(paused)}
      onLeaveAll={() => leave([...paused, ...scheduled])}
    />
  );
}
