// The tab of the script beside a conversation: the script of its queue or campaign, and the fields that the agent fills in.
import { useIntent } from '../../core/react';
import { useJobScript, type OpenJob } from '../../core/slices';
import { ScriptPanel } from './ScriptPanel';

export interface ScriptTabContainerProps {
  protocol: string;
  job: OpenJob;
}

export function ScriptTabContainer({ protocol, job }: ScriptTabContainerProps) {
  const intend = useIntent();
  const view = useJobScript(protocol);
  return (
    <ScriptPanel
      key={protocol}
      script={view?.script}
      state={view?.state ?? 'loading'}
      customer={job.name}
      onAnswer={(fieldId, value) => intend({ area: 'jobs', type: 'answerScript', protocol, fieldId, value })}
      onRetry={() => intend({ area: 'whatsapp', type: 'loadScript', protocol })}
    />
  );
}
