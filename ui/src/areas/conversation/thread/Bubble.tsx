// One message: its text with its own direction (marks and links as shared/messageText shows them, never HTML), and files. Below a failed message are its actions.
import {
  ArrowLeftRight,
  Bot,
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  Forward,
  Info,
  LayoutTemplate,
  Lock,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import { useContext } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { Avatar } from '../../../design/Avatar';
import { classNames } from '../../../design/classNames';
import { Icon, type Glyph } from '../../../design/icons/Icon';
import type { MenuEntry } from '../../../design/Menu';
import { Spinner } from '../../../design/Spinner';
import { VisuallyHidden } from '../../../design/VisuallyHidden';
import { cutBetweenCharacters } from '../../../i18n/cut';
import { formatFull, formatTime } from '../../../i18n/format';
import { MessageText } from '../../../shared/messageText/MessageText';
import { messageWords } from '../../../shared/messageText/messageText';
import { MessageTextContext } from '../../../shared/messageText/messageTextContext';
import { LazyMediaContent } from '../media/LazyMediaContent';
import type { MediaKind, MediaView } from '../media/mediaViews';
import { FoldedText } from './FoldedText';
import type { DetailSection } from './messageDetails';
import { MessageMenu } from './MessageMenu';
import { messageTime } from './messageTime';
import { UploadProgress } from './UploadProgress';
import { templateName } from '../../../shared/templateName';
import styles from './Bubble.module.css';

export type Delivery = 'sending' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed';

export interface MessageFailure {
  /** The reason; without one the general text is shown. */
  text?: string | undefined;
  /** Whether the customer may already have the message: writing it again could send it twice. */
  mayHaveArrived?: boolean | undefined;
  /** Whether one of the three actions is pending. */
  busy?: boolean | undefined;
  /** Only the possible actions: the server keeps a message that the provider refused. */
  onRetry?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
  onDiscard?: (() => void) | undefined;
}

/** The message that this one answers. */
export interface QuoteView {
  author: string;
  /** Whether the agent wrote the message. */
  own?: boolean | undefined;
  /** Text or caption; may be empty for a file. */
  text: string;
  media?: MediaKind | undefined;
  /** Scrolls to the message; undefined if it is not loaded. */
  onOpen?: (() => void) | undefined;
}

/** The template of the message as the customer saw it; its text is the text of the message. */
export interface TemplateView {
  name: string;
  /** Heading and footer may be empty. */
  header: string;
  /** Address of the file in the header, which only the network opened. */
  headerLink?: string | undefined;
  footer: string;
  buttons: ReadonlyArray<string>;
}

export interface TextMessageView {
  kind: 'text';
  id: string;
  sender: 'customer' | 'own' | 'colleague' | 'bot';
  senderName: string;
  initials: string;
  color: string;
  /** The text, or the caption of the file. */
  text: string;
  /** Shown in place of a text: the message was removed, or its text is invisible. */
  note?: string | undefined;
  /** Whether the customer changed the text after sending it. */
  edited?: boolean | undefined;
  /** Emojis of reactions. */
  reactions?: ReadonlyArray<string> | undefined;
  /** Content that the network sends in a form of its own. */
  details?: ReadonlyArray<DetailSection> | undefined;
  media?: MediaView | undefined;
  /** Called if the address of the file has expired. */
  onExpired?: (() => void) | undefined;
  quote?: QuoteView | undefined;
  forwarded?: boolean | undefined;
  /** The name of the agent that the customer sees above the message (WAP-070). */
  agentName?: string | undefined;
  template?: TemplateView | undefined;
  /** When the message was written. Servers may omit the time. */
  time: number | undefined;
  /** The time that decides under which day the message is shown; `time` if undefined. */
  placed?: number | undefined;
  /** When the message arrived, if it arrived late. */
  arrived?: number | undefined;
  delivery?: Delivery | undefined;
  failure?: MessageFailure | undefined;
  /** The progress of the file's upload; `share` is between 0 and 1. */
  upload?: { share: number; onCancel: () => void } | undefined;
  /** Entries of the message's menu; without any there is no menu. */
  menu?: ReadonlyArray<MenuEntry> | undefined;
  onAnswer?: (() => void) | undefined;
}

export interface SystemMessageView {
  kind: 'system';
  id: string;
  text: string;
  time: number | undefined;
}

/** A transfer with a note for the receiver, which the customer does not see. */
export interface TransferMessageView {
  kind: 'transfer';
  id: string;
  /** The agent who transferred it, and the receiver. */
  text: string;
  /** The agent who transferred it, as in the text. */
  agent: string;
  note: string;
  time: number | undefined;
}

export type MessageView = TextMessageView | SystemMessageView | TransferMessageView;

export interface BubbleProps {
  message: TextMessageView;
  first: boolean;
  last: boolean;
}

const tickOf: Record<Delivery, Glyph> = {
  sending: Clock,
  queued: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
};

/** The style sheet cuts a quote after two lines. */
const quotedLength = 200;

export function Bubble({ message, first, last }: BubbleProps) {
  const { t } = useTranslation();
  const { sender, delivery, failure, media } = message;
  const isOurs = sender !== 'customer';
  const own = sender === 'own';
  const author = own ? t('chat.message.you') : message.senderName;
  const state = delivery === undefined ? '' : t(`chat.delivery.${delivery}`);
  const time = messageTime(message, t);
  const menu = message.menu ?? [];
  const reactions = message.reactions ?? [];
  const { header = '', headerLink = '', footer = '', buttons = [] } = message.template ?? {};
  const label = [author, time, state].filter((part) => part !== '').join(', ');
  return (
    <article
      aria-label={label}
      className={classNames(
        styles.message,
        isOurs ? styles.out : styles.in,
        sender === 'colleague' && styles.colleague,
        first && styles.first,
        last && styles.last,
        failure !== undefined && styles.failed,
      )}
    >
      <div className={styles.line}>
        {!isOurs && last && (
          <Avatar initials={message.initials} color={message.color} size={26} className={styles.avatar} />
        )}
        <div
          className={classNames(
            styles.bubble,
            (sender === 'bot' || message.template !== undefined) && styles.bot,
            (media?.kind === 'image' || media?.kind === 'video') && styles.framed,
            media?.kind === 'sticker' && styles.bare,
          )}
        >
          {message.forwarded === true && (
            <span className={styles.forwarded}>
              <Icon glyph={Forward} size={14} className={styles.authorGlyph} />
              {t('chat.message.forwarded')}
            </span>
          )}
          <AuthorLine message={message} first={first} />
          {message.quote !== undefined && <Quote quote={message.quote} />}
          {media !== undefined && (
            <LazyMediaContent
              media={media}
              label={[message.senderName, time].filter((part) => part !== '').join(', ')}
              onExpired={message.onExpired}
            />
          )}
          {message.upload !== undefined && <UploadProgress {...message.upload} />}
          <div className={classNames(styles.body, isBare(message) && styles.onlyTime)}>
            {headerLink.startsWith('https://') && (
              <a href={headerLink} target="_blank" rel="noopener noreferrer" className={styles.templateLink}>
                <bdi>{headerLink}</bdi>
              </a>
            )}
            {header !== '' && (
              <b dir="auto" className={styles.templateHeader}>
                {header}
              </b>
            )}
            {message.text !== '' && <FoldedText text={message.text} />}
            {message.note !== undefined && <span className={styles.note}>{message.note}</span>}
            {(message.details ?? []).map((section) => (
              <Details key={section.heading} section={section} />
            ))}
            {footer !== '' && (
              <span dir="auto" className={styles.templateFooter}>
                {footer}
              </span>
            )}
            {buttons.length > 0 && (
              <ul className={styles.templateButtons} aria-label={t('chat.message.templateButtons')}>
                {buttons.map((button) => (
                  <li key={button} className={styles.templateButton}>
                    {button}
                  </li>
                ))}
              </ul>
            )}
            <span className={styles.meta} title={message.time === undefined ? undefined : formatFull(message.time)}>
              {message.edited === true && `${t('chat.message.edited')} `}
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
          {menu.length > 0 && (
            <div className={styles.menu}>
              <MessageMenu author={own ? undefined : author} entries={menu} onAnswer={message.onAnswer} />
            </div>
          )}
        </div>
        {sender === 'colleague' && last && (
          <Avatar initials={message.initials} color={message.color} size={26} className={styles.ourAvatar} />
        )}
      </div>
      {reactions.length > 0 && (
        <p
          className={styles.reactions}
          aria-label={t('chat.message.reactions', { emojis: reactions.join(' ') })}
          role="img"
        >
          {reactions.map((emoji) => (
            <bdi key={emoji}>{emoji}</bdi>
          ))}
        </p>
      )}
      {failure !== undefined && <FailureLine failure={failure} />}
    </article>
  );
}

/** A file without text has only its time below it. */
function isBare({ media, text, note, details = [], template }: TextMessageView): boolean {
  return media !== undefined && text === '' && note === undefined && details.length === 0 && template === undefined;
}

/** The line above the text: the colleague, the bot, the template, or the agent's name as the customer sees it. */
function AuthorLine({ message, first }: { message: TextMessageView; first: boolean }) {
  const { t } = useTranslation();
  const { template, sender, senderName } = message;
  const name = sender === 'colleague' ? (first ? senderName : '') : sender === 'own' ? (message.agentName ?? '') : '';
  return (
    <>
      {name !== '' && (
        <span className={styles.author}>
          <bdi>{name}</bdi>
        </span>
      )}
      {template !== undefined ? (
        <span className={styles.author} title={template.name}>
          <Icon glyph={LayoutTemplate} size={14} className={styles.authorGlyph} />
          {t('chat.message.template', { name: templateName(template.name) })}
        </span>
      ) : (
        sender === 'bot' && (
          <span className={styles.author}>
            <Icon glyph={Bot} size={14} className={styles.authorGlyph} />
            {senderName}
          </span>
        )
      )}
    </>
  );
}

function Quote({ quote }: { quote: QuoteView }) {
  const { t } = useTranslation();
  const { network } = useContext(MessageTextContext);
  const text = [
    quote.media === undefined ? '' : mediaWord(quote.media, t),
    messageWords(cutBetweenCharacters(quote.text, quotedLength), network),
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const content = (
    <>
      <b className={styles.quoted}>
        <bdi>{quote.author}</bdi>
      </b>
      <bdi className={styles.quotedText}>{text}</bdi>
    </>
  );
  if (quote.onOpen === undefined) return <span className={styles.quote}>{content}</span>;
  return (
    <button
      type="button"
      className={styles.quote}
      aria-label={
        quote.own === true
          ? t('chat.message.openOwnQuote', { text })
          : t('chat.message.openQuote', { author: quote.author, text })
      }
      onClick={quote.onOpen}
    >
      {content}
    </button>
  );
}

function Details({ section }: { section: DetailSection }) {
  return (
    <div className={styles.details}>
      <b className={styles.detailsHeading}>{section.heading}</b>
      {section.lines.map((line, index) => (
        <span key={`${index} ${line}`} dir="auto" className={styles.detailsLine}>
          <MessageText text={line} />
        </span>
      ))}
    </div>
  );
}

function mediaWord(kind: MediaKind, t: TFunction): string {
  return t(`chat.media.${kind === 'contacts' ? 'contact' : kind}`);
}

function FailureLine({ failure }: { failure: MessageFailure }) {
  const { t } = useTranslation();
  const busy = failure.busy === true;
  const actions = [
    { label: t('chat.message.retry'), onClick: failure.onRetry },
    {
      label: t(failure.mayHaveArrived === true ? 'chat.message.writeAgain' : 'chat.message.edit'),
      onClick: failure.onEdit,
    },
    { label: t('chat.message.discard'), onClick: failure.onDiscard },
  ];
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
        {actions.map(
          ({ label, onClick }) =>
            onClick !== undefined && (
              <button key={label} type="button" className={styles.failureAction} disabled={busy} onClick={onClick}>
                {label}
              </button>
            ),
        )}
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

export function TransferCard({ message }: { message: TransferMessageView }) {
  const { t } = useTranslation();
  const { text, agent, note, time } = message;
  // The name is bold if the text begins with it.
  const name = agent !== '' && text.startsWith(agent) ? agent : '';
  return (
    <article className={styles.transfer} aria-label={[text, t('chat.hidden')].join(', ')}>
      <span className={styles.transferTile}>
        <Icon glyph={ArrowLeftRight} size={16} />
      </span>
      <div className={styles.transferBody}>
        <p className={styles.transferLine}>
          <span className={styles.transferWho}>
            {name !== '' && <b className={styles.transferName}>{name}</b>}
            <bdi>{text.slice(name.length)}</bdi>
            {time !== undefined && <span className={styles.transferTime}>{formatTime(time)}</span>}
          </span>
          <span className={styles.hidden}>
            <Icon glyph={Lock} size={12} className={styles.hiddenGlyph} />
            {t('chat.hidden')}
          </span>
        </p>
        <p dir="auto" className={styles.transferNote}>
          {note}
        </p>
      </div>
    </article>
  );
}
