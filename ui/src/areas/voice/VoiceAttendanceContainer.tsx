// Connects VoiceAttendance with the core.
import { useEffect } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { useContact, useVoiceJob, type OpenJob } from '../../core/slices';
import { VoiceAttendance } from './VoiceAttendance';

export interface VoiceAttendanceContainerProps {
  protocol: string;
  job: OpenJob;
  contextOpen: boolean;
  onToggleContext: () => void;
}

export function VoiceAttendanceContainer(props: VoiceAttendanceContainerProps) {
  const { protocol } = props;
  const intend = useIntent();
  const bar = useSlice('callBar');
  const voice = useVoiceJob(protocol);
  const hasScript = voice?.script !== undefined;
  const contact = useContact(protocol)?.contact;
  const contactId = contact?.state === 'found' ? contact.contact.id : '';
  // The fields are loaded when the script is shown, and with the contact's answers when the contact is found (QUA-020).
  useEffect(() => {
    if (hasScript) intend({ area: 'voice', type: 'openScript', protocol });
  }, [intend, protocol, hasScript, contactId]);
  return (
    <VoiceAttendance
      {...props}
      voice={voice}
      isOnBar={bar?.protocol === protocol}
      onBack={() => intend({ area: 'jobs', type: 'closeJob' })}
      onRedial={() => intend({ area: 'voice', type: 'redial', protocol })}
      onAnswer={(fieldId, value) => intend({ area: 'jobs', type: 'answerScript', protocol, fieldId, value })}
      onRetryScript={() => intend({ area: 'voice', type: 'openScript', protocol })}
      onFinish={() => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: false })}
      onQualify={() => intend({ area: 'qualification', type: 'openQualification', protocol })}
    />
  );
}
