// The role of a contact in its company, a further column of the contact data base; empty without one.
import type { ContactRowView } from 'core-wasm';

export function roleOf({ data }: Pick<ContactRowView, 'data'>): string {
  return (data as Partial<Record<string, string>>).cargo ?? '';
}
