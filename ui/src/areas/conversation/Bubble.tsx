// One message. It is rendered as plain text with its own direction: no markup, links or scripts. Below a failed message are its actions.
import { Bot, Check, CheckCheck, CircleAlert, Clock, Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../design/Avatar';
import { classNames } from '../../design/classNames';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { Spinner } from '../../design/Spinner';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { cutBetweenCharacters } from '../../i18n/cut';
import { formatFull, formatTime } from '../../i18n/format';
import styles from './Bubble.module.css';

export type Delivery = 'sending' | 'sent' | 'delivered' | 'read' | 'failed';

export interface MessageFailure {
  /** The reason; without one the general text is shown. */
  text?: string | undefined;
  /** One of the three actions is pending. */
  busy?: boolean | undefined;
  onRetry: () => void;
  onEdit: () => void;
  onDiscard: () => void;
}

export interface TextMessageView {
  kind: 'text';
  id: string;
  sender: 'customer' | 'agent' | 'bot';
  senderName: string;
  initials: string;
  color: string;
  text: string;
  /** Servers may omit it. */
  time: number | undefined;
  delivery?: Delivery | undefined;
  failure?: MessageFailure | undefined;
}

export interface SystemMessageView {
  kind: 'system';
  id: string;
  text: string;
  time: number | undefined;
}

export type MessageView = TextMessageView | SystemMessageView;

export interface BubbleProps {
  message: TextMessageView;
  first: boolean;
  last: boolean;
}

const tickOf: Record<Delivery, Glyph> = {
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
};

/** A longer text is folded: a message of two megabytes must not block the page. */
const foldedLength = 3000;

export function Bubble({ message, first, last }: BubbleProps) {
  const { t } = useTranslation();
  const { sender, delivery, failure } = message;
  const own = sender !== 'customer';
  const author = sender === 'agent' ? t('chat.message.you') : message.senderName;
  const state = delivery === undefined ? '' : t(`chat.delivery.${delivery}`);
  const time = message.time === undefined ? '' : formatTime(message.time);
  const label = [author, time, state].filter((part) => part !== '').join(', ');
  return (
    <article
      aria-label={label}
      className={classNames(
        styles.message,
        own ? styles.out : styles.in,
        first && styles.first,
        last && styles.last,
        failure !== undefined && styles.failed,
      )}
    >
      <div className={styles.line}>
        {!own && last && (
          <Avatar initials={message.initials} color={message.color} size={26} className={styles.avatar} />
        )}
        <div className={classNames(styles.bubble, sender === 'bot' && styles.bot)}>
          {sender === 'bot' && (
            <span className={styles.author}>
              <Icon glyph={Bot} size={14} className={styles.authorGlyph} />
              {message.senderName}
            </span>
          )}
          <MessageText text={message.text} />
          <span className={styles.meta} title={message.time === undefined ? undefined : formatFull(message.time)}>
            {time}
            {delivery !== undefined && (
              <>
                <Icon
                  glyph={tickOf[delivery]}
                  size={14}
                  strokeWidth={2}
                  className={classNames(styles.tick, styles[delivery])}
                />
                <VisuallyHidden>{state}</VisuallyHidden>
              </>
            )}
          </span>
        </div>
      </div>
      {failure !== undefined && <FailureLine failure={failure} />}
    </article>
  );
}

function MessageText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const folded = !unfolded && text.length > foldedLength;
  return (
    <>
      <span dir="auto" className={styles.text}>
        {folded ? `${cutBetweenCharacters(text, foldedLength)}…` : text}
      </span>
      {folded && (
        <button type="button" className={styles.unfold} onClick={() => setUnfolded(true)}>
          {t('chat.message.showAll')}
        </button>
      )}
    </>
  );
}

function FailureLine({ failure }: { failure: MessageFailure }) {
  const { t } = useTranslation();
  const busy = failure.busy === true;
  return (
    <div className={styles.failure} aria-busy={busy}>
      <span className={styles.failureText}>
        {busy ? (
          <Spinner className={styles.failureGlyph} />
        ) : (
          <Icon glyph={CircleAlert} size={14} className={styles.failureGlyph} />
        )}
        {busy ? t('chat.message.busy') : (failure.text ?? t('chat.message.failed'))}
      </span>
      <span className={styles.failureActions}>
        <button type="button" className={styles.failureAction} disabled={busy} onClick={failure.onRetry}>
          {t('chat.message.retry')}
        </button>
        <button type="button" className={styles.failureAction} disabled={busy} onClick={failure.onEdit}>
          {t('chat.message.edit')}
        </button>
        <button type="button" className={styles.failureAction} disabled={busy} onClick={failure.onDiscard}>
          {t('chat.message.discard')}
        </button>
      </span>
    </div>
  );
}

export function SystemLine({ message }: { message: SystemMessageView }) {
  return (
    <p className={styles.system}>
      <Icon glyph={Info} size={14} className={styles.systemGlyph} />
      <span>
        <bdi>{message.text}</bdi>
        {message.time !== undefined && ` · ${formatTime(message.time)}`}
      </span>
    </p>
  );
}
