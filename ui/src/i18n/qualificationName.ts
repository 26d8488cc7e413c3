// The name of a qualification. The server sends the standard name in Portuguese; a name that the org unit gave stays unchanged.
import type { TFunction } from 'i18next';

/** The server's name of the qualification of an attendance that nobody qualified. */
const unqualified = 'Sem qualificação';

export function qualificationName(name: string, t: TFunction): string {
  return name === unqualified ? t('shell.unqualified') : name;
}
