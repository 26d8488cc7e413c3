// The composer of internal notes: with a different appearance, so that nobody confuses it with an answer. Enter adds the note. It has no templates,
// files, presets or quotes.
import { AtSign, LockKeyhole } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '../../../design/Announcer';
import { Avatar } from '../../../design/Avatar';
import { Button } from '../../../design/Button';
import { classNames } from '../../../design/classNames';
import { IconButton } from '../../../design/IconButton';
import { isComposing } from '../../../design/isComposing';
import { SearchList } from '../../../design/SearchList';
import { useSearchList } from '../../../design/useSearchList';
import { useTranslation } from '../../../i18n/useTranslation';
import { ComposerField } from '../composer/ComposerField';
import { isSendKey } from '../composer/sendKey';
import { useOwnText } from '../composer/useOwnText';
import box from '../composer/ComposerBox.module.css';
import { findPeople, insertMention, mentionQuery, withoutMentionBefore, type NotePerson } from './mention';
import { ModeSwitch, type WritingMode } from './ModeSwitch';
import styles from './Notes.module.css';

export interface NotePeople {
  state: 'loading' | 'ready' | 'failed';
  people: ReadonlyArray<NotePerson>;
  /** Called when the list is opened or must be requested again. */
  onLoad: () => void;
}

export interface NoteComposerProps {
  /** The name of the field, for example "Nota interna sobre Mariana Albuquerque". */
  label: string;
  draft: string;
  /** A new epoch overwrites the text of the field. */
  draftEpoch: number;
  /** Names of the people whom the text mentions. */
  mentions: ReadonlyArray<string>;
  /** Number of characters above the limit. */
  excess: number;
  /** Whether the answer to the customer has a text, too. */
  hasReply: boolean;
  sendWithCtrlEnter: boolean;
  people: NotePeople;
  onDraftChange: (text: string) => void;
  onMention: (id: string) => void;
  onAdd: (text: string) => void;
  onModeChange: (mode: WritingMode) => void;
}

export function NoteComposer(props: NoteComposerProps) {
  const { label, draft, draftEpoch, mentions, excess, people, onDraftChange, onAdd } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useOwnText(draft, draftEpoch);
  const [caret, setCaret] = useState(text.length);
  /** The '@' for which the agent closed the list. */
  const [closedAt, setClosedAt] = useState<number>();
  const query = mentionQuery(text, caret);
  // Text after a chosen name is plain text.
  const isChosen = query !== undefined && mentions.some((name) => query.search.startsWith(name));
  const wanted = query !== undefined && query.start !== closedAt && !isChosen ? query : undefined;
  const found = wanted === undefined || people.state !== 'ready' ? [] : findPeople(people.people, wanted.search);
  // A search without a result is plain text with an '@'.
  const isOpen = wanted !== undefined && (found.length > 0 || people.state !== 'ready' || wanted.search === '');

  const change = (next: string, nextCaret: number): void => {
    setText(next);
    setCaret(nextCaret);
    onDraftChange(next);
    list.reset();
    const nextQuery = mentionQuery(next, nextCaret);
    if (nextQuery?.start !== closedAt) setClosedAt(undefined);
    if (nextQuery !== undefined && query === undefined) people.onLoad();
  };
  /** Renders the text at once: a key that the agent presses next must find the caret at its new place. */
  const replace = (next: { text: string; caret: number }): void => {
    flushSync(() => change(next.text, next.caret));
    field.current?.focus();
    field.current?.setSelectionRange(next.caret, next.caret);
  };
  const choose = ({ id, name }: NotePerson): void => {
    if (wanted === undefined) return;
    replace(insertMention(text, wanted, name));
    setClosedAt(wanted.start);
    props.onMention(id);
  };
  const list = useSearchList({ rows: found, isOpen, start: 'first', onPick: choose });
  const obstacle =
    text.trim() === ''
      ? t('notes.composer.empty')
      : excess > 0
        ? t('notes.composer.tooLong', { count: excess })
        : undefined;
  const add = (): void => {
    if (obstacle !== undefined) {
      if (excess > 0) announce(obstacle, 'assertive');
      return;
    }
    onAdd(text);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return;
    if (isOpen) {
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        setClosedAt(wanted?.start);
        return;
      }
      if (event.key === 'Tab' && !event.shiftKey && list.active !== undefined) {
        event.preventDefault();
        list.pick(list.active);
        return;
      }
      // The '@' and its search must not be added because the list was loaded too late.
      if (event.key === 'Enter' && people.state === 'loading') return event.preventDefault();
      if (list.press(event)) return;
    }
    const element = event.currentTarget;
    if (event.key === 'Backspace' && element.selectionStart === element.selectionEnd) {
      const without = withoutMentionBefore(text, element.selectionStart, mentions);
      if (without !== undefined) {
        event.preventDefault();
        replace(without);
      }
      return;
    }
    if (!isSendKey(event, props.sendWithCtrlEnter)) return;
    event.preventDefault();
    add();
  };
  const beginMention = (): void => {
    const at = field.current?.selectionStart ?? text.length;
    const distance = /\S$/.test(text.slice(0, at)) ? ' ' : '';
    people.onLoad();
    replace({ text: `${text.slice(0, at)}${distance}@${text.slice(at)}`, caret: at + distance.length + 1 });
  };
  return (
    <div className={classNames(box.box, styles.composer)}>
      {isOpen && (
        <div className={classNames(box.popup, styles.people)}>
          <SearchList
            label={t('notes.people.label')}
            list={list}
            state={people.state}
            texts={{
              loading: t('notes.people.loading'),
              nothing: t('notes.people.nothing'),
              failed: t('notes.people.failed'),
            }}
            onRetry={people.onLoad}
            outcome={t('notes.people.count', { count: found.length })}
            renderRow={(person) => (
              <>
                <Avatar initials={person.initials} color={person.color} size={26} className={styles.personAvatar} />
                <b className={styles.personName}>{person.name}</b>
                <span className={styles.personTeam}>{person.team}</span>
                <span
                  className={styles.presence}
                  data-online={person.online || undefined}
                  role="img"
                  aria-label={person.online ? t('notes.people.online') : t('notes.people.offline')}
                />
              </>
            )}
          />
        </div>
      )}
      <ModeSwitch mode="note" onChange={props.onModeChange} />
      <ComposerField
        ref={field}
        label={label}
        placeholder={t('notes.composer.placeholder')}
        text={text}
        invalid={excess > 0}
        list={list.field}
        onChange={(event) => change(event.target.value, event.target.selectionStart)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
      />
      <div className={styles.tools}>
        <IconButton
          glyph={AtSign}
          iconSize={18}
          label={t('notes.composer.mention')}
          tooltipSide="top"
          onClick={beginMention}
        />
        <span className={styles.help}>
          {excess > 0 ? (
            <span role="alert" className={styles.over}>
              {t('notes.composer.tooLong', { count: excess })}
            </span>
          ) : (
            props.hasReply && t('notes.composer.replyKept')
          )}
        </span>
        <Button className={styles.add} glyph={LockKeyhole} disabledReason={obstacle} onClick={add}>
          {t('notes.composer.add')}
        </Button>
      </div>
    </div>
  );
}
