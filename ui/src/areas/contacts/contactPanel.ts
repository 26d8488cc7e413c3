// Computes the state of the panel from the core's contact view.
import type { CandidateView, ContactFormView, ContactPanelView, ContactView as CoreContact, Text } from 'core-wasm';
import { formatPhone } from '../../i18n/format';
import { isNumber, type PhoneNumber } from '../../shared/numberChannels';
import type {
  ContactCandidate,
  ContactFieldView,
  ContactFormError,
  ContactPanelState,
  ContactSearchState,
  ContactView,
} from './contactViews';

export interface ContactWords {
  say: (text: Text) => string;
  loadFailed: string;
  /** An identifier of a web chat in readable form. */
  readIdentifier?: ((identifier: string) => string) | undefined;
}

export interface ContactFacts extends ContactWords {
  panel: ContactPanelView;
  tags: ReadonlyArray<{ name: string; color: string }>;
  /** Whether the agent refused all found contacts. */
  refused?: boolean;
}

export function contactPanel(facts: ContactFacts): ContactPanelState {
  const { panel, tags, say, loadFailed, readIdentifier = asItIs, refused = false } = facts;
  const { contact, form } = panel;
  const read = (view: CandidateView): ContactCandidate => candidate(view, readIdentifier);
  const search = searchOf(panel, say, read);
  switch (contact.state) {
    case 'loading':
      return { kind: 'loading' };
    case 'failed':
      return { kind: 'failed', message: loadFailed };
    case 'found':
      return { kind: 'known', contact: knownContact(contact.contact, { tags, form, say, readIdentifier }), search };
    case 'several':
      // An agent who refused the found contacts registers the customer or links another contact.
      if (refused || form?.create === true) return unknownContact(panel, search, say);
      return {
        kind: 'several',
        candidates: contact.candidates.map(read),
        linkPending: panel.linking ?? null,
        search,
      };
    case 'unknown':
      return unknownContact(panel, search, say);
  }
}

function unknownContact(
  { form, identifier }: ContactPanelView,
  search: ContactSearchState,
  say: ContactWords['say'],
): Extract<ContactPanelState, { kind: 'unknown' }> {
  return {
    kind: 'unknown',
    identifier: form?.identifier ?? identifier,
    email: form?.email ?? '',
    suggestedName: form?.fullname ?? '',
    formOpen: form !== undefined,
    createPending: form?.pending ?? false,
    createError: form === undefined ? undefined : formError(form, say),
    search,
  };
}

function searchOf(
  { search, linking }: ContactPanelView,
  say: ContactWords['say'],
  read: (view: CandidateView) => ContactCandidate,
): ContactSearchState {
  return {
    open: search !== undefined,
    pending: search?.pending ?? false,
    error: search?.error === undefined ? undefined : say(search.error),
    results: search?.answered === true ? search.results.map(read) : null,
    linkPending: linking ?? null,
  };
}

/** The first error: an error of a field, or the error of the server. */
export function formError({ errors, error }: ContactFormView, say: ContactWords['say']): ContactFormError | undefined {
  if (errors.fullname !== undefined) return { field: 'fullname', message: say(errors.fullname) };
  if (errors.identifier !== undefined) return { field: 'identifier', message: say(errors.identifier) };
  if (errors.email !== undefined) return { field: 'email', message: say(errors.email) };
  if (error === undefined) return undefined;
  return error.key.endsWith('duplicateIdentifier')
    ? { field: 'identifier', message: say(error), duplicate: true }
    : { message: say(error) };
}

function knownContact(
  contact: CoreContact,
  {
    tags,
    form,
    say,
    readIdentifier,
  }: Pick<ContactFacts, 'tags' | 'say'> & {
    form: ContactFormView | undefined;
    readIdentifier: (identifier: string) => string;
  },
): ContactView {
  const renaming = form !== undefined && !form.create ? form : undefined;
  const problem = renaming === undefined ? undefined : (renaming.errors.fullname ?? renaming.error);
  const numberOf = (phone: string, channel: PhoneNumber['channel']): Partial<ContactFieldView> =>
    isNumber(phone) ? { value: formatPhone(phone), number: { phone, name: contact.name, channel } } : {};
  const fixed = (name: ContactFieldView['name'], value: string): ContactFieldView => ({
    name,
    label: { key: `contacts.field.${name}` },
    value,
    editable: false,
    pending: false,
  });
  return {
    id: contact.id,
    fullname: contact.name,
    initials: contact.initials,
    color: contact.color,
    employer: contact.employer,
    tags,
    fields: [
      {
        name: 'fullname',
        label: { key: 'contacts.field.fullname' },
        value: contact.name,
        editable: true,
        pending: renaming?.pending ?? false,
        error: problem === undefined ? undefined : say(problem),
      },
      fixed('chat', readIdentifier(contact.chatIdentifier)),
      { ...fixed('whatsapp', contact.whatsappIdentifier), ...numberOf(contact.whatsappIdentifier, 'whatsapp') },
      { ...fixed('phone', contact.phone), ...numberOf(contact.phone, 'voice') },
      fixed('email', contact.email),
    ],
  };
}

const asItIs = (identifier: string): string => identifier;

export function candidate(
  { id, name, initials, color, identifier }: CandidateView,
  readIdentifier: (identifier: string) => string = asItIs,
): ContactCandidate {
  return { id, fullname: name, initials, color, detail: readIdentifier(identifier) };
}
