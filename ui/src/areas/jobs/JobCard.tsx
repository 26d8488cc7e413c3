// One attendance in the list, 76 px high in every state: a link to the conversation, with all its information in its accessible name.
import type { Author, MessagePreview, RowTransferView } from 'core-wasm';
import type { TFunction } from 'i18next';
import { AlarmClock, ArrowLeftRight, CircleAlert, Pin } from 'lucide-react';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Badge } from '../../design/Badge';
import { channelGlyph, type ChannelName } from '../channels/channels';
import { classNames } from '../../design/classNames';
import { Icon } from '../../design/icons/Icon';
import { ContextMenu, type MenuEntry } from '../../design/Menu';
import { openLink } from '../../design/openLink';
import { useToday } from '../../core/page/today';
import { cutForSentence } from '../../i18n/cut';
import { formatComing, formatListTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import { isUntilReply } from './snoozeTimes';
import { WindowCountdown } from './WindowCountdown';
import { WaitingPill } from '../../shared/waiting/WaitingPill';
import { useWait, waitLabel, type Wait } from '../../shared/waiting/waitingTime';
import { useWindowLeft, windowLabel, type ShownWindow } from './windowLeft';
import styles from './JobCard.module.css';

export type PreviewMedia = 'sticker' | 'audio' | 'image' | 'video' | 'file' | 'contact' | 'unsupported';
/** Who wrote the last message; for a colleague the short name, if known. */
interface PreviewAuthor {
  author: Author;
  authorName?: string | undefined;
}

export type JobPreview =
  | ({ kind: 'text'; text: string } & PreviewAuthor)
  | ({ kind: 'media'; media: PreviewMedia } & PreviewAuthor)
  /** The transfer by a colleague; its note may be empty. */
  | { kind: 'transfer'; agent: string; note: string }
  | { kind: 'detail'; detail: NonNullable<MessagePreview['detail']> }
  /** A message whose text is invisible or empty. */
  | { kind: 'noText' }
  | { kind: 'revoked' }
  | { kind: 'draft'; text: string }
  /** The draft of an internal note. */
  | { kind: 'noteDraft'; text: string }
  | { kind: 'typing' }
  | { kind: 'error' }
  | { kind: 'closed' }
  /** The state of a call. */
  | { kind: 'call'; state: ReactNode }
  | { kind: 'none' };

export interface JobCardProps {
  href: string;
  name: string;
  initials: string;
  color: string;
  channel: ChannelName;
  selected: boolean;
  unread: number;
  /** Whether the agent marked the attendance as unread: it looks unread, without a count. */
  markedUnread?: boolean | undefined;
  pinned?: boolean | undefined;
  /** The transfer that brought the attendance, until the agent opens it. */
  transfer?: RowTransferView | undefined;
  /** The conversation window; undefined for channels without one. */
  window?: ShownWindow | undefined;
  /** Whether nobody has written in the attendance: its window was never open, so it has not expired. */
  notBegun?: boolean | undefined;
  /** Whether the snooze ended and the agent has not opened the attendance since. */
  returned?: boolean | undefined;
  /** Whether the attendance is finished and waits for its qualification. */
  disabled: boolean;
  /** Epoch milliseconds of the last message. */
  time: number | null;
  /** When a finished attendance ended, in epoch milliseconds; undefined if the server does not say: then the time of its last message shows. */
  endedAt?: number | undefined;
  /** Until when the attendance is snoozed, in epoch milliseconds; undefined if it is not. */
  snoozedUntil?: number | undefined;
  /** The customer's wait for an answer; undefined if the customer does not wait. */
  wait?: Wait | undefined;
  preview: JobPreview;
  /** Name of the queue or campaign; may be empty. */
  place: string;
  tagColors?: ReadonlyArray<string> | undefined;
  tabIndex: 0 | -1;
  menu: ReadonlyArray<MenuEntry>;
  onOpen: () => void;
}

export const JobCard = memo(function JobCard(props: JobCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const {
    name,
    channel,
    unread,
    disabled,
    time,
    preview,
    place,
    markedUnread = false,
    pinned = false,
    transfer,
    returned = false,
  } = props;
  // The window of a finished attendance is irrelevant.
  const notBegun = props.notBegun === true && !disabled && props.window?.state === 'expired';
  const window = disabled || notBegun ? undefined : props.window;
  const left = useWindowLeft(window);
  const wait = disabled ? undefined : props.wait;
  const waited = useWait(wait);
  const unreadLabel = t('jobs.unread.label', { count: unread });
  const { snoozedUntil } = props;
  const untilReply = snoozedUntil !== undefined && isUntilReply(snoozedUntil);
  const returns =
    snoozedUntil === undefined ? '' : untilReply ? t('jobs.card.untilReply') : formatComing(snoozedUntil, today);
  const endedAt = disabled ? props.endedAt : undefined;
  const shown = endedAt ?? time;
  const lastTime = shown === null ? '' : formatListTime(shown, today, language, t);
  const spokenTime =
    lastTime === '' || !disabled
      ? lastTime
      : t(endedAt === undefined ? 'jobs.card.lastMessage' : 'jobs.card.endedAt', { time: lastTime });
  const label = [
    name,
    preview.kind === 'error' ? t('jobs.preview.error') : '',
    t(`channels.name.${channel}`),
    transfer === undefined ? '' : transferLabel(transfer, t),
    wait !== undefined && waited !== null ? waitLabel(wait, waited, t) : '',
    returns === ''
      ? ''
      : untilReply
        ? t('jobs.card.snoozedUntilReply')
        : t('jobs.card.snoozedUntil', { time: returns }),
    pinned ? t('jobs.card.pinned') : '',
    unread > 0 ? unreadLabel : markedUnread ? t('jobs.card.markedUnread') : '',
    returned ? t('jobs.card.returnedLabel') : '',
    window !== undefined && left !== null ? windowLabel(window, left, t) : '',
    notBegun ? t('jobs.window.labelNotBegun') : '',
    disabled ? t('jobs.card.finished') : '',
    place,
    preview.kind === 'error' || preview.kind === 'transfer' ? '' : previewWords(preview, t),
    spokenTime,
  ]
    .filter((part) => part !== '')
    .join(', ');

  const card = (
    <a
      href={props.href}
      tabIndex={props.tabIndex}
      aria-current={props.selected ? 'page' : undefined}
      aria-label={label}
      data-ch={channel}
      className={classNames(
        styles.card,
        (unread > 0 || markedUnread || transfer !== undefined) && styles.unread,
        transfer !== undefined && styles.fresh,
        disabled && styles.done,
        preview.kind === 'error' && styles.failed,
      )}
      onClick={openLink(props.onOpen)}
    >
      <Avatar initials={props.initials} color={props.color} size={40} badge={channelGlyph[channel]} muted={disabled} />
      <span className={styles.body}>
        <span className={styles.first}>
          <bdi className={styles.name}>{name}</bdi>
          {transfer !== undefined && <span className={styles.new}>{t('jobs.card.new')}</span>}
          {returned && <span className={styles.returned}>{t('jobs.card.returned')}</span>}
          {pinned && <Icon glyph={Pin} size={12} className={styles.pin} />}
          {returns !== '' ? (
            <span className={styles.returns}>
              <Icon glyph={AlarmClock} size={12} className={styles.returnsGlyph} />
              {returns}
            </span>
          ) : wait !== undefined && waited !== null ? (
            <WaitingPill wait={wait} now={waited} />
          ) : (
            lastTime !== '' && (
              <span className={styles.time} title={disabled ? spokenTime : undefined}>
                {disabled && endedAt === undefined ? t('jobs.card.lastMessageShort', { time: lastTime }) : lastTime}
              </span>
            )
          )}
        </span>
        <span className={styles.second}>
          {preview.kind === 'transfer' && (
            <Icon glyph={ArrowLeftRight} size={14} className={classNames(styles.previewGlyph, styles.transferGlyph)} />
          )}
          {preview.kind === 'error' && <Icon glyph={CircleAlert} size={14} className={styles.previewGlyph} />}
          <span className={styles.preview}>
            <PreviewText preview={preview} />
          </span>
          {disabled ? (
            <span className={styles.pill}>{t('jobs.card.qualify')}</span>
          ) : (
            <>
              <Badge count={unread} label={unreadLabel} className={styles.badge} />
              {unread === 0 && markedUnread && <span className={styles.mark} />}
            </>
          )}
        </span>
        <span className={styles.third}>
          {props.tagColors !== undefined && props.tagColors.length > 0 && (
            <span className={styles.tags}>
              {props.tagColors.map((color, index) => (
                <i key={index} className={styles.tag} style={{ '--tag-color': color } as CSSProperties} />
              ))}
            </span>
          )}
          <span className={styles.place}>{place}</span>
          {window !== undefined && <WindowCountdown window={window} look="card" />}
          {notBegun && <span className={styles.notBegun}>{t('jobs.window.notBegun')}</span>}
        </span>
      </span>
    </a>
  );
  if (props.menu.length === 0) return card;
  return <ContextMenu label={t('jobs.card.menu', { name })} entries={props.menu} trigger={card} />;
});

function withAuthor({ author, authorName = '' }: PreviewAuthor, text: string, t: TFunction): string {
  switch (author) {
    case 'own':
      return t('jobs.preview.own', { text });
    case 'colleague':
      return authorName === ''
        ? t('jobs.preview.team', { text })
        : t('jobs.preview.colleague', { name: authorName, text });
    case 'bot':
      return t('jobs.preview.bot', { text });
    case 'customer':
    case 'system':
      return text;
  }
}

function transferLabel({ agent, note }: RowTransferView, t: TFunction): string {
  return note === '' ? t('jobs.card.newFrom', { agent }) : t('jobs.card.newFromWithNote', { agent, note });
}

export function PreviewText({ preview }: { preview: JobPreview }) {
  const { t } = useTranslation();
  switch (preview.kind) {
    case 'text':
    case 'transfer':
      return <bdi>{previewWords(preview, t)}</bdi>;
    case 'draft':
      return (
        <>
          <span className={styles.draft}>{t('jobs.preview.draft')}</span> <bdi>{preview.text}</bdi>
        </>
      );
    case 'noteDraft':
      return (
        <>
          <span className={styles.noteDraft}>{t('jobs.preview.noteDraft')}</span> <bdi>{preview.text}</bdi>
        </>
      );
    case 'typing':
      return <span className={styles.typing}>{previewWords(preview, t)}</span>;
    case 'call':
      return <>{preview.state}</>;
    case 'media':
    case 'error':
    case 'revoked':
    case 'detail':
    case 'noText':
    case 'closed':
    case 'none':
      return <>{previewWords(preview, t)}</>;
  }
}

/** The preview in the accessible name of a card; empty for a call, whose state changes constantly. */
export function previewWords(preview: JobPreview, t: TFunction): string {
  switch (preview.kind) {
    case 'text':
      return withAuthor(preview, preview.text, t);
    case 'media':
      return withAuthor(preview, t(`chat.media.${preview.media}`), t);
    case 'transfer':
      return preview.note === ''
        ? t('jobs.preview.transferred', { agent: preview.agent })
        : t('jobs.preview.colleague', { name: preview.agent, text: preview.note });
    case 'draft':
      return `${t('jobs.preview.draft')} ${cutForSentence(preview.text)}`;
    case 'noteDraft':
      return `${t('jobs.preview.noteDraft')} ${cutForSentence(preview.text)}`;
    case 'typing':
      return t('jobs.preview.typing');
    case 'error':
      return t('jobs.preview.error');
    case 'revoked':
      return t('chat.message.revoked');
    case 'detail':
      return t(`chat.details.${preview.detail}`);
    case 'noText':
      return t('chat.message.noText');
    case 'closed':
      return t('jobs.preview.closed');
    case 'call':
    case 'none':
      return '';
  }
}
