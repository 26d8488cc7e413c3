// Links to the page of an attendance's contact.
import type { ContactStateView, Intent } from 'core-wasm';
import { contactAddress, contactPath, type PageLink } from '../../shared/addresses';

/** Undefined for a customer who is not registered. */
export function contactPageOf(
  contact: ContactStateView | undefined,
  intend: (intent: Intent) => void,
): PageLink | undefined {
  if (contact?.state !== 'found') return undefined;
  const { id } = contact.contact;
  return {
    href: contactAddress(id),
    onOpen: () => intend({ area: 'shell', type: 'openArea', path: contactPath(id) }),
  };
}
