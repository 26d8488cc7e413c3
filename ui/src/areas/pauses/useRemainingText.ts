// The pauses that remain scheduled when the agent leaves a pause, as sentences.
import { useTranslation } from '../../i18n/useTranslation';
import type { ChannelName } from '../channels/channels';

/** A scheduled pause of a channel. */
export interface RemainingPause {
  channel: ChannelName;
  pause: string;
}

export function useRemainingText(remaining: ReadonlyArray<RemainingPause>): string {
  const { t } = useTranslation();
  return remaining
    .map(({ channel, pause }) => t('pauses.leave.remains', { channel: t(`channels.name.${channel}`), pause }))
    .join(' ');
}
