// Functions on two contacts that may be the same person, for the texts of the page.
import type { ContactRowView, SamePersonView } from 'core-wasm';

/** The compared fields, in order. */
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

/** Identifiers that a joined contact keeps from both contacts; of all other fields the kept contact's value remains. */
const identifiers: ReadonlyArray<ComparedField> = ['identifier', 'phone', 'whatsapp', 'chat'];

export interface ComparedRow {
  field: ComparedField;
  values: readonly [string, string];
  /** Whether both contacts have a value and only the kept contact's value remains. */
  losesOne: boolean;
}

/** The rows of a comparison: only fields in which at least one contact has a value. */
export function comparedRows(first: ContactRowView, second: ContactRowView): ReadonlyArray<ComparedRow> {
  return comparedFields.flatMap((field) => {
    const values = [first[field], second[field]] as const;
    if (values[0] === '' && values[1] === '') return [];
    const differ = values[0] !== '' && values[1] !== '' && values[0] !== values[1];
    return [{ field, values, losesOne: differ && !identifiers.includes(field) }];
  });
}

/** The other contact of a proposal, as seen from one contact. */
export function otherOf(proposal: SamePersonView, contactId: string): ContactRowView | undefined {
  return proposal.first.id === contactId ? proposal.second : proposal.first;
}
