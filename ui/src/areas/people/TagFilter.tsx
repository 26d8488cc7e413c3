// The filter of a list by tags: a chip for each chosen tag, and the picker for further tags.
import type { ListState, TagGroupView } from 'core-wasm';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { TagAddButton, TagChip } from '../../design/TagChip';
import { TagPicker } from '../../design/TagPicker';
import { useTagPickerTexts } from '../tags/TagEditor';
import styles from './TagFilter.module.css';

export interface TagFilterProps {
  groups: ReadonlyArray<TagGroupView>;
  state: ListState;
  /** Ids of tag items. */
  chosen: ReadonlyArray<string>;
  onOpen: () => void;
  onChange: (chosen: string[]) => void;
}

export function TagFilter({ groups, state, chosen, onOpen, onChange }: TagFilterProps) {
  const { t } = useTranslation();
  const texts = useTagPickerTexts();
  const items = groups.flatMap((group) => group.items);
  // The chips of a filter that was chosen earlier need the names of its tags.
  const needsNames = chosen.length > 0 && state === 'notAsked';
  useEffect(() => {
    if (needsNames) onOpen();
  }, [needsNames, onOpen]);
  const without = (id: string): string[] => chosen.filter((other) => other !== id);
  return (
    <span className={styles.chips}>
      {chosen.map((id) => {
        const item = items.find((candidate) => candidate.id === id);
        if (item === undefined) return null;
        return (
          <TagChip
            key={id}
            size="medium"
            name={item.name}
            color={item.color}
            removeLabel={t('people.tags.removeFilter', { name: item.name })}
            onRemove={() => onChange(without(id))}
          />
        );
      })}
      <TagPicker
        trigger={<TagAddButton label={t('tags.add')} className={styles.add} />}
        texts={texts}
        groups={groups}
        state={state === 'failed' || state === 'ready' ? state : 'loading'}
        chosen={chosen}
        onOpen={onOpen}
        onToggle={(id, isChosen) => onChange(isChosen ? [...chosen, id] : without(id))}
      />
    </span>
  );
}
