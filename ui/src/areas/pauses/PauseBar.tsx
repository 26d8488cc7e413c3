// Pauses in the top bar: a button that begins a pause or leaves the current one, and a button per scheduled pause that cancels it.
import { Clock, Coffee, X } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { Button } from '../../design/Button';
import { Icon } from '../../design/icons/Icon';
import { ShortcutHint } from '../../design/ShortcutHint';
import { useShortcut, useShortcutKeys } from '../../shared/shortcuts';
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
  onPause: () => void;
  onLeave: () => void;
}

export function PauseBar({ action, pending, next, onPause, onLeave }: PauseBarProps) {
  const { t } = useTranslation();
  const label = t(action === 'leave' ? 'pauses.bar.leave' : 'pauses.bar.pause');
  const keys = useShortcutKeys('pause');
  const press = { blocked: undefined, pause: onPause, leave: onLeave };
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
          onClick={action === 'leave' ? onLeave : onPause}
        >
          {label}
        </Button>
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
          onCancel: () =>
            intend({ area: 'pauses', type: 'leavePause', channels: waiting.map(({ channel }) => channel) }),
        };
      })}
      onPause={() => intend({ area: 'pauses', type: 'openPauseDialog', channels: [] })}
      onLeave={() => intend({ area: 'pauses', type: 'leavePause', channels: paused.map(({ channel }) => channel) })}
    />
  );
}
