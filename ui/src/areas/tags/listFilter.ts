// The choice of the tags that filter the attendance list (JOB-023).
import type { ListTags, TagGroupView } from 'core-wasm';
import type { PickableTag, TagGroup } from '../../design/TagPicker';
import { chosenOf, type TagKind } from '../../shared/listTags';

const kindOfType: Record<TagGroupView['kind'], TagKind> = {
  contact: 'contact',
  employer: 'employer',
  attendance_group: 'attendance',
};

/** The filter takes numbers only (JOB-023): a tag with another id cannot be chosen. */
const numericId = /^\d{1,9}$/;

/** The tags of one kind to choose from. */
export function groupsOf(kind: TagKind, catalogue: ReadonlyArray<TagGroupView>): ReadonlyArray<TagGroup> {
  return catalogue
    .filter((group) => kindOfType[group.kind] === kind)
    .map(({ id, name, items }) => ({ id, name, items: items.filter((item) => numericId.test(item.id)) }))
    .filter(({ items }) => items.length > 0);
}

export function chosenTags(kind: TagKind, tags: ListTags, groups: ReadonlyArray<TagGroup>): ReadonlyArray<PickableTag> {
  return groups.flatMap(({ items }) => items.filter(({ id }) => chosenOf(tags, kind).includes(Number(id))));
}

export function withTag(tags: ListTags, kind: TagKind, id: string, chosen: boolean): ListTags {
  const others = chosenOf(tags, kind).filter((tag) => tag !== Number(id));
  return { ...tags, [kind]: chosen ? [...others, Number(id)] : others };
}
