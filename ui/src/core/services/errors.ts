// Error reporting by the Sentry SDK (SHELL-052 to SHELL-055). No personal data leaves the page: addresses of attendances, bodies, message texts and the
// agent are removed before an event is sent.
import {
  BrowserClient,
  type Breadcrumb,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  captureMessage,
  dedupeIntegration,
  defaultStackParser,
  type ErrorEvent,
  eventFiltersIntegration,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser';
import type { BrowserOptions } from '@sentry/browser';

/** Errors that are known to be harmless: SHELL-055 names the first ones. */
export const benignErrors: ReadonlyArray<RegExp> = [
  /ResizeObserver loop (limit exceeded|completed with undelivered notifications)/,
  // A cancelled request or a lost connection: the interface shows it to the agent.
  /^(AbortError|NetworkError)\b/,
  /\b(signal is aborted|The user aborted a request|The operation was aborted|Failed to fetch|NetworkError when attempting to fetch|Load failed)\b/,
  // The browser does not allow sound yet.
  /play\(\) (failed|request was interrupted)|NotAllowedError.{0,200}play/,
];

const sampleRate = 0.1;
const tracesSampleRate = 0.1;
const maxBreadcrumbs = 5;

export interface ErrorReporter {
  report(code: string, detail: string): void;
  reportFailure(failure: unknown): void;
}

type Transport = typeof makeFetchTransport;

export function startReporting(dsn: string, release: string, transport: Transport = makeFetchTransport): ErrorReporter {
  const client = new BrowserClient({
    dsn,
    release,
    sampleRate,
    tracesSampleRate,
    maxBreadcrumbs,
    transport,
    stackParser: defaultStackParser,
    ignoreErrors: [...benignErrors],
    tracePropagationTargets: [],
    integrations: [
      eventFiltersIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      breadcrumbsIntegration({ dom: false, fetch: true, history: true, sentry: false, xhr: false }),
      browserTracingIntegration(),
    ],
    beforeBreadcrumb: plainBreadcrumb,
    beforeSend: (event) => ((event.level ?? 'error') === 'error' ? plainEvent(event) : null),
    beforeSendSpan: plainSpan,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
  });
  getCurrentScope().setClient(client);
  client.init();
  return {
    report: (code, detail) => void captureMessage(detail === '' ? code : `${code}: ${detail}`, 'error'),
    reportFailure: (failure) => void captureException(failure),
  };
}

/** Keeps the names of the page or route; later segments identify attendances, contacts and agents. */
export function plainAddress(text: string): string {
  return text.replace(/(?:https?:\/\/[^\s/?#]+)?(\/[^\s?#]*)(?:\?[^\s#]*)?(?:#\S*)?/g, (_whole, path: string) => {
    const parts = path.split('/').filter((part) => part !== '');
    const kept = parts.slice(0, 2).filter((part) => /^[a-z-]+$/i.test(part));
    return `/${kept.join('/')}${kept.length < parts.length ? '/…' : ''}`;
  });
}

/** Letters of a message that are searched and sent: a quoted text can have any length. */
const longestText = 2_000;

/** An error message may quote message texts. Each pattern takes time in proportion to the length of the text. */
export function plainText(text: string): string {
  return plainAddress(cutBetweenWords(text))
    .replace(/\S+/g, (word) => (word.includes('@') ? '…' : word))
    .replace(/\d{4,}/g, '…');
}

/** The word at the limit is left out: half an e-mail address or half a number is not recognised as one. */
function cutBetweenWords(text: string): string {
  if (text.length <= longestText) return text;
  const kept = text.slice(0, longestText);
  const lastWord = kept.split(/\s/).pop() ?? '';
  return `${kept.slice(0, longestText - lastWord.length)}…`;
}

function plainBreadcrumb({ category, level, timestamp, type, data }: Breadcrumb): Breadcrumb {
  const kept: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data ?? {})) {
    if (typeof value === 'number') kept[name] = value;
    else if (typeof value === 'string' && ['url', 'from', 'to', 'method'].includes(name))
      kept[name] = plainAddress(value);
  }
  return {
    data: kept,
    ...(category === undefined ? {} : { category }),
    ...(level === undefined ? {} : { level }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(type === undefined ? {} : { type }),
  };
}

function plainEvent(event: ErrorEvent): ErrorEvent {
  const rest = { ...event };
  delete rest.user;
  delete rest.request;
  delete rest.extra;
  delete rest.server_name;
  if (rest.message !== undefined) rest.message = plainText(rest.message);
  if (rest.transaction !== undefined) rest.transaction = plainAddress(rest.transaction);
  for (const exception of rest.exception?.values ?? [])
    if (exception.value !== undefined) exception.value = plainText(exception.value);
  return rest;
}

const spanAttributes: ReadonlySet<string> = new Set([
  'sentry.op',
  'sentry.origin',
  'sentry.release',
  'sentry.sdk.name',
  'sentry.sdk.version',
  'sentry.span.source',
]);

const plainSpan: NonNullable<BrowserOptions['beforeSendSpan']> = (span) => {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes ?? {}).filter(
      ([name, value]) => typeof value === 'number' || typeof value === 'boolean' || spanAttributes.has(name),
    ),
  );
  return { ...span, name: plainAddress(span.name), attributes };
};
