// Connects SupervisionDrawer with the core. The level changes often: so it has a slice of its own.
import { useEffect } from 'react';
import { guardLeaving } from '../../core/ports/leaveGuard';
import { useIntent, useSlice } from '../../core/react';
import { useShellColumn } from '../../shared/shellColumns';
import { SupervisionDrawer } from './SupervisionDrawer';

export function SupervisionDrawerContainer() {
  const view = useSlice('supervisedCall');
  const { microphone } = useSlice('supervisionLevels');
  const { agent } = useSlice('session');
  const intend = useIntent();
  useLeaveGuard(view?.stage === 'active');
  useShellColumn('pageCovered', view !== undefined);
  if (view === undefined) return null;
  return (
    <SupervisionDrawer
      view={view}
      own={{ initials: agent?.initials ?? '', color: agent?.color ?? '' }}
      level={microphone}
      onChoose={(mode) => intend({ area: 'callSupervision', type: 'chooseMode', mode })}
      onMute={(muted) => intend({ area: 'callSupervision', type: 'muteSupervisor', muted })}
      onTakeOver={() => intend({ area: 'callSupervision', type: 'takeOver' })}
      onClose={() => intend({ area: 'callSupervision', type: 'leaveSupervision' })}
      onAgain={() => intend({ area: 'callSupervision', type: 'supervise', agentId: view.agentId })}
    />
  );
}

/** A reload would end the supervision, so leaving the page asks for confirmation. */
function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    const owner = {};
    guardLeaving(owner, active);
    return () => guardLeaving(owner, false);
  }, [active]);
}
