// The composer. The field keeps its own text (a round trip would break caret and IME); a new epoch of the draft overwrites it.
import { LayoutTemplate, LockKeyhole, MessageSquareCheck, Mic, Plug, SendHorizontal, X, Zap } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { LengthView } from 'core-wasm';
import { useTranslation } from '../../../i18n/useTranslation';
import { announce } from '../../../design/Announcer';
import { Button } from '../../../design/Button';
import { classNames } from '../../../design/classNames';
import type { ChannelName } from '../../channels/channels';
import { IconButton } from '../../../design/IconButton';
import { Icon } from '../../../design/icons/Icon';
import { Kbd } from '../../../design/Kbd';
import { AttachButton } from './attachments/AttachButton';
import { isRefused, takesCaption, type AttachmentView } from './attachments/attachments';
import { AttachmentTray } from './attachments/AttachmentTray';
import { RecorderBar, type RecorderBarProps } from './attachments/RecorderBar';
import type { AddFiles } from './attachments/useFileDrop';
import { EmojiPicker } from './EmojiPicker';
import { ComposerField } from './ComposerField';
import { PresetList } from './PresetList';
import type { InsertedPreset } from './presets';
import { usePresets, type ComposerPresets } from './usePresets';
import { ComposerLockCard, type ChannelLock, type LostFiles } from './ComposerLockCard';
import { isSendAndFinishKey, isSendKey } from './sendKey';
import { usePastedNote } from './usePastedNote';
import { useOwnText } from './useOwnText';
import box from './ComposerBox.module.css';
import styles from './Composer.module.css';
import { isComposing } from '../../../design/isComposing';
import { isUsedByTouch } from '../../../shared/touch';

export type ComposerLock =
  | { kind: 'closed'; onQualify: () => void }
  | { kind: 'disconnected'; channel: ChannelName; pending: boolean; onConnect: () => void }
  | ChannelLock;

export interface ComposerProps {
  /** The name of the field, for example "Mensagem para Mariana Albuquerque". */
  label: string;
  draft: string;
  /**
   * The dialog of the finish opens after the server accepted the sent message; undefined where the attendance cannot be
   * finished.
   */
  onFinishAfterSending?: (() => void) | undefined;
  /** Files and recordings that were prepared but not sent before the attendance ended. */
  lostFiles?: LostFiles | undefined;
  /** A new epoch overwrites the text of the field. */
  draftEpoch: number;
  onDraftChange: (text: string) => void;
  onSend: (text: string) => void;
  /** Ctrl+Enter sends and Enter breaks the line; otherwise Enter sends and Shift+Enter breaks. */
  sendWithCtrlEnter: boolean;
  lock: ComposerLock | null;
  /** The used part of the network's limit for the text, from nine tenths on; the same for a text beside a file. */
  textLength?: LengthView | undefined;
  captionLength?: LengthView | undefined;
  /** A variable without a value in the text; the text is not sent with it. */
  openVariable?: string | undefined;
  /** Whether a pasted text is the text of an internal note: the agent is warned once before it is sent. */
  isInternal?: ((pasted: string) => boolean) | undefined;
  /** Whether the network accepts no text beside a file. */
  noCaption?: boolean | undefined;
  /** The message that is being answered. */
  reply?: { author: string; text: string; onCancel: () => void } | undefined;
  /** Whether files can be attached. */
  attachments?: ComposerAttachments | undefined;
  /** Preset messages of the queue or campaign; without them '/' is plain text. */
  presets?: ComposerPresets | undefined;
  onOpenTemplates?: (() => void) | undefined;
  /** Begins to record a sound. */
  onRecord?: (() => void) | undefined;
  /** Why the last recording could not begin. */
  recordFault?: { text: string; onDismiss: () => void } | undefined;
  /** Slot above the field, and above the card of a locked composer: the choice between answer and note. */
  modeSwitch?: ReactNode;
  /** Replaces the field while a sound is recorded. */
  recorder?: RecorderBarProps | undefined;
}

export interface ComposerAttachments {
  items: ReadonlyArray<AttachmentView>;
  maxMegabytes: number;
  onAdd: AddFiles;
  onRemove: (id: string) => void;
  /** Sends the files with the text as a caption. Returns whether the text was sent. */
  onSend: (text: string) => boolean;
}

export function Composer(props: ComposerProps) {
  const state = props.lock?.kind ?? (props.recorder === undefined ? 'open' : 'recorder');
  const lastState = useRef(state);
  // When field, recorder and lock replace each other and the focus was lost with the old one, focus the new one.
  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    if (document.activeElement === null || document.activeElement === document.body)
      document.getElementById('composer')?.focus();
  }, [state]);
  if (props.lock !== null)
    return (
      <LockedComposer
        lock={props.lock}
        draft={props.draft}
        modeSwitch={props.modeSwitch}
        lostFiles={props.lostFiles}
        onDiscard={() => {
          props.onDraftChange('');
          document.getElementById('composer')?.focus();
        }}
      />
    );
  if (props.recorder !== undefined)
    return (
      <div className={classNames(box.box, styles.composer)}>
        <RecorderBar {...props.recorder} />
      </div>
    );
  return <OpenComposer {...props} />;
}

function OpenComposer(props: ComposerProps) {
  const { label, draft, draftEpoch, onDraftChange, onSend, sendWithCtrlEnter, attachments, reply } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const lengthId = useId();
  const variableId = useId();
  const [text, setText] = useOwnText(draft, draftEpoch);

  const change = (next: string): void => {
    setText(next);
    onDraftChange(next);
  };
  /** Renders the text at once: a key that the agent presses next must find the caret at its new place. */
  const replace = (next: InsertedPreset): void => {
    flushSync(() => {
      change(next.text);
    });
    field.current?.focus();
    field.current?.setSelectionRange(next.caret, next.selectionEnd ?? next.caret);
  };
  const sendNow = useRef<() => void>(undefined);
  const presets = usePresets(props.presets, text, replace, () => sendNow.current?.());
  const files = attachments?.items ?? [];
  // A refused file stays in the tray with its reason; the others are sent. If all files were refused, their text stays too.
  const sendable = files.filter((file) => !isRefused(file));
  const isEmpty = sendable.length === 0 && (files.length > 0 || text.trim() === '');
  const isCaption = props.noCaption !== true && sendable.some(takesCaption);
  const length = isCaption ? props.captionLength : props.textLength;
  const tooLong =
    length?.over !== true
      ? undefined
      : t(isCaption ? 'chat.composer.captionTooLong' : 'chat.composer.textTooLong', { most: length.most });
  const nothing = files.length > 0 ? t('chat.attach.removeReason') : t('chat.composer.emptyReason');
  const { openVariable } = props;
  const open = openVariable === undefined ? undefined : t('chat.composer.openVariable', { variable: openVariable });
  const obstacle = tooLong ?? (isEmpty ? nothing : open);
  const internal = usePastedNote(props.isInternal, text);
  /** Returns whether there was something to send. */
  const send = (): boolean => {
    if (obstacle !== undefined) {
      if (tooLong !== undefined || open !== undefined || files.length > 0) announce(obstacle, 'assertive');
      return false;
    }
    if (internal.warn()) {
      announce(t('chat.composer.fromNote'), 'assertive');
      return false;
    }
    if (attachments !== undefined && sendable.length > 0) {
      if (attachments.onSend(text)) setText('');
    } else {
      // The core clears the draft when it accepts the text; a refused text stays in the field.
      onSend(text);
    }
    presets.reset();
    field.current?.focus();
    return true;
  };
  const sendAndFinish = (): void => {
    if (send()) props.onFinishAfterSending?.();
  };
  useEffect(() => {
    sendNow.current = send;
  });
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (presets.press(event)) return;
    // While an input method is composing, Enter chooses a word and does not send.
    if (isComposing(event)) return;
    if (event.key === 'Escape' && reply !== undefined) {
      event.preventDefault();
      reply.onCancel();
    }
    if (props.onFinishAfterSending !== undefined && isSendAndFinishKey(event)) {
      event.preventDefault();
      sendAndFinish();
    }
    if (!isSendKey(event, sendWithCtrlEnter)) return;
    event.preventDefault();
    send();
  };
  const insert = (emoji: string): void => {
    const element = field.current;
    if (element === null) return;
    const start = element.selectionStart;
    const next = text.slice(0, start) + emoji + text.slice(element.selectionEnd);
    replace({ text: next, caret: start + emoji.length });
  };

  const follow = (): void => {
    if (field.current !== null) presets.follow(field.current.value, field.current.selectionStart);
  };
  const togglePresets = (): void => {
    if (presets.shown === undefined) presets.open(field.current?.selectionStart ?? text.length);
    else presets.close();
    field.current?.focus();
  };

  return (
    <div className={classNames(box.box, styles.composer)}>
      {presets.shown !== undefined && (
        <PresetList
          state={presets.shown}
          list={presets.list}
          missing={presets.missing}
          onRetry={() => props.presets?.onLoad()}
        />
      )}
      {props.modeSwitch}
      {props.recordFault !== undefined && (
        <div className={styles.fault} role="alert">
          <span className={styles.faultText}>{props.recordFault.text}</span>
          <IconButton
            size="small"
            iconSize={14}
            glyph={X}
            label={t('chat.record.dismiss')}
            onClick={() => {
              props.recordFault?.onDismiss();
              field.current?.focus();
            }}
          />
        </div>
      )}
      {reply !== undefined && (
        <div className={styles.reply}>
          <span className={styles.replyText}>
            <b className={styles.replyAuthor}>{t('chat.composer.replyTo', { author: reply.author })}</b>
            <span className={styles.replyQuote}>
              <bdi>{reply.text}</bdi>
            </span>
          </span>
          <IconButton
            size="small"
            iconSize={14}
            glyph={X}
            label={t('chat.composer.cancelReply')}
            onClick={() => {
              reply.onCancel();
              field.current?.focus();
            }}
          />
        </div>
      )}
      {attachments !== undefined && files.length > 0 && (
        <AttachmentTray
          items={files}
          onRemove={(id) => {
            attachments.onRemove(id);
            field.current?.focus();
          }}
        />
      )}
      <ComposerField
        ref={field}
        label={label}
        placeholder={t(reply === undefined && isCaption ? 'chat.attach.caption' : 'chat.composer.placeholder')}
        text={text}
        invalid={tooLong !== undefined}
        aria-describedby={length !== undefined ? lengthId : open !== undefined ? variableId : undefined}
        list={props.presets === undefined ? undefined : presets.list.field}
        onChange={(event) => {
          change(event.target.value);
          presets.follow(event.target.value, event.target.selectionStart);
        }}
        onClick={follow}
        onKeyUp={(event) => {
          if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) follow();
        }}
        onKeyDown={press}
        onPaste={(event) => internal.pasted(event.clipboardData.getData('text'))}
      />
      {internal.isShown && (
        <p className={styles.fromNote}>
          <Icon glyph={LockKeyhole} size={14} className={styles.fromNoteGlyph} />
          {t('chat.composer.fromNote')}
        </p>
      )}
      {length !== undefined && (
        <p id={lengthId} className={classNames(styles.length, tooLong !== undefined && styles.over)}>
          {tooLong !== undefined && <span role="alert">{tooLong}</span>}
          <span>{t('chat.composer.length', { used: length.used, most: length.most })}</span>
        </p>
      )}
      {open !== undefined && (
        <p id={variableId} role="status" className={styles.length}>
          {open}
        </p>
      )}
      <div className={styles.tools}>
        {attachments !== undefined && (
          <AttachButton
            onAdd={(added) => {
              attachments.onAdd(added);
              field.current?.focus();
            }}
            maxMegabytes={attachments.maxMegabytes}
          />
        )}
        <EmojiPicker onPick={insert} />
        {props.presets !== undefined && (
          <IconButton
            glyph={Zap}
            iconSize={18}
            label={t('chat.presets.title')}
            tooltipSide="top"
            aria-pressed={presets.shown !== undefined}
            onClick={togglePresets}
          />
        )}
        {props.onOpenTemplates !== undefined && (
          <IconButton
            glyph={LayoutTemplate}
            iconSize={18}
            label={t('chat.composer.templates')}
            tooltipSide="top"
            onClick={props.onOpenTemplates}
          />
        )}
        {props.onRecord !== undefined && (
          <IconButton
            glyph={Mic}
            iconSize={18}
            label={t('chat.record.start')}
            tooltipSide="top"
            onClick={props.onRecord}
          />
        )}
        <span className={styles.space} />
        {!isUsedByTouch() && (
          <span className={styles.hint} aria-hidden="true">
            <Kbd>{sendWithCtrlEnter ? 'Ctrl Enter' : 'Shift Enter'}</Kbd>
            {sendWithCtrlEnter ? t('chat.composer.hintSend') : t('chat.composer.hintBreak')}
          </span>
        )}
        {props.onFinishAfterSending !== undefined && (
          <IconButton
            glyph={MessageSquareCheck}
            iconSize={18}
            label={t('chat.composer.sendAndFinish')}
            shortcut="Ctrl Shift Enter"
            tooltipSide="top"
            disabledReason={obstacle}
            onClick={sendAndFinish}
          />
        )}
        <Button
          tone="primary"
          glyph={SendHorizontal}
          aria-label={t('chat.composer.sendLabel')}
          disabledReason={obstacle}
          onClick={send}
        >
          {t('chat.composer.send')}
        </Button>
      </div>
    </div>
  );
}

/** A lock of the attendance or its channel's connection, in the form of a channel's own locks. */
function useChannelLock(lock: ComposerLock): ChannelLock {
  const { t } = useTranslation();
  switch (lock.kind) {
    case 'closed':
      return {
        kind: 'channel',
        glyph: LockKeyhole,
        tone: 'plain',
        title: t('chat.composer.closedTitle'),
        help: t('chat.composer.closedHelp'),
        action: { label: t('chat.composer.qualify'), tone: 'primary', onSelect: lock.onQualify },
      };
    case 'disconnected':
      return {
        kind: 'channel',
        glyph: Plug,
        tone: 'plain',
        title: t('chat.composer.disconnectedTitle', { channel: t(`channels.name.${lock.channel}`) }),
        help: t('chat.composer.disconnectedHelp'),
        action: { label: t('chat.composer.connect'), tone: 'primary', pending: lock.pending, onSelect: lock.onConnect },
      };
    case 'channel':
      return lock;
  }
}

interface LockedComposerProps {
  lock: ComposerLock;
  draft: string;
  modeSwitch: ReactNode;
  lostFiles: LostFiles | undefined;
  onDiscard: () => void;
}

function LockedComposer({ lock, draft, modeSwitch, lostFiles, onDiscard }: LockedComposerProps) {
  const card = useChannelLock(lock);
  // An attendance that has ended does not open again: its text stays to be copied until it is qualified.
  const lost = lock.kind === 'closed' && draft.trim() !== '' ? { text: draft, onDiscard } : undefined;
  return (
    <ComposerLockCard
      lock={card}
      keepsDraft={lock.kind !== 'closed' && draft.trim() !== ''}
      lost={lost}
      lostFiles={lock.kind === 'closed' ? lostFiles : undefined}
      modeSwitch={modeSwitch}
    />
  );
}
