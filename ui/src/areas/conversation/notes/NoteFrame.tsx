// Internal notes in the thread: notes within ten minutes share one frame. The author can change and remove a note for a
// limited time.
import type { NoteView } from 'core-wasm';
import { FileText, Pencil, RotateCcw, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { currentTime, everySecond } from '../../../core/page/ticker';
import { Avatar } from '../../../design/Avatar';
import { Button } from '../../../design/Button';
import { Icon } from '../../../design/icons/Icon';
import { IconButton } from '../../../design/IconButton';
import { isComposing } from '../../../design/isComposing';
import { VisuallyHidden } from '../../../design/VisuallyHidden';
import { formatTime } from '../../../i18n/format';
import { useCoreText } from '../../../i18n/text';
import { useTranslation } from '../../../i18n/useTranslation';
import { mentionParts } from './mention';
import { HiddenMark } from './ModeSwitch';
import styles from './Notes.module.css';

export interface NoteActions {
  onEdit: (id: string, text: string) => void;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
}

export interface NoteFrameProps extends NoteActions {
  notes: ReadonlyArray<NoteView>;
}

export function NoteFrame({ notes, ...actions }: NoteFrameProps) {
  const { t } = useTranslation();
  return (
    <div role="group" className={styles.frame} aria-label={t('notes.thread.frame')}>
      <div className={styles.frameHead}>
        <span className={styles.frameTitle}>
          <Icon glyph={FileText} size={14} />
          {t('notes.thread.frame')}
        </span>
        <HiddenMark />
      </div>
      {notes.map((note) => (
        <NoteLine key={note.id} note={note} {...actions} />
      ))}
    </div>
  );
}

type Doing = 'nothing' | 'editing' | 'removing';

function NoteLine({ note, onEdit, onRemove, onRetry, onDiscard }: NoteActions & { note: NoteView }) {
  const { t } = useTranslation();
  const say = useCoreText();
  const [doing, setDoing] = useState<Doing>('nothing');
  const tools = useRef<HTMLSpanElement>(null);
  const wasDoing = useRef(doing);
  // The element with the focus was removed: the focus returns to the button that the agent used before, or to the composer if
  // that button no longer exists.
  useEffect(() => {
    const before = wasDoing.current;
    wasDoing.current = doing;
    if (doing !== 'nothing' || before === 'nothing') return;
    const tool = tools.current?.querySelector<HTMLElement>(`[data-tool="${before}"]`);
    if (tool === null || tool === undefined) document.getElementById('composer')?.focus();
    else tool.focus();
  }, [doing]);
  const canChange = useIsBefore(note.changeableUntil);
  const time = formatTime(note.time);
  const author = note.own ? t('notes.thread.you') : note.author;
  const names = note.mentions.map(({ name }) => name);
  return (
    <div className={styles.line} data-phase={note.phase}>
      <Avatar initials={note.initials} color={note.color} size={26} className={styles.lineAvatar} />
      <div className={styles.lineBody}>
        <VisuallyHidden>{t('notes.thread.said', { author, time })}</VisuallyHidden>
        <b className={styles.author} aria-hidden="true">
          <bdi>{author}</bdi>
        </b>
        {note.removed ? (
          <i className={styles.removed}>{t('notes.thread.removed')}</i>
        ) : doing === 'editing' ? (
          <EditField
            text={note.text}
            onSave={(text) => {
              setDoing('nothing');
              onEdit(note.id, text);
            }}
            onCancel={() => setDoing('nothing')}
          />
        ) : (
          <span dir="auto" className={styles.noteText}>
            {mentionParts(note.text, names).map((part, index) =>
              part.mentioned ? (
                <span
                  key={index}
                  className={styles.mention}
                  data-own={note.mentions.some(({ own, name }) => own && part.text === `@${name}`) || undefined}
                >
                  {part.text}
                </span>
              ) : (
                part.text
              ),
            )}
          </span>
        )}
        {note.edited && <span className={styles.mark}>{t('notes.thread.edited')}</span>}
        {note.failure !== undefined && (
          <p className={styles.failure} role="alert">
            {say(note.failure)}
            <Button size="small" tone="ghost" glyph={RotateCcw} onClick={() => onRetry(note.id)}>
              {t('notes.thread.retry')}
            </Button>
            <Button size="small" tone="ghost" glyph={X} onClick={() => onDiscard(note.id)}>
              {t('notes.thread.discard')}
            </Button>
          </p>
        )}
        {doing === 'removing' && (
          <p className={styles.sure}>
            {t('notes.thread.removeSure')}
            <Button
              size="small"
              tone="dangerOutline"
              onClick={() => {
                setDoing('nothing');
                onRemove(note.id);
              }}
            >
              {t('notes.thread.removeYes')}
            </Button>
            <Button size="small" tone="ghost" onClick={() => setDoing('nothing')}>
              {t('notes.thread.cancel')}
            </Button>
          </p>
        )}
      </div>
      {canChange && doing === 'nothing' && (
        <span ref={tools} className={styles.lineTools}>
          <IconButton
            size="small"
            glyph={Pencil}
            iconSize={14}
            label={t('notes.thread.edit')}
            data-tool="editing"
            onClick={() => setDoing('editing')}
          />
          <IconButton
            size="small"
            glyph={Trash2}
            iconSize={14}
            label={t('notes.thread.remove')}
            data-tool="removing"
            onClick={() => setDoing('removing')}
          />
        </span>
      )}
      <span className={styles.time} aria-hidden="true">
        {note.phase === 'sending' ? t('notes.thread.sending') : time}
      </span>
    </div>
  );
}

function EditField(props: { text: string; onSave: (text: string) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(props.text);
  const obstacle = text.trim() === '' ? t('notes.composer.empty') : undefined;
  const save = (): void => {
    if (obstacle === undefined) props.onSave(text);
  };
  return (
    <span className={styles.edit}>
      <textarea
        className={styles.editField}
        aria-label={t('notes.thread.editField')}
        dir="auto"
        rows={2}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            props.onCancel();
          } else if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            save();
          }
        }}
      />
      <span className={styles.editTools}>
        <Button size="small" tone="ghost" onClick={props.onCancel}>
          {t('notes.thread.cancel')}
        </Button>
        <Button size="small" disabledReason={obstacle} onClick={save}>
          {t('notes.thread.save')}
        </Button>
      </span>
    </span>
  );
}

/** Whether the time has not come yet; false without a time. Renders again only when it comes. */
function useIsBefore(moment: number | undefined): boolean {
  const [isBefore, setIsBefore] = useState(() => moment !== undefined && currentTime() <= moment);
  useEffect(() => everySecond((now) => setIsBefore(moment !== undefined && now <= moment)), [moment]);
  return isBefore;
}
