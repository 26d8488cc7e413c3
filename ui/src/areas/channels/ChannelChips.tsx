// The chips of the agent's channels.
import type { ChannelView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice, useSlicePart } from '../../core/react';
import { useMediaQuery } from '../../design/useMediaQuery';
import { ChannelChip, type ChannelChipProps } from './ChannelChip';
import { useMicrophoneMissing } from './useMicrophoneMissing';
import { statusExplanation } from './why';

export function ChannelChips() {
  const { items } = useSlice('channels');
  const allChannels = useAllChannels(items);
  return (
    <>
      {items.map((view) => (
        <Chip key={view.channel} view={view} allChannels={allChannels} />
      ))}
    </>
  );
}

/**
 * The pause action for all channels if the top bar has no button for it; undefined if the actions are for single
 * channels.
 */
function useAllChannels(items: ReadonlyArray<ChannelView>): ChannelChipProps['allChannels'] {
  const intend = useIntent();
  const { channels } = useSlice('pauses');
  const isPhone = useMediaQuery('below-tablet');
  if (!isPhone) return undefined;
  const held = channels
    .filter(({ pause, scheduled }) => pause !== undefined || scheduled !== undefined)
    .map(({ channel }) => channel);
  const free = items.filter(({ channel, connected }) => connected && !held.includes(channel));
  if (free.length > 1)
    return { action: 'pause', onSelect: () => intend({ area: 'pauses', type: 'openPauseDialog', channels: [] }) };
  if (free.length === 0 && held.length > 1)
    return { action: 'leave', onSelect: () => intend({ area: 'pauses', type: 'leavePause', channels: held }) };
  return undefined;
}

function Chip({ view, allChannels }: { view: ChannelView } & Pick<ChannelChipProps, 'allChannels'>) {
  const intend = useIntent();
  const { t } = useTranslation();
  const { channel, connected, status, openJobs, onHold } = view;
  const held = useSlice('pauses').channels.find((candidate) => candidate.channel === channel);
  const pending = status === 'processing' || held?.pending === true;
  const limit =
    held?.since === undefined || held.maxDurationSeconds === 0
      ? undefined
      : held.since + held.maxDurationSeconds * 1000;
  const pauseAction =
    !connected || pending
      ? undefined
      : status === 'paused'
        ? 'leave'
        : status === 'scheduledPause'
          ? 'cancel'
          : 'pause';
  const isInPage = useSlicePart<'voice', boolean>('voice', (voice) => voice?.webRtc ?? false);
  const noMicrophone = useMicrophoneMissing(channel === 'voice' && connected && !pending && isInPage);
  return (
    <ChannelChip
      channel={channel}
      noMicrophone={noMicrophone}
      status={status}
      since={view.since ?? null}
      pauseName={view.pause}
      until={view.wrapUp?.until}
      ending={view.wrapUp?.ending}
      pending={pending}
      why={statusExplanation(
        {
          status: pending ? 'processing' : status,
          openJobs,
          pauseName: view.pause,
          limit,
          exceeded: held?.exceeded,
          cause: view.cause,
        },
        t,
      )}
      pauseAction={pauseAction}
      onPauseAction={() =>
        intend(
          pauseAction === 'pause'
            ? { area: 'pauses', type: 'openPauseDialog', channels: [channel] }
            : { area: 'pauses', type: 'leavePause', channels: [channel] },
        )
      }
      canConnect={!connected && !pending}
      canDisconnect={connected && !pending}
      onConnect={() => intend({ area: 'channels', type: 'connectChannel', channel })}
      onDisconnect={() => intend({ area: 'channels', type: 'disconnectChannel', channel, confirmed: false })}
      onHold={onHold}
      allChannels={allChannels}
    />
  );
}
