// The tags of a contact or a company: chips that can be removed, and the picker that adds more (TAG-001).
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntent } from '../../core/react';
import { useTagsOf } from '../../core/slices';
import { TagAddButton, TagChip } from '../../design/TagChip';
import { TagPicker } from '../../design/TagPicker';
import { useTagTexts } from './useTagTexts';
import styles from './EntityTags.module.css';

export function EntityTags({ kind, id }: { kind: 'contact' | 'employer'; id: string }) {
  const { t } = useTranslation();
  const intend = useIntent();
  const tags = useTagsOf(kind, id);
  const texts = useTagTexts();
  useEffect(() => intend({ area: 'tags', type: 'loadTagsOf', kind, id }), [intend, kind, id]);
  const remove = (itemId: string): void => intend({ area: 'tags', type: 'removeTagItem', kind, id, itemId });
  const items = tags?.items ?? [];
  const state = tags?.choicesState;
  return (
    <TagRow>
      {items.map((item) => (
        <li key={item.id}>
          <TagChip
            name={item.name}
            color={item.color}
            removeLabel={t('people.tags.remove', { name: item.name })}
            onRemove={() => remove(item.id)}
          />
        </li>
      ))}
      <li>
        <TagPicker
          trigger={<TagAddButton label={t('people.tags.add')} />}
          texts={texts}
          groups={tags?.choices ?? []}
          state={state === 'failed' || state === 'ready' ? state : 'loading'}
          chosen={items.map((item) => item.id)}
          onOpen={() => intend({ area: 'tags', type: 'loadTagsOf', kind, id })}
          onToggle={(itemId, chosen) =>
            chosen ? intend({ area: 'tags', type: 'addTagItems', kind, id, itemIds: [itemId] }) : remove(itemId)
          }
        />
      </li>
    </TagRow>
  );
}

/** Its children are list items. */
export function TagRow({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.tags} aria-label={t('people.column.tags')}>
      {children}
    </ul>
  );
}
