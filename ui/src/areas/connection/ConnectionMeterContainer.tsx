// Connects the connection meter and the banner with the core.
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

/** Before the first connection after a sign-in nothing is lost: the banner shows only after it. */
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

/** The core announces the loss; this announces the recovery, which otherwise is only visible. */
function useAnnouncedReturn(isGone: boolean): void {
  const { t } = useTranslation();
  const wasGone = useRef(isGone);
  useEffect(() => {
    if (wasGone.current && !isGone) announce(t('connection.announce.back'));
    wasGone.current = isGone;
  }, [isGone, t]);
}
