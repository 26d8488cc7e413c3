// What the page says of two contacts that may be the same person: functions of views.
import type { ContactRowView, SamePersonView } from 'core-wasm';

/** The fields that are compared, in order. */
export const comparedFields = [
  'name',
  'identifier',
  'phone',
  'whatsapp',
  'chat',
  'email',
  'employer',
] as const satisfies ReadonlyArray<keyof ContactRowView>;
export type ComparedField = (typeof comparedFields)[number];

/** Both contacts keep the identifiers of these fields when they are joined; of the others the kept contact's value stays. */
const identifiers: ReadonlyArray<ComparedField> = ['identifier', 'phone', 'whatsapp', 'chat'];

export interface ComparedRow {
  field: ComparedField;
  values: readonly [string, string];
  /** Both have a value, and only that of the kept contact stays. */
  losesOne: boolean;
}

/** The rows of a comparison: only fields that one of the two has. */
export function comparedRows(first: ContactRowView, second: ContactRowView): ReadonlyArray<ComparedRow> {
  return comparedFields.flatMap((field) => {
    const values = [first[field], second[field]] as const;
    if (values[0] === '' && values[1] === '') return [];
    const differ = values[0] !== '' && values[1] !== '' && values[0] !== values[1];
    return [{ field, values, losesOne: differ && !identifiers.includes(field) }];
  });
}

/** The other one of a proposal, as seen from a contact. */
export function otherOf(proposal: SamePersonView, contactId: string): ContactRowView | undefined {
  return proposal.first.id === contactId ? proposal.second : proposal.first;
}
