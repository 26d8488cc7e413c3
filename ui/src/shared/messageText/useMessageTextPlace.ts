// The facts that the texts of one conversation need about their place.
import { useCallback, useMemo } from 'react';
import { currentTime } from '../../core/page/ticker';
import { useCore, useIntent } from '../../core/react';
import { addressOf, attendanceAddress, historyPath } from '../addresses';
import { companyHosts } from './hosts';
import type { Network } from './messageText';
import type { MessageTextPlace } from './messageTextContext';

/** `channel`: the displayed channel; `email`: e-mail address of the contact, empty if unknown. */
export function useMessageTextPlace(channel: string | undefined, email: string): MessageTextPlace {
  const attendanceOf = useAttendanceOf();
  return useMemo(
    () => ({
      network: networkOf(channel),
      knownHosts: [window.location.hostname, ...companyHosts(email)],
      attendanceOf,
    }),
    [channel, email, attendanceOf],
  );
}

/** Other channels show a text without formatting marks. */
export function networkOf(channel: string | undefined): Network {
  return channel === 'whatsapp' || channel === 'instagram' || channel === 'chat' ? channel : 'plain';
}

/** An open attendance opens on its page, any other one in the history, which is searched for it. */
function useAttendanceOf(): NonNullable<MessageTextPlace['attendanceOf']> {
  const core = useCore();
  const intend = useIntent();
  return useCallback(
    (protocol) => {
      const isOpen = (): boolean => core.snapshot<'job'>(`job:${protocol}`) !== undefined;
      return {
        href: isOpen() ? attendanceAddress(protocol) : addressOf(historyPath),
        onOpen: () => {
          if (isOpen()) return intend({ area: 'jobs', type: 'openJob', protocol });
          intend({ area: 'history', type: 'setHistoryRange', ...daysOf(protocol, currentTime()) });
          intend({ area: 'history', type: 'searchHistory', text: protocol });
          intend({ area: 'shell', type: 'openArea', path: historyPath });
        },
      };
    },
    [core, intend],
  );
}

/** A protocol begins with the day of the attendance's start in UTC, which may be the previous day in western zones. */
export function daysOf(protocol: string, now: number): { from: string; to: string } {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)/.exec(protocol) ?? [];
  const start = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  start.setUTCDate(start.getUTCDate() - 1);
  const today = new Date(now);
  const local = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const [last = ''] = [`${year}-${month}-${day}`, local.join('-')].sort();
  const [from = ''] = [start.toISOString().slice(0, 10), last].sort();
  return { from, to: last };
}
