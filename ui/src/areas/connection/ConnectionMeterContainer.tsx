// Connects the connection meter and the banner with the core.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { SliceViews } from 'core-wasm';
import { useIntent, useSlicePart, useSteadySlice } from '../../core/react';
import { announce } from '../../design/Announcer';
import { ConnectionBanner } from './ConnectionBanner';
import { ConnectionMeter } from './ConnectionMeter';

export function ConnectionMeterContainer() {
  const { internet, server, product, voice, latencyMs, lastEvent, reconciledAt, retryAt } = useSteadySlice(
    'link',
    isSameLink,
  );
  return (
    <ConnectionMeter
      links={[
        { link: 'internet', state: internet },
        { link: 'server', state: server, checkedAt: lastEvent ?? null, retryAt },
        { link: 'product', state: product, latencyMs },
        ...(voice === undefined ? [] : [{ link: 'voice' as const, state: voice }]),
      ]}
      updatedAt={reconciledAt ?? null}
    />
  );
}

const minuteMs = 60_000;

/**
 * Compares in minutes: the time of the last event changes with each event but is shown in minutes, so few changes are
 * visible.
 */
function isSameLink(before: SliceViews['link'], now: SliceViews['link']): boolean {
  return JSON.stringify(inMinutes(before)) === JSON.stringify(inMinutes(now));
}

function inMinutes(link: SliceViews['link']): SliceViews['link'] {
  return { ...link, lastEvent: link.lastEvent === undefined ? undefined : Math.floor(link.lastEvent / minuteMs) };
}

/** Before the first connection after a sign-in nothing is lost: the banner shows only after it. */
export function ConnectionBannerContainer() {
  // The slice changes with each event.
  const internet = useSlicePart('link', (link) => link.internet);
  const server = useSlicePart('link', (link) => link.server);
  const intend = useIntent();
  const [wasThere, setWasThere] = useState(false);
  if (server === 'ok' && !wasThere) setWasThere(true);
  const isGone = server === 'lost' || (wasThere && server === 'connecting');
  useAnnouncedReturn(isGone || internet === 'lost');
  return (
    <ConnectionBanner
      state={internet === 'lost' ? 'offline' : isGone ? 'reconnecting' : null}
      onDetails={() => intend({ area: 'connection', type: 'showReconnecting' })}
    />
  );
}

/** The core announces the loss; this announces the recovery, which otherwise is only visible. */
function useAnnouncedReturn(isGone: boolean): void {
  const { t } = useTranslation();
  const wasGone = useRef(isGone);
  useEffect(() => {
    if (wasGone.current && !isGone) announce(t('connection.announce.back'));
    wasGone.current = isGone;
  }, [isGone, t]);
}
