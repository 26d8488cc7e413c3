// Why a transfer or an invitation failed, and what the customer hears now. The note stays until the agent closes it or begins another
// transfer.
import type { CallRoomView, TransferFailureView } from 'core-wasm';
import { X } from 'lucide-react';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { Note } from '../../design/Note';
import { formatPhone, formatTime } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { useShortcut } from '../../shared/shortcuts';
import { namesOf } from './room';
import styles from './TransferFailureNote.module.css';

export interface TransferFailureNoteProps {
  room: CallRoomView;
  failure: TransferFailureView;
  /** Whether the call has ended. */
  isOver: boolean;
  className?: string | undefined;
  /** Connects the agent with the customer, who hears music since the failure; undefined if the agent cannot. */
  onTakeBack: (() => void) | undefined;
  onChooseAnother: (() => void) | undefined;
  onClose: () => void;
}

/** The text if the call itself has ended. */
const customerLeft = 'transferError.customerLeft';

export function TransferFailureNote(props: TransferFailureNoteProps) {
  const { room, failure, isOver, className, onTakeBack, onChooseAnother, onClose } = props;
  const { t } = useTranslation();
  const say = useCoreText();
  const customer = room.parties.find(({ role }) => role === 'customer');
  const { customer: name } = namesOf(room);
  const now =
    customer === undefined || isOver
      ? undefined
      : t(customer.music ? 'voice.room.failure.music' : 'voice.room.failure.back', { name });
  const takesBack = customer?.music === true && !isOver && room.pending === false ? onTakeBack : undefined;
  useShortcut('cancelTransfer', takesBack);
  return (
    <div className={className}>
      <Note tone="danger">
        <div className={styles.row}>
          <p className={styles.text}>
            {t(`voice.room.failure.${failure.text.key === customerLeft ? 'left' : 'text'}`, {
              name: formatPhone(failure.name),
              reason: say(failure.text),
            })}
            {now !== undefined && ` ${now}`}
            <span className={styles.time}>{formatTime(failure.at)}</span>
          </p>
          <div className={styles.actions}>
            {customer?.music === true && !isOver && onTakeBack !== undefined && (
              <Button size="small" tone="primary" pending={room.pending} onClick={onTakeBack}>
                {t('voice.room.failure.takeBack', { name })}
              </Button>
            )}
            {onChooseAnother !== undefined && (
              <Button size="small" onClick={onChooseAnother}>
                {t('voice.room.failure.another')}
              </Button>
            )}
            <IconButton size="small" glyph={X} label={t('voice.room.failure.close')} onClick={onClose} />
          </div>
        </div>
      </Note>
    </div>
  );
}
