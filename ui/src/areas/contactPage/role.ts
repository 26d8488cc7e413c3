// The role of a contact in its company, which is a column of the org unit; empty without one.
import type { ContactRowView } from 'core-wasm';

export function roleOf({ data }: Pick<ContactRowView, 'data'>): string {
  return (data as Partial<Record<string, string>>).cargo ?? '';
}
