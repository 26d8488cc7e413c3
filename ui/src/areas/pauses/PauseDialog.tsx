// The dialog for pausing: channels and reason. Only connected channels without a pause can be ticked; with open attendances the pause is scheduled
// for their end, and the dialog says so in advance.
import { Check, Coffee } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { channelGlyph, type ChannelName } from '../channels/channels';
import { Dialog } from '../../design/Dialog';
import { ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import { RadioList } from '../../design/RadioList';
import { SkeletonChoices, usePlaceholder } from '../../design/Skeleton';
import { useKept } from '../../design/useKept';
import { pauseLength } from './pauseLength';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './PauseDialog.module.css';

export interface PausableChannel<Name extends ChannelName = ChannelName> {
  channel: Name;
  /** Why the channel cannot be ticked. */
  blocked?: 'notConnected' | 'alreadyPaused' | undefined;
  openJobs: number;
  pending: boolean;
}

export interface PauseReason<Name extends ChannelName = ChannelName> {
  id: string;
  name: string;
  channels: ReadonlyArray<Name>;
  /** Maximum duration; 0: no maximum. */
  maxDurationSeconds: number;
}

export interface PauseDialogProps<Name extends ChannelName = ChannelName> {
  open: boolean;
  /** The channel of a dialog for one channel; without it the agent ticks the channels. */
  only?: Name | undefined;
  state: 'loading' | 'ready' | 'failed';
  channels: ReadonlyArray<PausableChannel<Name>>;
  reasons: ReadonlyArray<PauseReason<Name>>;
  onPause: (channels: Name[], pauseId: string) => void;
  onClose: () => void;
  onRetry: () => void;
}

export function PauseDialog<Name extends ChannelName>(props: PauseDialogProps<Name>) {
  const { t } = useTranslation();
  const { only, channels } = props;
  const [unticked, setUnticked] = useKept<ReadonlyArray<Name>>('pause.unticked', []);
  const [chosen, setChosen] = useKept<string | null>('pause.reason', null);
  const placeholder = usePlaceholder(props.state === 'loading');

  const isTicked = ({ channel, blocked }: PausableChannel<Name>): boolean =>
    blocked === undefined && (only === undefined ? !unticked.includes(channel) : channel === only);
  const ticked = channels.filter(isTicked);
  const reasons = props.reasons.filter((reason) => ticked.every(({ channel }) => reason.channels.includes(channel)));
  const reason = reasons.find(({ id }) => id === chosen);
  const busy = ticked.filter(({ openJobs }) => openJobs > 0);
  // If there is no reason to choose, no pause can be scheduled.
  const waitingFor = props.state === 'ready' && reasons.length > 0 ? busy : [];
  const isReady = props.state === 'ready' && ticked.length > 0 && reason !== undefined;
  const toggle = (channel: Name): void =>
    setUnticked((before) =>
      before.includes(channel) ? before.filter((other) => other !== channel) : [...before, channel],
    );

  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={
        only === undefined
          ? t('pauses.dialog.title')
          : t('pauses.dialog.titleOf', { channel: t(`channels.name.${only}`) })
      }
      glyph={Coffee}
      tone="warning"
      description={t(only === undefined ? 'pauses.dialog.lead' : 'pauses.dialog.leadOf')}
      footer={
        <>
          <Button tone="ghost" onClick={props.onClose}>
            {t('shell.dialog.cancel')}
          </Button>
          <Button
            tone="primary"
            pending={ticked.some(({ pending }) => pending)}
            disabledReason={isReady ? undefined : t('pauses.dialog.notReady')}
            onClick={() =>
              isReady &&
              props.onPause(
                ticked.map(({ channel }) => channel),
                reason.id,
              )
            }
          >
            {t(busy.length > 0 && busy.length === ticked.length ? 'pauses.dialog.schedule' : 'pauses.dialog.submit')}
          </Button>
        </>
      }
    >
      {only === undefined && (
        <div role="group" aria-label={t('pauses.dialog.channels')} className={styles.channels}>
          {channels.map((channel) => (
            <ChannelTick
              key={channel.channel}
              channel={channel}
              ticked={isTicked(channel)}
              onToggle={() => toggle(channel.channel)}
            />
          ))}
        </div>
      )}
      {placeholder !== 'content' ? (
        <div aria-busy="true" className={styles.waiting}>
          {placeholder === 'skeleton' && <SkeletonChoices count={4} />}
        </div>
      ) : props.state === 'failed' ? (
        <ErrorState message={t('pauses.dialog.loadFailed')} onRetry={props.onRetry} />
      ) : reasons.length === 0 ? (
        <p className={styles.nothing} role="status">
          {t('pauses.dialog.none')}
        </p>
      ) : (
        <RadioList
          label={t('pauses.dialog.reasons')}
          options={reasons.map(({ id, name, maxDurationSeconds }) => ({
            value: id,
            label: name,
            detail:
              maxDurationSeconds === 0
                ? undefined
                : t('pauses.dialog.maximum', { length: pauseLength(maxDurationSeconds, t) }),
          }))}
          value={reason?.id ?? null}
          onChange={setChosen}
        />
      )}
      <UnsupportedItems list="pauses" />
      <div role="status">
        {waitingFor.map(({ channel, openJobs }) => (
          <p key={channel} className={styles.help}>
            {t(reason === undefined ? 'pauses.dialog.scheduled' : 'pauses.dialog.scheduledOf', {
              channel: t(`channels.name.${channel}`),
              pause: reason?.name ?? '',
              count: openJobs,
            })}
          </p>
        ))}
      </div>
    </Dialog>
  );
}

function ChannelTick({
  channel: { channel, blocked },
  ticked,
  onToggle,
}: {
  channel: PausableChannel;
  ticked: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={ticked}
      aria-disabled={blocked !== undefined || undefined}
      title={blocked === undefined ? undefined : t(`pauses.dialog.${blocked}`)}
      data-ch={channel}
      className={styles.tick}
      onClick={() => blocked === undefined && onToggle()}
    >
      <Icon glyph={channelGlyph[channel]} size={14} className={styles.glyph} />
      {t(`channels.name.${channel}`)}
      <span className={styles.mark}>{ticked && <Icon glyph={Check} size={12} />}</span>
    </button>
  );
}
