// The core names texts by keys. Every key in its sources has a text in every language, and so have the keys that the server writes into threads
// and the causes of its refusals. Reads the Rust sources, so that a new key without a text fails here.
import { describe, expect, test } from 'vitest';
import { catalogues } from './catalogues';
import { languages, type Language } from './language';

const coreSources = import.meta.glob<string>(
  ['../../../core-wasm/{src,wire/src}/**/*.rs', '!**/tests.rs', '!**/tests/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
const serverSources = import.meta.glob<string>(
  ['../../../server/domain/src/**/*.rs', '!**/tests.rs', '!**/*tests/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

/** Keys of messages that the documents name in this form. */
const namedByDocuments = [
  'errorConnectChannel',
  'errorDisconnectChannel',
  'errorDisconnectChannel-voice',
  'channelChat.errorConnect',
  'channelChat.errorDisconnect',
  'pauseError',
  'unpauseError',
  'pauseErrorInThisMoment',
  'cannotCallToContact',
  'contactInBlacklist',
  'triggerActiveJobError',
  'cannotActiveJobBecauseInPause',
  'callsBetweenAgentsNotAllowed',
  'voiceServerOffline',
  'qualificationSuccess',
  'callAgainToContact',
  'hangupVoiceCallAgent',
  'hangupVoiceCallFailure',
  'jobFinished',
  'disconnectedBySystem',
  'endChatByClient',
  'theNumberDoesNotHaveWhatsapp',
  'cannotTransferBecauseAgentOffline',
  'chatVisor.errConnect',
  'broadcast.new.toastSuccess',
  'broadcast.cancel.toastSuccess',
] as const;

const { documents, ...ownAreas } = catalogues['pt-BR'];
const areas = [...Object.keys(ownAreas), ...Object.keys(documents)].join('|');
const keyLiteral = new RegExp(`"((?:${areas})\\.[A-Za-z_.]+)"`, 'g');
/** A key without an area: the key of a message in the documents. */
const bareKey = /Text::key\(\s*"([A-Za-z-]+)"/g;
/** Areas of `Text::reason`: the rest of the key is the server's reason, and a fallback key is passed with it. */
const reasonPrefix = /Text::reason\(\s*"([a-z.A-Z]+)"/g;
const formatted = new RegExp(`format!\\("((?:${areas})\\.[A-Za-z.]+)\\.\\{\\}"`, 'g');

function withoutTests(source: string): string {
  return source.split(/#\[cfg\(test\)\]\s*mod tests/)[0] ?? '';
}

function all(pattern: RegExp, sources: Record<string, string>): ReadonlyArray<string> {
  const found = Object.values(sources).flatMap((source) =>
    Array.from(withoutTests(source).matchAll(pattern), ([, key = '']) => key),
  );
  return [...new Set(found)].sort();
}

function source(sources: Record<string, string>, ending: string): string {
  const found = Object.entries(sources).find(([path]) => path.endsWith(ending));
  if (found === undefined) throw new Error(`no source ends in ${ending}`);
  return found[1];
}

/** The page first looks for a key among the documents' messages (text.ts). */
function has(language: Language, key: string): boolean {
  return hasExactly(language, `documents.${key}`) || hasExactly(language, key);
}

function hasExactly(language: Language, key: string): boolean {
  const lookUp = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>(
        (tree, part) =>
          typeof tree === 'object' && tree !== null ? (tree as Record<string, unknown>)[part] : undefined,
        catalogues[language],
      );
  return (
    typeof lookUp(key) === 'string' ||
    (typeof lookUp(`${key}_one`) === 'string' && typeof lookUp(`${key}_other`) === 'string')
  );
}

/** Tables that choose the area of a reason and its fallback. */
const reasonRow = /=> \("([a-zA-Z.]+)", "[a-zA-Z.-]+"\)/g;
const reasonRowFallback = /=> \("[a-zA-Z.]+", "([a-zA-Z.-]+)"\)/g;

const prefixes = [...new Set([...all(reasonPrefix, coreSources), ...all(reasonRow, coreSources)])].sort();
const keys = [
  ...all(keyLiteral, coreSources).filter((key) => !prefixes.includes(key)),
  ...all(bareKey, coreSources),
  ...all(reasonRowFallback, coreSources),
];

/** The statuses of a channel as spelt in the wire format. */
function channelStatuses(): ReadonlyArray<string> {
  const [, body = ''] = /pub enum ChannelStatus \{([^}]*)\}/.exec(source(coreSources, '/wire/src/channel.rs')) ?? [];
  return Array.from(body.matchAll(/^\s*([A-Z][A-Za-z]+),/gm), ([, name = '']) =>
    name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase(),
  );
}

test('the scan finds the keys of the core', () => {
  expect(keys).toContain('session.login.invalid');
  expect(keys.length).toBeGreaterThan(30);
  expect(prefixes).toEqual([
    'callSupervision.refused',
    'callSupervision.takeOver',
    'channels.cause',
    'chat.cause',
    'colleagues.refused',
    'contactManagement.employerForm',
    'contacts.cause',
    'imports.reasons',
    'logoff',
    'transferError',
    'voice.ringEnded',
    'voiceChannel',
    'whatsapp.failure',
    'whatsapp.reopen',
  ]);
  expect(channelStatuses()).toEqual(['available', 'disconnected', 'paused', 'scheduled_pause', 'in_attendance']);
});

describe.each(languages)('in %s', (language) => {
  test.each(namedByDocuments)("the documents' %s is a key of the catalogues [ERR-005]", (key) => {
    expect(hasExactly(language, `documents.${key}`)).toBe(true);
  });

  test('every key of the core has a text', () => {
    expect(keys.filter((key) => !has(language, key))).toEqual([]);
  });

  test('every key the core completes at run time has a text, or a fallback with a text', () => {
    expect(all(formatted, coreSources)).toEqual(['channels.announce', 'chat.system', 'notifications.kind']);
    const announced = channelStatuses().map((status) => `channels.announce.${status}`);
    expect([...announced, 'chat.system.other', 'notifications.system'].filter((key) => !has(language, key))).toEqual(
      [],
    );
  });

  test('every line the server writes into a thread has a text', () => {
    const lines = Array.from(
      source(serverSources, '/src/jobs/mod.rs').matchAll(/SystemMessage::\w+ => "(\w+)"/g),
      ([, key = '']) => key,
    );
    expect(lines.length).toBeGreaterThan(2);
    expect([...lines, 'other'].filter((line) => !has(language, `chat.system.${line}`))).toEqual([]);
  });

  test('the refusals of contacts have their own texts', () => {
    const reasons = all(
      /"((?:BLOCKED|SHARED)_CONTACT|DUPLICATE_IDENTIFIER|ALREADY_IN_\w+|CLIENT_ON_\w+|ALREADY_PREFERENTIAL)"/g,
      serverSources,
    );
    expect(reasons.length).toBe(8);
    const causeOf = (reason: string): string =>
      reason.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(reasons.filter((reason) => !has(language, `contacts.cause.${causeOf(reason)}`))).toEqual([]);
  });
});
