// Connects SnoozeDialog with the core. The core closes the dialog when the server has snoozed the conversation.
import { useState } from 'react';
import { useIntent } from '../../core/react';
import { currentTime } from '../../core/page/ticker';
import { useJob, useWhatsAppJob } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import type { DialogContainerProps } from '../../shared/dialog';
import { SnoozeDialog } from './SnoozeDialog';
import { pageZone } from './snoozeTimes';
import { millisecondsLeft } from './windowLeft';

export function SnoozeDialogContainer({ dialog: { protocol }, onClose }: DialogContainerProps<'snooze'>) {
  const intend = useIntent();
  const say = useCoreText();
  const job = useJob(protocol);
  const window = useWhatsAppJob(job?.channel === 'whatsapp' ? protocol : undefined)?.window;
  const [now] = useState(currentTime);
  if (job === undefined) return null;
  const fault = job.snooze?.fault;
  return (
    <SnoozeDialog
      key={protocol}
      now={now}
      zone={pageZone()}
      name={job.name}
      // Converts the end to the page's clock.
      windowEnd={window?.state === 'open' ? now + millisecondsLeft(window.endsAt) : undefined}
      pending={job.snooze?.asked ?? false}
      failure={fault === undefined ? undefined : say(fault)}
      onSnooze={(until) => intend({ area: 'jobs', type: 'snoozeJob', protocol, until })}
      onClose={onClose}
    />
  );
}
