// The connection meter and the banner, from the core's link.
import { useState } from 'react';
import { useSlice } from '../../core/react';
import { ConnectionBanner } from './ConnectionBanner';
import { ConnectionMeter } from './ConnectionMeter';

export function LinkMeter() {
  const { internet, server, lastEvent } = useSlice('link');
  return (
    <ConnectionMeter
      links={[
        { link: 'internet', state: internet, checkedAt: null },
        { link: 'server', state: server, checkedAt: lastEvent ?? null },
      ]}
    />
  );
}

/** The first connect after a sign-in is no loss: the banner waits until the server was there once. */
export function LinkBanner() {
  const { internet, server } = useSlice('link');
  const [wasThere, setWasThere] = useState(false);
  if (server === 'ok' && !wasThere) setWasThere(true);
  const isGone = server === 'lost' || (wasThere && server === 'connecting');
  return <ConnectionBanner state={internet === 'lost' ? 'offline' : isGone ? 'reconnecting' : null} />;
}
