// What the drawer says of a supervised call: names, and who hears whom, in sentences.
import type { HearingView, SupervisedCallView, SupervisionMode } from 'core-wasm';
import type { TFunction } from 'i18next';
import { shortName } from '../../shared/shortName';
import { customerName } from '../../i18n/visitors';

export const modes: ReadonlyArray<SupervisionMode> = ['listen', 'whisper', 'barge'];

/** "Ana, Bia e Caio". */
export function listed(names: ReadonlyArray<string>, t: TFunction): string {
  const last = names[names.length - 1] ?? '';
  const others = names.slice(0, -1);
  return others.length === 0 ? last : t('callSupervision.hearing.and', { names: others.join(', '), last });
}

/** How a person is called inside a sentence. */
export function nameOf(person: HearingView, t: TFunction): string {
  if (person.role === undefined) return t('callSupervision.hearing.you');
  return shortName(person.role === 'customer' ? customerName(person.name, t) : person.name);
}

export interface HearingLine {
  name: string;
  /** Whom the person hears beside the supervisor, as a sentence. */
  hears: string;
  /** Whether the person hears the supervisor; undefined for the supervisor. */
  hearsYou: boolean | undefined;
}

/** A line for each person of the call; the supervisor is the last one. */
export function hearingLines(people: ReadonlyArray<HearingView>, t: TFunction): ReadonlyArray<HearingLine> {
  const you = people.length - 1;
  return people.map((person, index) => {
    const names = person.hears.filter((one) => one !== you).flatMap((one) => people.slice(one, one + 1));
    const all = listed(
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

/** The agent consults a colleague, and the rule of the unit does not let the supervisor hear that. */
export function isShutOut({ people }: SupervisedCallView): boolean {
  const you = people[people.length - 1];
  return people.some(({ role }) => role === 'consulted') && you?.hears.length === 0;
}

/** Not everybody hears who joins: the customer hears music, or the consulted colleague is not in the agent's conversation. */
export function isDivided({ people }: SupervisedCallView): boolean {
  return people.some(({ role }) => role === 'consulted');
}

/** Names of those who hear the supervisor. */
export function hearersOfYou({ people }: SupervisedCallView, t: TFunction): string {
  const you = people.length - 1;
  const hearers = people.filter(({ hears }) => hears.includes(you));
  return listed(
    hearers.map((one) => nameOf(one, t)),
    t,
  );
}
