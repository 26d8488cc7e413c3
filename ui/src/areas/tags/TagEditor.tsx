// The tags of a contact, a company or an attendance as chips, with the picker that changes them.
import type { TagsOfView } from 'core-wasm';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { TagAddButton, TagChip } from '../../design/TagChip';
import { TagPicker, type TagPickerTexts } from '../../design/TagPicker';
import styles from './TagEditor.module.css';

export interface TagEditorProps {
  /** The target of the tags. */
  label: string;
  tags: TagsOfView;
  onToggle: (id: string, chosen: boolean) => void;
  /** Called when the picker opens: loads the tags to choose from. */
  onOpen: () => void;
}

export function useTagPickerTexts(): TagPickerTexts {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      label: t('tags.picker.label'),
      search: t('tags.picker.search'),
      nothing: t('tags.picker.nothing'),
      loading: t('tags.picker.loading'),
      failed: t('tags.picker.failed'),
    }),
    [t],
  );
}

export function TagEditor({ label, tags, onToggle, onOpen }: TagEditorProps) {
  const { t } = useTranslation();
  const texts = useTagPickerTexts();
  const { items, choices, choicesState } = tags;
  return (
    <div role="group" aria-label={label} aria-busy={tags.pending || undefined} className={styles.tags}>
      {items.length > 0 && (
        <ul aria-label={label} className={styles.list}>
          {items.map(({ id, name, color }) => (
            <li key={id} className={styles.tag}>
              <TagChip
                name={name}
                color={color}
                removeLabel={t('tags.remove', { name })}
                onRemove={() => onToggle(id, false)}
              />
            </li>
          ))}
        </ul>
      )}
      <TagPicker
        texts={texts}
        groups={choices}
        state={choicesState === 'notAsked' ? 'loading' : choicesState}
        chosen={items.map(({ id }) => id)}
        onToggle={onToggle}
        onOpen={onOpen}
        trigger={<TagAddButton label={t('tags.add')} />}
      />
    </div>
  );
}
