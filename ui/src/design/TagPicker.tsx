// Chooses tags from a list that is grouped by tag: a combobox with search, arrow keys and Enter, which stays open for several choices.
import { Command } from 'cmdk';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { foldForSearch } from '../i18n/fold';
import { Icon } from './icons/Icon';
import { Popover } from './Popover';
import { Spinner } from './Spinner';
import { TagSquare } from './TagChip';
import styles from './TagPicker.module.css';

export interface PickableTag {
  id: string;
  name: string;
  color: string;
}

export interface TagGroup {
  id: string;
  name: string;
  items: ReadonlyArray<PickableTag>;
}

export interface TagPickerTexts {
  /** Name of the panel and the list. */
  label: string;
  search: string;
  nothing: string;
  loading: string;
  failed: string;
}

export interface TagPickerProps extends TagListboxProps {
  /** One element that takes a ref. */
  trigger: ReactElement;
  /** Called when the panel opens: the catalogue of tags is needed now. */
  onOpen?: (() => void) | undefined;
}

export interface TagListboxProps {
  texts: TagPickerTexts;
  groups: ReadonlyArray<TagGroup>;
  state: 'loading' | 'failed' | 'ready';
  /** Ids of the chosen tags. */
  chosen: ReadonlyArray<string>;
  onToggle: (id: string, chosen: boolean) => void;
}

export function TagPicker({ trigger, onOpen, ...listbox }: TagPickerProps) {
  return (
    <Popover
      align="start"
      label={listbox.texts.label}
      trigger={trigger}
      className={styles.popover}
      {...(onOpen === undefined ? {} : { onOpenChange: (open: boolean) => open && onOpen() })}
    >
      <TagListbox {...listbox} />
    </Popover>
  );
}

/** The search field and the list, for panels that contain more than tags. */
export function TagListbox({ texts, groups, state, chosen, onToggle }: TagListboxProps) {
  return (
    <Command label={texts.label} loop vimBindings={false} filter={matches}>
      <Command.Input autoFocus className={styles.input} placeholder={texts.search} />
      <Command.List className={styles.list} label={texts.label} aria-multiselectable>
        {state === 'ready' && <Command.Empty className={styles.note}>{texts.nothing}</Command.Empty>}
        {groups.map((group) => (
          <Command.Group key={group.id} heading={group.name} className={styles.group}>
            {group.items.map(({ id, name, color }) => {
              const isChosen = chosen.includes(id);
              return (
                <Command.Item
                  key={id}
                  value={id}
                  keywords={[name, group.name]}
                  aria-checked={isChosen}
                  className={styles.item}
                  onSelect={() => onToggle(id, !isChosen)}
                >
                  <TagSquare color={color} className={styles.square} />
                  <span className={styles.name} title={name}>
                    <bdi>{name}</bdi>
                  </span>
                  {isChosen && <Icon glyph={Check} size={14} className={styles.check} />}
                </Command.Item>
              );
            })}
          </Command.Group>
        ))}
      </Command.List>
      {state === 'loading' && (
        <p role="status" className={styles.note}>
          <Spinner className={styles.spinner} />
          {texts.loading}
        </p>
      )}
      {state === 'failed' && (
        <p role="status" className={styles.note}>
          {texts.failed}
        </p>
      )}
    </Command>
  );
}

/** Compares by name and group, without accents; the id is the value only because names may repeat. */
function matches(_id: string, search: string, texts: ReadonlyArray<string> = []): number {
  return foldForSearch(texts.join(' ')).includes(foldForSearch(search.trim())) ? 1 : 0;
}
