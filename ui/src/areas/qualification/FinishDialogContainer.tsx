// Connects the finish dialog with the core: a call is ended; a conversation is finished and qualified.
import { useChangePreferences, useIntent, useSlice } from '../../core/react';
import { useDraft, useJob, useJobRow, useNoteDraft } from '../../core/slices';
import type { DialogContainerProps } from '../../shared/dialog';
import { FinishAndQualifyDialog } from './FinishAndQualifyDialog';
import { useQualificationForm } from './useQualificationForm';
import { FinishDialog } from './FinishDialog';
import { useFailedMessages } from './useFailedMessages';
import { useWait } from '../../shared/waiting/waitingTime';

export function FinishDialogContainer({ dialog, onClose }: DialogContainerProps<'confirmFinish'>) {
  const intend = useIntent();
  const { protocol } = dialog;
  const job = useJob(protocol);
  if (job === undefined) return null;
  if (job.channel === 'voice')
    return (
      <FinishDialog
        name={job.name}
        onConfirm={() => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: true })}
        onCancel={onClose}
      />
    );
  return <FinishConversation key={protocol} protocol={protocol} job={job} onClose={onClose} />;
}

interface FinishConversationProps {
  protocol: string;
  job: NonNullable<ReturnType<typeof useJob>>;
  onClose: () => void;
}

function FinishConversation({ protocol, job, onClose }: FinishConversationProps) {
  const intend = useIntent();
  const change = useChangePreferences();
  const { afterClosing } = useSlice('preferences');
  const row = useJobRow(protocol);
  const wait = useWait(row?.waiting === undefined ? undefined : { since: row.waiting, target: row.waitingTarget });
  const form = useQualificationForm(protocol);
  const texts = { reply: useDraft(protocol).text, note: useNoteDraft(protocol)?.text ?? '' };
  const unsent = (['reply', 'note'] as const).filter((kind) => texts[kind].trim() !== '');
  return (
    <FinishAndQualifyDialog
      name={job.name}
      form={job.registered ? form : undefined}
      onTheWay={job.onTheWay}
      failed={useFailedMessages(protocol)}
      onRetry={(localId) => intend({ area: 'conversation', type: 'retryMessage', protocol, localId })}
      waiting={wait?.minutes}
      unsent={unsent}
      closing={job.closing}
      next={afterClosing}
      onNextChange={(next) => change({ afterClosing: next })}
      onFinishAndQualify={(waits) => intend({ area: 'qualification', type: 'finishAndQualify', protocol, waits })}
      onFinish={(waits) => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: true, waits })}
      onCancel={() => {
        if (job.closing === 'afterSending') intend({ area: 'jobs', type: 'cancelFinish', protocol });
        onClose();
      }}
    />
  );
}
