// Computes the times at which a snooze can end, and converts days and times of a zone to moments. Results depend only on the arguments.
export type SnoozeChoice = 'inOneHour' | 'inThreeHours' | 'tomorrow' | 'monday' | 'untilReply';

export interface SnoozeMoment {
  choice: SnoozeChoice;
  /** End of the snooze in epoch milliseconds. */
  at: number;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const monday = 1;
/** The moment that means no time: the conversation returns with a reply only (docs/contract.md, "Snooze"). */
const noTime = Date.UTC(9999, 11, 31);
/** When a day of work begins. */
const morning = '09:00';

/**
 * The offered times, in the zone of the page. On a Sunday, "tomorrow" and "Monday" are the same and are offered once.
 */
export function snoozeMoments(now: number, zone: string): ReadonlyArray<SnoozeMoment> {
  const today = dayOf(now, zone);
  const tomorrow = nextDay(today, 1);
  const untilMonday = (monday - weekdayOf(today) + 7) % 7 || 7;
  const moments: ReadonlyArray<SnoozeMoment> = [
    { choice: 'inOneHour', at: now + hourMs },
    { choice: 'inThreeHours', at: now + 3 * hourMs },
    { choice: 'tomorrow', at: momentOf(tomorrow, morning, zone) },
    { choice: 'monday', at: momentOf(nextDay(today, untilMonday), morning, zone) },
    // Every snooze ends when the customer writes: this one by nothing else.
    { choice: 'untilReply', at: noTime },
  ];
  return untilMonday === 1 ? moments.filter(({ choice }) => choice !== 'monday') : moments;
}

/** Whether a snooze has no time. */
export function isUntilReply(until: number): boolean {
  return until >= noTime;
}

/** The day of the zone, `YYYY-MM-DD`. */
export function dayOf(time: number, zone: string): string {
  return new Date(time + offsetAt(time, zone)).toISOString().slice(0, 10);
}

/**
 * Converts a day `YYYY-MM-DD` and a time `HH:mm` of the zone to a moment. A time that the clock change skips becomes the time one hour later; of a
 * time that occurs twice, the first one is meant.
 */
export function momentOf(day: string, time: string, zone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00.000Z`);
  const before = offsetAt(asUtc - dayMs, zone);
  const after = offsetAt(asUtc + dayMs, zone);
  const fits = [before, after].map((offset) => asUtc - offset).filter((at) => at + offsetAt(at, zone) === asUtc);
  return fits[0] ?? asUtc - before;
}

/** Parses a typed time ("9", "9:30", "0930", "9h30") to `HH:mm`; undefined if it is not a time. */
export function timeOf(typed: string): string | undefined {
  const parts = /^(\d{1,2})(?:\s*[:h.]\s*(\d{2})?|(\d{2}))?$/.exec(typed.trim());
  if (parts === null) return undefined;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2] ?? parts[3] ?? 0)];
  return hours > 23 || minutes > 59
    ? undefined
    : [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Time zone of the page. */
export function pageZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function nextDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Day of the week; 0 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay();
}

/** Offset of the zone's clocks from UTC, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour12: false,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  // Some engines write midnight as 24.
  const local = Date.UTC(year, month - 1, day, hour % 24, minute, second);
  return local - Math.floor(time / 1000) * 1000;
}
