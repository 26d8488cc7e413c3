// The texts of the drawer about a supervised call: names, and sentences about who hears whom.
import type { HearingView, SupervisedCallView, SupervisionMode } from 'core-wasm';
import type { TFunction } from 'i18next';
import { shortName } from '../../shared/shortName';
import { customerName } from '../../i18n/visitors';

export const modes: ReadonlyArray<SupervisionMode> = ['listen', 'whisper', 'barge'];

/** Joins names, for example to "Ana, Bia e Caio". */
export function listOfNames(names: ReadonlyArray<string>, t: TFunction): string {
  const last = names[names.length - 1] ?? '';
  const others = names.slice(0, -1);
  return others.length === 0 ? last : t('callSupervision.hearing.and', { names: others.join(', '), last });
}

/** The name of a person inside a sentence. */
export function nameOf(person: HearingView, t: TFunction): string {
  if (person.role === undefined) return t('callSupervision.hearing.you');
  return shortName(person.role === 'customer' ? customerName(person.name, t) : person.name);
}

export interface HearingLine {
  name: string;
  /** The sentence that names whom the person hears, apart from the supervisor. */
  hears: string;
  /** Whether the person hears the supervisor; undefined for the supervisor. */
  hearsYou: boolean | undefined;
}

/** One line for each person in the call; the last one is the supervisor. */
export function hearingLines(people: ReadonlyArray<HearingView>, t: TFunction): ReadonlyArray<HearingLine> {
  const you = people.length - 1;
  return people.map((person, index) => {
    const names = person.hears.filter((one) => one !== you).flatMap((one) => people.slice(one, one + 1));
    const all = listOfNames(
      names.map((one) => nameOf(one, t)),
      t,
    );
    return {
      name: nameOf(person, t),
      hears: all === '' ? t('callSupervision.hearing.hearsNobody') : t('callSupervision.hearing.hears', { names: all }),
      hearsYou: index === you ? undefined : person.hears.includes(you),
    };
  });
}

/** Whether the agent consults a colleague and the rule of the org unit hides that from the supervisor. */
export function isShutOut({ people }: SupervisedCallView): boolean {
  const you = people[people.length - 1];
  return people.some(({ role }) => role === 'consulted') && you?.hears.length === 0;
}

/**
 * Whether a supervisor who joins is not heard by everybody: the customer hears music, or the consulted colleague is not
 * in the agent's conversation.
 */
export function isDivided({ people }: SupervisedCallView): boolean {
  return people.some(({ role }) => role === 'consulted');
}

/** Names of those who hear the supervisor. */
export function hearersOfYou({ people }: SupervisedCallView, t: TFunction): string {
  const you = people.length - 1;
  const hearers = people.filter(({ hears }) => hears.includes(you));
  return listOfNames(
    hearers.map((one) => nameOf(one, t)),
    t,
  );
}
