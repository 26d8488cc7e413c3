// Visitors of a web chat who gave no identifier: the server gives them one, which says nothing to a person.
import type { TFunction } from 'i18next';
import { formatPhone } from './format';

/** The identifier was made by the server, for a visitor who gave none. */
export function isOfVisitor(identifier: string): boolean {
  return /^\s*visitor-[0-9a-f]+\s*$/.test(identifier);
}

/** An identifier or a field with one as an agent reads it. */
export function identifierWords(identifier: string, t: TFunction): string {
  return isOfVisitor(identifier) ? t('shell.visitor.unidentified') : identifier;
}

/** The name of a customer, who may be known by a number or an identifier only: as an agent reads it. */
export function customerName(name: string, t: TFunction): string {
  return formatPhone(identifierWords(name, t));
}
