// The telephone number of an attendance of the history: with it the agent starts a conversation or a call.
import type { HistoryRowView } from 'core-wasm';
import type { TFunction } from 'i18next';
import { formatPhone } from '../../i18n/format';
import { identifierWords } from '../../i18n/visitors';
import { chooserOf, isNumber, useFastTrigger } from '../../shared/numberChannels';

type Attendance = Pick<HistoryRowView, 'channel' | 'metaType' | 'contactIdentifier' | 'name'>;

/** Attendances of Instagram and chat have no number. */
function hasNumber({ channel, metaType, contactIdentifier }: Attendance): boolean {
  return channel !== 'chat' && metaType !== 'instagram' && isNumber(contactIdentifier);
}

export function identifierText(attendance: Attendance, t: TFunction): string {
  const { contactIdentifier } = attendance;
  return hasNumber(attendance) ? formatPhone(contactIdentifier) : identifierWords(contactIdentifier, t);
}

/**
 * Undefined without a number, for an unknown channel, and for an agent who can neither call nor write to the number.
 */
export function useStart(attendance: Attendance | undefined): (() => void) | undefined {
  const onNumber = useFastTrigger();
  if (attendance?.channel === undefined || attendance.channel === 'chat' || !hasNumber(attendance)) return undefined;
  const { channel, contactIdentifier: phone, name } = attendance;
  return chooserOf({ phone, name, channel }, onNumber);
}
