// Connects VoiceAttendance with the core.
import { useEffect } from 'react';
import { useIntent, useSlice, useSlicePart } from '../../core/react';
import { useContact, useJobTransfers, useVoiceJob, type OpenJob } from '../../core/slices';
import { useTranslation } from '../../i18n/useTranslation';
import { shortName } from '../../shared/shortName';
import { isSeveral, stageOf } from './room';
import type { NoteStripProps } from './NoteStrip';
import { receivedTransfer } from './receivedTransfer';
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
  const { t } = useTranslation();
  const bar = useSlice('callBar');
  const room = bar?.protocol === protocol && bar.status !== 'ended' ? bar.room : undefined;
  const transfer = room?.transfer;
  const received = useReceivedNote(protocol);
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
      stage={isSeveral(room) ? stageOf(room) : undefined}
      note={
        transfer === undefined || transfer.note === ''
          ? received
          : { label: t('voice.note.sent', { name: shortName(transfer.name) }), note: transfer.note }
      }
      onBack={() => intend({ area: 'jobs', type: 'closeJob' })}
      onRedial={() => intend({ area: 'voice', type: 'redial', protocol })}
      onAnswer={(fieldId, value) => intend({ area: 'jobs', type: 'answerScript', protocol, fieldId, value })}
      onRetryScript={() => intend({ area: 'voice', type: 'openScript', protocol })}
      onFinish={() => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: false })}
      onQualify={() => intend({ area: 'qualification', type: 'openQualification', protocol })}
    />
  );
}

/** The colleague who transferred the call to the agent, with the note; undefined for any other call. */
function useReceivedNote(protocol: string): NoteStripProps | undefined {
  const intend = useIntent();
  const { t } = useTranslation();
  const own = useSlicePart<'session', string>('session', (session) => session.agent?.name ?? '');
  useEffect(() => intend({ area: 'transfers', type: 'loadTransfers', protocol }), [intend, protocol]);
  const received = receivedTransfer(useJobTransfers(protocol)?.items ?? [], own);
  if (received === undefined) return undefined;
  const { agent, note } = received;
  return { label: t(note === '' ? 'voice.note.gotCall' : 'voice.note.got', { name: shortName(agent) }), note };
}
