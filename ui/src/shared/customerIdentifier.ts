// The identifier of an attendance's customer on its channel: a number, an account or a name. It is shown whether or not a contact is registered.
import { formatPhone } from '../i18n/format';
import { isOfVisitor } from '../i18n/visitors';
import { isNumber } from './numberChannels';

export type IdentifierKind = 'number' | 'profile' | 'other';

export interface CustomerIdentifier {
  kind: IdentifierKind;
  /** The identifier in the form for copying. */
  value: string;
  /** The displayed identifier. */
  shown: string;
}

export type IdentifiedChannel = 'whatsapp' | 'instagram' | 'voice' | 'chat' | 'email';

/** Undefined for a customer who gave none, for example an anonymous visitor. */
export function customerIdentifier(channel: IdentifiedChannel, identifier: string): CustomerIdentifier | undefined {
  const value = identifier.trim();
  if (value === '' || isOfVisitor(value)) return undefined;
  // The network's internal number of an account has only digits, and no profile can be found by it.
  if (channel === 'instagram' && !/^\d+$/.test(value)) {
    const profile = value.replace(/^@/, '');
    return { kind: 'profile', value: profile, shown: `@${profile}` };
  }
  if ((channel === 'whatsapp' || channel === 'voice') && isNumber(value)) {
    const shown = formatPhone(value.replace(/^\+/, ''));
    return { kind: 'number', value: shown, shown };
  }
  return { kind: 'other', value, shown: value };
}
