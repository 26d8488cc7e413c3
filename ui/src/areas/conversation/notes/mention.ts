// Mentions in the text of a note (BEY-160): the typed search after '@', the text after a choice, and the removal of a mention as a whole.
import { foldForSearch } from '../../../i18n/fold';

export interface NotePerson {
  id: string;
  name: string;
  initials: string;
  color: string;
  team: string;
  online: boolean;
}

/** The part of the text that a name replaces. */
export interface MentionQuery {
  /** Position of the '@'. */
  start: number;
  /** Position of the caret. */
  end: number;
  search: string;
}

export interface CaretText {
  text: string;
  caret: number;
}

/** Maximum length of a part of a name that is searched. */
const longestSearch = 40;

/** An '@' at the start of the text or after a space begins a search, whose words may have spaces between them; in an e-mail address it does not. */
export function mentionQuery(text: string, caret: number): MentionQuery | undefined {
  const match = /(?:^|\s)@([^@\n]*)$/.exec(text.slice(0, caret));
  const search = match?.[1];
  if (search === undefined || search.length > longestSearch || /^\s|\s\s$/.test(search)) return undefined;
  return { start: caret - search.length - 1, end: caret, search };
}

/** The people whose name, or a word of it, begins with the search, without accents; people at work come first. */
export function findPeople(people: ReadonlyArray<NotePerson>, search: string): ReadonlyArray<NotePerson> {
  const wanted = foldForSearch(search.trim());
  const fits = ({ name }: NotePerson): boolean => {
    const folded = foldForSearch(name);
    return folded.startsWith(wanted) || folded.split(/\s+/).some((word) => word.startsWith(wanted));
  };
  const found = people.filter(fits);
  return [...found.filter(({ online }) => online), ...found.filter(({ online }) => !online)];
}

/** The name replaces the '@' and the search; a space follows. */
export function insertMention(text: string, { start, end }: MentionQuery, name: string): CaretText {
  const after = text.slice(end);
  const inserted = `@${name}${after.startsWith(' ') ? '' : ' '}`;
  return { text: text.slice(0, start) + inserted + after, caret: start + name.length + 1 + 1 };
}

/** The text without the mention directly before the caret, with which Backspace removes it as a whole. */
export function withoutMentionBefore(text: string, caret: number, names: ReadonlyArray<string>): CaretText | undefined {
  const before = text.slice(0, caret);
  const name = [...names].sort((one, other) => other.length - one.length).find((known) => before.endsWith(`@${known}`));
  if (name === undefined) return undefined;
  const start = caret - name.length - 1;
  return { text: text.slice(0, start) + text.slice(caret), caret: start };
}

export interface TextPart {
  text: string;
  mentioned: boolean;
}

/** The text in parts, so that mentions can be marked. */
export function mentionParts(text: string, names: ReadonlyArray<string>): ReadonlyArray<TextPart> {
  const parts: TextPart[] = [];
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  let plain = '';
  let index = 0;
  while (index < text.length) {
    const name = text[index] === '@' ? longestFirst.find((known) => text.startsWith(known, index + 1)) : undefined;
    if (name === undefined) {
      plain += text[index] ?? '';
      index += 1;
    } else {
      if (plain !== '') parts.push({ text: plain, mentioned: false });
      plain = '';
      parts.push({ text: `@${name}`, mentioned: true });
      index += name.length + 1;
    }
  }
  if (plain !== '') parts.push({ text: plain, mentioned: false });
  return parts;
}
