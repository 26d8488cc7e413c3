// Connects InternalCallCard with the core; nothing without an internal call.
import { useEffect } from 'react';
import { guardLeaving } from '../../core/ports/leaveGuard';
import { useIntent, useSlice } from '../../core/react';
import { InternalCallCard } from './InternalCallCard';

export function InternalCallCardContainer() {
  const call = useSlice('internalCall');
  const intend = useIntent();
  const talks = call?.here === true && call.stage === 'inProgress';
  // Leaving the page during a call asks for confirmation (BEY-024).
  useEffect(() => {
    const owner = {};
    guardLeaving(owner, talks);
    return () => guardLeaving(owner, false);
  }, [talks]);
  if (call === undefined) return null;
  return (
    <InternalCallCard
      call={call}
      onAccept={() => intend({ area: 'colleagues', type: 'acceptColleague' })}
      onDecline={() => intend({ area: 'colleagues', type: 'declineColleague' })}
      onHangUp={() => intend({ area: 'colleagues', type: 'hangUpColleague' })}
      onMute={(muted) => intend({ area: 'voice', type: 'mute', muted })}
    />
  );
}
