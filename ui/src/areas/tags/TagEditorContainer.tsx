// Connects the tags of a contact, a company or an attendance with the core. A failed change is silent (TAG-007): the chips return to the saved state,
// and screen readers announce it.
import type { EntityKind } from 'core-wasm';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { announce } from '../../design/Announcer';
import { TagEditor } from './TagEditor';
import styles from './TagEditor.module.css';

export interface TagEditorContainerProps {
  kind: EntityKind;
  /** Id of the target; for an attendance its protocol. */
  id: string;
}

export function TagEditorContainer({ kind, id }: TagEditorContainerProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const tags = useSlice<'tagsOf'>(`tagsOf:${kind}/${id}`);
  useEffect(() => intend({ area: 'tags', type: 'loadTagsOf', kind, id }), [intend, kind, id]);
  // The selection that the agent last requested; if the reply contains another one, that is the saved state.
  const wanted = useRef<string>(undefined);
  const { pending = false, items = [] } = tags ?? {};
  const shown = keyOf(items.map((item) => item.id));
  useEffect(() => {
    if (pending || wanted.current === undefined) return;
    if (wanted.current !== shown) announce(t('tags.returned'));
    wanted.current = undefined;
  }, [pending, shown, t]);
  if (tags === undefined || tags.state === 'loading' || tags.state === 'notAsked')
    return <div className={styles.waiting} />;
  return (
    <TagEditor
      label={t(`tags.${kind}`)}
      tags={tags}
      onOpen={() => intend({ area: 'tags', type: 'loadTagsOf', kind, id })}
      onToggle={(itemId, chosen) => {
        const others = items.map((item) => item.id).filter((other) => other !== itemId);
        wanted.current = keyOf(chosen ? [...others, itemId] : others);
        intend(
          chosen
            ? { area: 'tags', type: 'addTagItems', kind, id, itemIds: [itemId] }
            : { area: 'tags', type: 'removeTagItem', kind, id, itemId },
        );
      }}
    />
  );
}

function keyOf(ids: ReadonlyArray<string>): string {
  return [...ids].sort().join(' ');
}
