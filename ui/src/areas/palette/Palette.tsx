// The command palette (BEY-050): one field that finds pages, attendances, people and commands. Enter runs the selected item, Ctrl+Enter its second
// action if it has one, and the line below the list names both; Esc closes; the focus returns to where it was before the item runs.
import { Command, useCommandState } from 'cmdk';
import { MessageSquareText, Search } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { useContext, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { announce } from '../../design/Announcer';
import { classNames } from '../../design/classNames';
import { enterDialog, RememberOpener, returnFocus } from '../../design/dialogFocus';
import { FocusFallback } from '../../design/FocusFallback';
import { Icon } from '../../design/icons/Icon';
import { isComposing } from '../../design/isComposing';
import { Kbd } from '../../design/Kbd';
import { Spinner } from '../../design/Spinner';
import {
  noteRun,
  queryOf,
  rankedGroups,
  recentFirst,
  scoreOf,
  textsOf,
  withRecent,
  type GroupKind,
  type PaletteGroup,
  type PaletteItem,
} from './paletteItems';
import styles from './Palette.module.css';

/** Keys as printed on the keyboard, in every language. */
const keys = { close: 'Esc', run: 'Enter', second: 'Ctrl Enter', actions: '>', contacts: '@', jobs: '#' } as const;

/** Minimum number of letters of a search in messages. */
const fewestLetters = 2;

export interface PaletteProps {
  groups: ReadonlyArray<PaletteGroup>;
  /** Called with the text by which the server searches contacts; an empty text means no search. */
  onSearch?: ((text: string) => void) | undefined;
  /** Searches the messages of all conversations for the typed text. */
  onSearchMessages?: ((text: string) => void) | undefined;
  onClose: () => void;
}

export function Palette({ groups, onSearch, onSearchMessages, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const opener = useRef<HTMLElement>(null);
  const focusFallback = useContext(FocusFallback);
  const chosen = useRef<() => void>(undefined);
  const [typed, setTyped] = useState('');
  const query = queryOf(typed);
  const isShown = (kind: GroupKind, kinds = query.kinds): boolean => kinds === undefined || kinds.includes(kind);
  const found = groups.filter(({ kind }) => isShown(kind));
  const kinds = new Map(groups.flatMap(({ kind, items }) => items.map(({ id }) => [id, kind] as const)));
  const loading = found.some((group) => group.loading === true);
  // Messages cannot be searched while the server searches: the selected item stays selected when the results arrive.
  const isSearchable = query.kinds === undefined && query.typed.length >= fewestLetters && !loading;
  const messages: PaletteGroup | undefined =
    onSearchMessages === undefined || !isSearchable
      ? undefined
      : {
          kind: 'messages',
          items: [
            {
              id: 'messages',
              label: t('palette.searchMessages', { text: query.typed }),
              glyph: MessageSquareText,
              always: true,
              onRun: () => onSearchMessages(query.typed),
            },
          ],
        };
  const all = messages === undefined ? found : [...found, messages];
  const shown = typed.trim() === '' ? withRecent(found) : rankedGroups(all, query);
  const hasContacts = groups.some(({ kind }) => kind === 'contacts');
  const items = new Map(shown.flatMap((group) => group.items.map((item) => [item.id, item] as const)));
  const run = (item: PaletteItem, action = item.onRun): void => {
    chosen.current = action;
    noteRun(item.id);
    onClose();
  };
  const runSecond = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    const selected = event.currentTarget.querySelector('[cmdk-item][data-selected="true"]')?.getAttribute('data-value');
    const item = items.get(selected ?? '');
    if (item?.second === undefined) return;
    event.preventDefault();
    run(item, item.second.onRun);
  };
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay data-scrim className={styles.scrim}>
          <RadixDialog.Content
            className={styles.palette}
            aria-describedby={undefined}
            onOpenAutoFocus={enterDialog}
            onCloseAutoFocus={(event) => {
              returnFocus(event, opener.current, focusFallback);
              chosen.current?.();
            }}
          >
            <RememberOpener openerRef={opener} />
            <RadixDialog.Title className={styles.title}>{t('palette.title')}</RadixDialog.Title>
            <Command
              label={t('palette.title')}
              loop
              vimBindings={false}
              onKeyDown={runSecond}
              filter={(id, search, texts = []) => scoreOf(texts, queryOf(search), kinds.get(id))}
            >
              <div className={styles.search}>
                <Icon glyph={Search} size={20} className={styles.searchGlyph} />
                <Command.Input
                  autoFocus
                  className={styles.input}
                  placeholder={t(hasContacts ? 'palette.placeholderContacts' : 'palette.placeholder')}
                  value={typed}
                  onValueChange={(text) => {
                    setTyped(text);
                    const next = queryOf(text);
                    onSearch?.(isShown('contacts', next.kinds) ? next.typed : '');
                  }}
                />
                {loading && <Spinner className={styles.searching} />}
                <Kbd>{keys.close}</Kbd>
              </div>
              <Results>
                {shown.map((group) => (
                  // Items are compared with the text when they are mounted, so another search creates other items.
                  <Group
                    key={`${group.kind} ${group.foundFor ?? (group.kind === 'messages' ? query.typed : '')} ${typed.trim() === '' ? 'all' : 'found'}`}
                    group={group}
                    onRun={run}
                  />
                ))}
              </Results>
              <Outcome
                always={shown === all && messages !== undefined ? 1 : 0}
                typed={typed.trim()}
                loading={loading}
                failure={shown.find(({ failure }) => failure !== undefined)?.failure}
              />
              <Help items={items} hasContacts={hasContacts} />
            </Command>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function Group({ group, onRun }: { group: PaletteGroup; onRun: (item: PaletteItem) => void }) {
  const { t } = useTranslation();
  // The order of the items stays while the palette is open; their content may change.
  const [order] = useState(() => recentFirst(group.items).map(({ id }) => id));
  const items = new Map(group.items.map((item) => [item.id, item]));
  const kept = order.flatMap((id) => items.get(id) ?? []);
  const ordered = kept.length === group.items.length ? kept : recentFirst(group.items);
  if (ordered.length === 0) return null;
  return (
    <Command.Group className={styles.group} heading={t(`palette.group.${group.kind}`)}>
      {ordered.map((item) => (
        <Command.Item
          key={item.id}
          value={item.id}
          keywords={[...textsOf(item, group)]}
          className={styles.item}
          onSelect={() => onRun(item)}
        >
          <Icon glyph={item.glyph} className={styles.glyph} />
          <span className={styles.label}>
            <bdi>{item.label}</bdi>
          </span>
          {item.detail !== undefined && item.detail !== '' && <span className={styles.detail}>{item.detail}</span>}
          {item.keys !== undefined && <Kbd>{item.keys}</Kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** Without a result the list is not rendered: a listbox must have options. */
function Results({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const count = useCommandState((state) => state.filtered.count);
  return (
    <Command.List className={classNames(styles.list, count === 0 && styles.withoutResult)} label={t('palette.results')}>
      {children}
    </Command.List>
  );
}

/** The prefixes, and what the keys do with the selected item. */
function Help({ items, hasContacts }: { items: ReadonlyMap<string, PaletteItem>; hasContacts: boolean }) {
  const { t } = useTranslation();
  const selected = useCommandState((state) => (state.filtered.count > 0 ? state.value : ''));
  const { verb = t('palette.help.run'), second } = items.get(selected) ?? {};
  return (
    <p className={styles.help}>
      <span>
        <Kbd>{keys.actions}</Kbd> {t('palette.help.actions')}
      </span>
      <span>
        <Kbd>{keys.jobs}</Kbd> {t('palette.help.jobs')}
      </span>
      {hasContacts && (
        <span>
          <Kbd>{keys.contacts}</Kbd> {t('palette.help.contacts')}
        </span>
      )}
      <span>
        <Kbd>{keys.run}</Kbd> {verb}
      </span>
      {second !== undefined && (
        <span>
          <Kbd>{keys.second}</Kbd> {second.verb}
        </span>
      )}
    </p>
  );
}

interface OutcomeProps {
  /** Number of items that match every text: they do not count as results. */
  always: number;
  typed: string;
  loading: boolean;
  failure: string | undefined;
}

/** Below the list: nothing was found, the server is still searching, or its search failed. The number of results is announced. */
function Outcome({ always: offered, typed, loading, failure }: OutcomeProps) {
  const { t } = useTranslation();
  const count = useCommandState((state) => state.filtered.count) - offered;
  // A prefix alone searches for nothing.
  const noneText = (text: string): string => {
    if (text === keys.contacts) return t('palette.peopleNext');
    return text === keys.jobs ? t('palette.jobsNext') : t('palette.nothing', { text: typed });
  };
  useEffect(() => {
    if (typed !== '' && !loading) announce(t('palette.count', { count }));
  }, [typed, loading, count, t]);
  if (failure !== undefined)
    return (
      <p role="alert" className={styles.outcome}>
        {failure}
      </p>
    );
  if (count > 0) return null;
  return loading ? (
    <p className={styles.outcome}>{t('palette.loading')}</p>
  ) : (
    <p className={styles.outcome}>{noneText(typed.trim())}</p>
  );
}
