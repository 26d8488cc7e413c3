// The composer. The field keeps its own text (a round trip would break caret and IME); a new epoch of the draft overwrites it.
import { LockKeyhole, Plug, SendHorizontal } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button';
import type { ChannelName } from '../channels/channels';
import { Icon } from '../../design/icons/Icon';
import { Kbd } from '../../design/Kbd';
import { writingDirection } from '../../i18n/direction';
import { EmojiPicker } from './EmojiPicker';
import styles from './Composer.module.css';

export type ComposerLock =
  | { kind: 'closed'; onQualify: () => void }
  | { kind: 'disconnected'; channel: ChannelName; pending: boolean; onConnect: () => void };

export interface ComposerProps {
  /** The name of the field, for example "Mensagem para Mariana Albuquerque". */
  label: string;
  draft: string;
  /** A new epoch overwrites the text of the field. */
  draftEpoch: number;
  onDraftChange: (text: string) => void;
  onSend: (text: string) => void;
  /** Ctrl+Enter sends and Enter breaks the line; otherwise Enter sends and Shift+Enter breaks. */
  sendWithCtrlEnter: boolean;
  lock: ComposerLock | null;
}

export function Composer(props: ComposerProps) {
  const state = props.lock?.kind ?? 'open';
  const lastState = useRef(state);
  // When field and lock replace each other and the focus was lost with the old one, focus the new one.
  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    if (document.activeElement === null || document.activeElement === document.body)
      document.getElementById('composer')?.focus();
  }, [state]);
  return props.lock === null ? <OpenComposer {...props} /> : <LockedComposer lock={props.lock} />;
}

function OpenComposer({ label, draft, draftEpoch, onDraftChange, onSend, sendWithCtrlEnter }: ComposerProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [own, setOwn] = useState({ text: draft, epoch: draftEpoch });
  if (own.epoch !== draftEpoch) setOwn({ text: draft, epoch: draftEpoch });
  const { text } = own;

  useLayoutEffect(() => {
    const fit = (): void => {
      const element = field.current;
      if (element === null) return;
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight}px`;
    };
    fit();
    // A narrower page wraps the text into more lines.
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [text]);

  const change = (next: string): void => {
    setOwn((current) => ({ ...current, text: next }));
    onDraftChange(next);
  };
  const send = (): void => {
    if (text.trim() === '') return;
    // The core clears the draft when it accepts the text; a refused text stays in the field.
    onSend(text);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method composes, Enter chooses a word; some engines report only the key code 229.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const withCtrl = event.ctrlKey || event.metaKey;
    const sends = sendWithCtrlEnter ? withCtrl : !event.shiftKey && !withCtrl && !event.altKey;
    if (!sends) return;
    event.preventDefault();
    send();
  };
  const insert = (emoji: string): void => {
    const element = field.current;
    if (element === null) return;
    const start = element.selectionStart;
    const next = text.slice(0, start) + emoji + text.slice(element.selectionEnd);
    change(next);
    // Set the caret after React has rendered the new text.
    window.requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(start + emoji.length, start + emoji.length);
    });
  };

  return (
    <div className={styles.composer}>
      <textarea
        ref={field}
        id="composer"
        className={styles.field}
        rows={1}
        dir={writingDirection(text)}
        aria-label={label}
        placeholder={t('chat.composer.placeholder')}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
      <div className={styles.tools}>
        <EmojiPicker onPick={insert} />
        <span className={styles.space} />
        <span className={styles.hint} aria-hidden="true">
          <Kbd>{sendWithCtrlEnter ? 'Ctrl Enter' : 'Shift Enter'}</Kbd>
          {sendWithCtrlEnter ? t('chat.composer.hintSend') : t('chat.composer.hintBreak')}
        </span>
        <Button
          tone="primary"
          glyph={SendHorizontal}
          aria-label={t('chat.composer.sendLabel')}
          disabledReason={text.trim() === '' ? t('chat.composer.emptyReason') : undefined}
          onClick={send}
        >
          {t('chat.composer.send')}
        </Button>
      </div>
    </div>
  );
}

function LockedComposer({ lock }: { lock: ComposerLock }) {
  const { t } = useTranslation();
  const closed = lock.kind === 'closed';
  return (
    <div className={styles.composer}>
      <div className={styles.locked} id="composer" tabIndex={-1}>
        <Icon glyph={closed ? LockKeyhole : Plug} size={18} className={styles.lockGlyph} />
        <p className={styles.lockText}>
          <span className={styles.lockTitle}>
            {closed
              ? t('chat.composer.closedTitle')
              : t('chat.composer.disconnectedTitle', { channel: t(`channels.name.${lock.channel}`) })}
          </span>
          {closed ? t('chat.composer.closedHelp') : t('chat.composer.disconnectedHelp')}
        </p>
        {lock.kind === 'closed' ? (
          <Button tone="primary" onClick={lock.onQualify}>
            {t('chat.composer.qualify')}
          </Button>
        ) : (
          <Button tone="primary" pending={lock.pending} onClick={lock.onConnect}>
            {t('chat.composer.connect')}
          </Button>
        )}
      </div>
    </div>
  );
}
