// The states of the contact panel and its actions. Plain data, computed in contactPanel.ts.
import type { CoreText } from '../../i18n/text';
import type { PageLink } from '../../shared/addresses';
import type { PhoneNumber } from '../../shared/numberChannels';

export interface ContactFieldView {
  /** The field's name on the wire. */
  name: string;
  label: CoreText;
  value: string;
  editable: boolean;
  pending: boolean;
  /** Whether the value is a telephone number: the agent can call or write to it. */
  number?: PhoneNumber | undefined;
  error?: string | undefined;
}

export interface ContactView {
  id: string;
  fullname: string;
  initials: string;
  color: string;
  fields: ReadonlyArray<ContactFieldView>;
  employer?: string | undefined;
  /** Role in the company; empty or undefined if unknown. */
  role?: string | undefined;
  /** Links to the pages of contact and company; undefined if they cannot be opened. */
  page?: PageLink | undefined;
  company?: PageLink | undefined;
  tags: ReadonlyArray<{ name: string; color: string }>;
}

export interface ContactCandidate {
  id: string;
  fullname: string;
  initials: string;
  color: string;
  /** Phone, e-mail or company: distinguishes contacts of the same name. */
  detail: string;
}

export interface ContactSearchState {
  open: boolean;
  pending: boolean;
  error?: string | undefined;
  /** Null before the first search. */
  results: ReadonlyArray<ContactCandidate> | null;
  /** The contact that is being linked. */
  linkPending: string | null;
}

/** The values that the agent typed to register a customer. */
export interface ContactFormValues {
  fullname: string;
  identifier: string;
  /** Empty: none. */
  email: string;
}

export interface ContactFormError {
  field?: 'fullname' | 'identifier' | 'email' | undefined;
  message: string;
  /** The refusal because another contact has the identifier. */
  duplicate?: boolean | undefined;
}

export type ContactPanelState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'known'; contact: ContactView; search: ContactSearchState }
  | {
      kind: 'unknown';
      identifier: string;
      /** The mail address proposed for the form; empty if the identifier is no address. */
      email: string;
      suggestedName: string;
      formOpen: boolean;
      createPending: boolean;
      createError?: ContactFormError | undefined;
      search: ContactSearchState;
    }
  | {
      kind: 'several';
      candidates: ReadonlyArray<ContactCandidate>;
      linkPending: string | null;
      error?: string | undefined;
      search: ContactSearchState;
    };

export interface ContactActions {
  onRetry: () => void;
  onFormToggle: (open: boolean) => void;
  onCreate: (values: ContactFormValues) => void;
  onSearchToggle: (open: boolean) => void;
  onSearch: (query: string) => void;
  onLink: (contactId: string) => void;
  /** Whether the agent said that the only found contact is another person. */
  onRefuse: () => void;
  onSaveField: (name: string, value: string) => void;
  /** The agent cancelled a change: its error is no longer shown. */
  onLeaveField: () => void;
  /** Undefined for an agent who can neither call nor write to a number. */
  onNumber?: ((number: PhoneNumber) => void) | undefined;
}
