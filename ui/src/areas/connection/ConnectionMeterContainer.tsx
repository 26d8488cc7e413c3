// The connection meter and the banner, from the core's link.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntent, useSlice } from '../../core/react';
import { announce } from '../../design/Announcer';
import { ConnectionBanner } from './ConnectionBanner';
import { ConnectionMeter } from './ConnectionMeter';

export function ConnectionMeterContainer() {
  const { internet, server, product, voice, latencyMs, lastEvent, reconciledAt, retryAt } = useSlice('link');
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

/** The first connect after a sign-in is no loss: the banner waits until the server was there once. */
export function ConnectionBannerContainer() {
  const { internet, server } = useSlice('link');
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

/** The loss is spoken by the core; that the banner went away again is seen, so it is said. */
function useAnnouncedReturn(isGone: boolean): void {
  const { t } = useTranslation();
  const wasGone = useRef(isGone);
  useEffect(() => {
    if (wasGone.current && !isGone) announce(t('connection.announce.back'));
    wasGone.current = isGone;
  }, [isGone, t]);
}
