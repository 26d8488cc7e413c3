// The tag filter of the attendance list: the part that the list itself needs; choosing tags belongs to the area tags (JOB-023 to JOB-026).
import type { ListTags, Preferences, TagVisibility } from 'core-wasm';

export const tagKinds = ['contact', 'employer', 'attendance'] as const;
export type TagKind = (typeof tagKinds)[number];

export const noTags: Required<ListTags> = { contact: [], employer: [], attendance: [] };
export const allVisible: Required<TagVisibility> = { contact: true, employer: true, attendance: true };

/** Ids of the chosen tags of one kind. */
export function chosenOf(tags: ListTags, kind: TagKind): ReadonlyArray<number> {
  return tags[kind] ?? [];
}

/** Whether the filters differ from their defaults. */
export function isFiltered({ listTags, tagVisibility, hiddenChannels }: Preferences): boolean {
  return (
    hiddenChannels.length > 0 ||
    tagKinds.some((kind) => chosenOf(listTags, kind).length > 0 || tagVisibility[kind] === false)
  );
}
