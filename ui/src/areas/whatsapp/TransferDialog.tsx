// Transfers an attendance to an agent or a queue: blind, without confirmation (TRF-041). The core knows no list of agents or queues, so the agent types
// the code.
import { ArrowLeftRight } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { Field } from '../../design/Field';
import { RadioList } from '../../design/RadioList';
import { SegmentedControl } from '../../design/SegmentedControl';
import { TextArea } from '../../design/TextArea';
import styles from './TransferDialog.module.css';

export interface TransferRequest {
  /** Empty: any agent of the queue. */
  toAgentId: string;
  /** Empty: the queue of the attendance. */
  queueId: string;
  observation: string;
}

export interface TransferDialogProps {
  /** The queue of the attendance; empty if unknown. */
  queue: string;
  /** The server is asked. */
  pending: boolean;
  /** Why the last attempt was refused. */
  failure: string | undefined;
  onTransfer: (request: TransferRequest) => void;
  onClose: () => void;
}

const longestNote = 10_000;

export function TransferDialog({ queue, pending, failure, onTransfer, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [kind, setKind] = useState<'agent' | 'queue'>('agent');
  const [agent, setAgent] = useState('');
  const [place, setPlace] = useState<'same' | 'other'>('same');
  const [otherQueue, setOtherQueue] = useState('');
  const [note, setNote] = useState('');
  const isQueue = kind === 'queue';
  const needsCode = isQueue ? place === 'other' : true;
  const code = (isQueue ? otherQueue : agent).trim();
  const isMissing = needsCode && code === '';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isMissing || pending) return;
    const to = needsCode ? code : '';
    onTransfer({ toAgentId: isQueue ? '' : to, queueId: isQueue ? to : '', observation: note.trim() });
  };
  return (
    <Dialog
      open
      wide
      glyph={ArrowLeftRight}
      title={t('whatsapp.transferDialog.title')}
      failure={failure}
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('whatsapp.transferDialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            tone="primary"
            pending={pending}
            disabledReason={isMissing ? t('whatsapp.transferDialog.missing') : undefined}
          >
            {t('whatsapp.transferDialog.send')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={send}>
        <div className={styles.kinds}>
          <SegmentedControl
            label={t('whatsapp.transferDialog.to')}
            segments={[
              { value: 'agent', label: t('whatsapp.transferDialog.toAgent') },
              { value: 'queue', label: t('whatsapp.transferDialog.toQueue') },
            ]}
            value={kind}
            onChange={setKind}
          />
        </div>
        {isQueue && (
          <RadioList
            label={t('whatsapp.transferDialog.toQueue')}
            options={[
              {
                value: 'same',
                label: t('whatsapp.transferDialog.sameQueue'),
                detail: queue === '' ? undefined : queue,
              },
              { value: 'other', label: t('whatsapp.transferDialog.otherQueue') },
            ]}
            value={place}
            onChange={(value) => setPlace(value === 'other' ? 'other' : 'same')}
          />
        )}
        {needsCode && (
          <Field
            key={kind}
            label={t(isQueue ? 'whatsapp.transferDialog.queueId' : 'whatsapp.transferDialog.agentId')}
            help={t(isQueue ? 'whatsapp.transferDialog.queueHelp' : 'whatsapp.transferDialog.agentHelp')}
            autoComplete="off"
            required
            maxLength={64}
            value={isQueue ? otherQueue : agent}
            onChange={({ target }) => (isQueue ? setOtherQueue : setAgent)(target.value)}
          />
        )}
        <TextArea
          label={t('whatsapp.transferDialog.note')}
          help={t('whatsapp.transferDialog.noteHelp')}
          rows={3}
          maxLength={longestNote}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </form>
    </Dialog>
  );
}
