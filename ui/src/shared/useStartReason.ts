// Why no conversation of WhatsApp can be begun now, if the page knows the reason: shown on the button, before the agent fills in a form that would be
// refused.
import type { ChannelView } from 'core-wasm';
import { useCallback } from 'react';
import { useSlicePart } from '../core/react';
import { useTranslation } from '../i18n/useTranslation';
import { useNumberChannels } from './numberChannels';

type Obstacle = 'notConnected' | 'paused' | 'limit';

/** `most`: maximum of open conversations; 0: unknown. */
export function startObstacle(
  view: Pick<ChannelView, 'connected' | 'status' | 'openJobs'> | undefined,
  most: number,
): Obstacle | undefined {
  if (view === undefined) return undefined;
  if (!view.connected) return 'notConnected';
  if (view.status === 'paused') return 'paused';
  return most > 0 && view.openJobs >= most ? 'limit' : undefined;
}

export function useStartReason(): string | undefined {
  const { t } = useTranslation();
  const most = useSlicePart<'session', number>('session', (session) => session?.agent?.attendancesPerChannel ?? 0);
  const obstacle = useSlicePart<'channels', Obstacle | undefined>(
    'channels',
    useCallback(
      (channels) =>
        startObstacle(
          channels?.items.find(({ channel }) => channel === 'whatsapp'),
          most,
        ),
      [most],
    ),
  );
  return obstacle === undefined ? undefined : t(`shell.startReason.${obstacle}`);
}

/** Why a number is of no use now: the agent has no voice channel, and no conversation can be begun. */
export function useNumberReason(): string | undefined {
  const reason = useStartReason();
  const canCall = useNumberChannels().includes('voice');
  return canCall ? undefined : reason;
}
