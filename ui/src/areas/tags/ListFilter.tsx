// The panel that filters the attendance list: channels, tags by kind of target, and the tags that its rows show. Every change applies at
// once.
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Checkbox } from '../../design/Checkbox';
import { TagAddButton, TagChip } from '../../design/TagChip';
import { TagPicker, type PickableTag, type TagGroup } from '../../design/TagPicker';
import { tagKinds, type TagKind } from '../../shared/listTags';
import { useTagPickerTexts } from './TagEditor';
import styles from './ListFilter.module.css';

export interface ListFilterProps {
  channels: ReadonlyArray<{ id: string; label: string; shown: boolean }>;
  onChannel: (id: string, shown: boolean) => void;
  tags: Readonly<Record<TagKind, { groups: ReadonlyArray<TagGroup>; chosen: ReadonlyArray<PickableTag> }>>;
  tagsState: 'loading' | 'failed' | 'ready';
  onTag: (kind: TagKind, id: string, chosen: boolean) => void;
  visible: Readonly<Record<TagKind, boolean>>;
  onVisible: (kind: TagKind, visible: boolean) => void;
  /** Removes the filter; undefined if nothing is filtered. */
  onClear: (() => void) | undefined;
}

export function ListFilter(props: ListFilterProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.filter}>
      <header className={styles.header}>
        <h2 className={styles.title}>{t('tags.filter.title')}</h2>
        {props.onClear !== undefined && (
          <Button size="small" tone="ghost" onClick={props.onClear}>
            {t('tags.filter.clear')}
          </Button>
        )}
      </header>
      {props.channels.length > 1 && (
        <fieldset className={styles.part}>
          <legend className={styles.legend}>{t('tags.filter.channels')}</legend>
          {props.channels.map(({ id, label, shown }) => (
            <Checkbox key={id} label={label} checked={shown} onChange={(checked) => props.onChannel(id, checked)} />
          ))}
        </fieldset>
      )}
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('tags.filter.tags')}</legend>
        {tagKinds.map((kind) => (
          <ChosenTags key={kind} kind={kind} {...props} />
        ))}
      </fieldset>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('tags.filter.shown')}</legend>
        {tagKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`tags.filter.${kind}`)}
            checked={props.visible[kind]}
            onChange={(checked) => props.onVisible(kind, checked)}
          />
        ))}
      </fieldset>
    </div>
  );
}

function ChosenTags({ kind, tags, tagsState, onTag }: ListFilterProps & { kind: TagKind }) {
  const { t } = useTranslation();
  const texts = useTagPickerTexts();
  const { groups, chosen } = tags[kind];
  const label = t(`tags.filter.${kind}`);
  return (
    <div role="group" aria-label={label} className={styles.kind}>
      <span className={styles.kindLabel}>{label}</span>
      {chosen.map(({ id, name, color }) => (
        <TagChip
          key={id}
          name={name}
          color={color}
          className={styles.tag}
          removeLabel={t('tags.remove', { name })}
          onRemove={() => onTag(kind, id, false)}
        />
      ))}
      <TagPicker
        texts={texts}
        groups={groups}
        state={tagsState}
        chosen={chosen.map(({ id }) => id)}
        onToggle={(id, isChosen) => onTag(kind, id, isChosen)}
        trigger={<TagAddButton label={t('tags.add')} className={styles.tag} />}
      />
    </div>
  );
}
