// Visitors of a web chat who gave no identifier: the server creates one, which is meaningless to people.
import type { TFunction } from 'i18next';
import { formatPhone } from './format';

/** Whether the server created the identifier, for a visitor who gave none. */
export function isOfVisitor(identifier: string): boolean {
  return /^\s*visitor-[0-9a-f]+\s*$/.test(identifier);
}

/** The displayed form of an identifier or of a field with one. */
export function identifierWords(identifier: string, t: TFunction): string {
  return isOfVisitor(identifier) ? t('shell.visitor.unidentified') : identifier;
}

/** The displayed name of a customer of whom only a number or an identifier may be known. */
export function customerName(name: string, t: TFunction): string {
  return formatPhone(identifierWords(name, t));
}
