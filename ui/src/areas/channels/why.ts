// The text that explains a channel's status: its cause, and since when or until when.
import type { TFunction } from 'i18next';
import type { ChannelStatus } from './channels';
import { formatTime } from '../../i18n/format';

export interface StatusCause {
  status: ChannelStatus;
  openJobs: number;
  pauseName?: string | undefined;
  /** The planned end of the current pause, epoch milliseconds. */
  limit?: number | undefined;
  exceeded?: boolean | undefined;
  /** Why the channel gets no attendance, if the status does not show it. */
  cause?: keyof typeof causes | undefined;
}

const causes = {
  microphoneMissing: 'channels.whyNot.microphoneMissing',
  microphoneRefused: 'channels.whyNot.microphoneRefused',
  microphoneInUse: 'channels.whyNot.microphoneInUse',
  audioStopped: 'channels.whyNot.audioStopped',
  telephoneNotRegistered: 'channels.whyNot.telephoneNotRegistered',
} as const;

export function statusExplanation(
  { status, openJobs, pauseName = '', limit, exceeded = false, cause }: StatusCause,
  t: TFunction,
): string {
  if (cause !== undefined) return t(causes[cause]);
  switch (status) {
    case 'paused':
      if (limit === undefined) return t('channels.why.paused', { pause: pauseName });
      return t(exceeded ? 'channels.why.pausedOver' : 'channels.why.pausedUntil', {
        pause: pauseName,
        time: formatTime(limit),
      });
    case 'scheduledPause':
      return t('channels.why.scheduledPause', { pause: pauseName, count: openJobs });
    case 'inAttendance':
      return t('channels.why.inAttendance', { count: openJobs });
    case 'available':
    case 'wrapUp':
    case 'disconnected':
    case 'processing':
    case 'checking':
    case 'lost':
      return t(`channels.why.${status}`);
  }
}
