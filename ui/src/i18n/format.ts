// Formats of times and values: the only place that chooses a locale for numbers, sizes and dates. Numbers are written as the language of the page
// writes them; a date of digits has the day first in every language, because the agent types it so.
import i18next, { type TFunction } from 'i18next';
import { defaultLanguage, isLanguage, type Language } from './language';

export type DurationShape = 'clock' | 'call';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** English dates are British: the day before the month, as in the dates of digits. */
const locales: Readonly<Record<Language, string>> = { 'pt-BR': 'pt-BR', en: 'en-GB' };

/** The language of the page; the default until it is loaded. */
function currentLanguage(): Language {
  const language = i18next.language as string | undefined;
  return language !== undefined && isLanguage(language) ? language : defaultLanguage;
}

const formats = new Map<string, Intl.DateTimeFormat>();
let zoneOffset = 0;

/**
 * Created once, because creating a formatter costs a hundred times as much as using it. A formatter keeps its time
 * zone, so another zone gets its own.
 */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const offset = new Date().getTimezoneOffset();
  if (offset !== zoneOffset) formats.clear();
  zoneOffset = offset;
  const key = locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

/** "clock": HH:mm:ss. "call": mm:ss below one hour. Never negative. */
export function formatDuration(milliseconds: number, shape: DurationShape): string {
  const totalSeconds = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor(totalSeconds / 60) % 60;
  const seconds = totalSeconds % 60;
  const tail = `${twoDigits(minutes)}:${twoDigits(seconds)}`;
  return shape === 'call' && hours === 0 ? tail : `${twoDigits(hours)}:${tail}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

const hourAndMinute: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false };

/** "14:32" */
export function formatTime(time: number): string {
  return dateFormat(locales[currentLanguage()], hourAndMinute).format(time);
}

/** "14:32:05" */
export function formatSeconds(time: number): string {
  return dateFormat(locales[currentLanguage()], { ...hourAndMinute, second: '2-digit' }).format(time);
}

/** "19/11/2026" */
export function formatDate(time: number): string {
  return dateFormat(locales[currentLanguage()], { day: '2-digit', month: '2-digit', year: 'numeric' }).format(time);
}

/** "19/11/2026 14:32" */
export function formatFull(time: number): string {
  return `${formatDate(time)} ${formatTime(time)}`;
}

/** The short time of a list: today 14:32; "ontem"; "seg." within a week; 19/11 within the year; else 19/11/2025. */
export function formatListTime(time: number, now: number, language: Language, t: TFunction): string {
  const days = daysBetween(time, now);
  if (days <= 0) return formatTime(time);
  if (days === 1) return t('shell.time.yesterday');
  if (days < 7) return formatWeekday(time, language);
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return dateFormat(locales[currentLanguage()], {
    day: '2-digit',
    month: '2-digit',
    ...(sameYear ? {} : { year: 'numeric' as const }),
  }).format(time);
}

/** A future time: today 14:32; else 23/11 09:00, with the year if it is another year. */
export function formatComing(time: number, now: number): string {
  if (daysBetween(now, time) === 0) return formatTime(time);
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const day = dateFormat(locales[currentLanguage()], {
    day: '2-digit',
    month: '2-digit',
    ...(sameYear ? {} : { year: 'numeric' as const }),
  });
  return `${day.format(time)} ${formatTime(time)}`;
}

/** The short name of a weekday for lists: "sáb.", "Sat". */
export function formatWeekday(time: number, language: Language): string {
  return dateFormat(locales[language], { weekday: 'short' }).format(time);
}

/** The heading of a day in a thread: "Hoje", "Ontem", "quinta-feira, 19 de novembro", "Thursday 19 November". */
export function formatDay(time: number, now: number, language: Language, t: TFunction): string {
  const days = daysBetween(time, now);
  if (days === 0) return t('shell.time.today');
  if (days === 1) return t('shell.time.yesterdayHeading');
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return dateFormat(locales[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' as const }),
  }).format(time);
}

/** The heading of a month: "novembro de 2026". */
export function formatMonth(time: number, language: Language): string {
  return dateFormat(locales[language], { month: 'long', year: 'numeric' }).format(time);
}

/** Number of calendar days of the browser's zone from `time` to `now`. */
function daysBetween(time: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(time)) / dayMilliseconds);
}

function startOfDay(time: number): number {
  const day = new Date(time);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}

const numberFormats = new Map<Language, Intl.NumberFormat>();

/** "1.204", "1,204" */
export function formatNumber(value: number): string {
  const language = currentLanguage();
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(locales[language]);
  numberFormats.set(language, format);
  return format.format(value);
}

/** A size like "1,2 MB", "1.2 MB" (decimal units, as in file managers); below 1 kB in bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${size.toLocaleString(locales[currentLanguage()], { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}

/** Converts a day of the contact data base, "2027-11-25", to the displayed form, "25/11/2027"; any other text stays unchanged. */
export function formatStoredDay(value: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (parts === null) return value;
  const [, year = '', month = '', day = ''] = parts;
  return `${day}/${month}/${year}`;
}

/** The reverse: converts a typed calendar day, "25/11/2027" or "5/1/2027"; any other text stays unchanged. */
export function storedDay(typed: string): string {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed);
  if (parts === null) return typed;
  const [day, month, year] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay ? date.toISOString().slice(0, 10) : typed;
}

/** An empty value is shown as a dash. */
export function dashWhenEmpty(value: string): string {
  return value.trim() === '' ? '-' : value;
}

/** "+55 (11) 98765-4321"; a text that is not just a Brazilian number stays unchanged. */
export function formatPhone(phone: string): string {
  const parts = /^(?:\+?(55))?(\d\d)(9\d{4}|\d{4})(\d{4})$/.exec(phone);
  if (parts === null) return phone;
  const [, country, area = '', first = '', last = ''] = parts;
  return `${country === undefined ? '' : `+${country} `}(${area}) ${first}-${last}`;
}

export function firstWord(text: string): string {
  return text.trim().split(/\s+/)[0] ?? '';
}
