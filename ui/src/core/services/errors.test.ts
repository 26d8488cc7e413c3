// Error reporting by the real SDK with a transport that records the events.
import { addBreadcrumb, captureException, captureMessage, createTransport, getClient } from '@sentry/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { plainAddress, plainText, startReporting } from './errors';

const sent: string[] = [];

function reporting(chance: number) {
  sent.length = 0;
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  return startReporting('https://public@errors.example/7', '1.2.3', (options) =>
    createTransport(options, ({ body }) => {
      sent.push(typeof body === 'string' ? body : new TextDecoder().decode(body));
      return Promise.resolve({ statusCode: 200 });
    }),
  );
}

/** Bodies of sent events; spans have their own envelopes. */
async function events(): Promise<string[]> {
  await getClient()?.flush(2_000);
  return sent.filter((envelope) => envelope.includes('"type":"event"'));
}

afterEach(async () => {
  await getClient()?.close(100);
});

test('an error is sent without personal data [SHELL-053] [SHELL-055]', async () => {
  const reporter = reporting(0.05);
  history.replaceState(null, '', '/new-agent/attendance/20261120000123');
  reporter.reportFailure(
    new Error('contact ana@example.com of 20261120000123 at /api/contacts/ana?search=Ana was lost'),
  );
  reporter.report('coreReport', 'unregistered: NewerEvent');
  const [failure = '', report = '', ...others] = await events();
  expect(others).toEqual([]);
  expect(failure).toContain('"release":"1.2.3"');
  expect(failure).toContain('was lost');
  expect(report).toContain('coreReport: unregistered: NewerEvent');
  for (const personal of ['ana@example.com', '20261120000123', 'search=Ana', 'contacts/ana', '"user":{', '"request":'])
    expect(failure, personal).not.toContain(personal);
});

test.each([
  'ResizeObserver loop limit exceeded',
  'ResizeObserver loop completed with undelivered notifications.',
  'Failed to fetch',
  'The user aborted a request.',
  'NetworkError when attempting to fetch resource.',
  'AbortError: the request was cancelled',
  'play() failed because the user didn’t interact with the document first',
])('the harmless error %s is not sent [SHELL-052] [SHELL-055]', async (message) => {
  const reporter = reporting(0.05);
  reporter.reportFailure(new Error(message));
  reporter.reportFailure(new Error('something else'));
  const left = await events();
  expect(left).toHaveLength(1);
  expect(left[0]).toContain('something else');
});

test('a cancelled request is recognised by the name of its error and not sent [SHELL-052]', async () => {
  const reporter = reporting(0.05);
  reporter.reportFailure(new DOMException('gone', 'AbortError'));
  expect(await events()).toEqual([]);
});

test('only reports of the level error are sent [SHELL-053]', async () => {
  reporting(0.05);
  captureMessage('only a warning', 'warning');
  captureMessage('only a note', 'info');
  captureException(new Error('an error'));
  const left = await events();
  expect(left).toHaveLength(1);
  expect(left[0]).toContain('an error');
});

test.each([
  [0.09, 1],
  [0.11, 0],
])('one error of ten is sent: with random value %s %s [SHELL-054]', async (chance, count) => {
  reporting(chance).reportFailure(new Error('an error'));
  expect(await events()).toHaveLength(count);
});

test('at most five breadcrumbs are sent, without personal addresses [SHELL-054]', async () => {
  const reporter = reporting(0.05);
  for (let step = 0; step < 9; step += 1)
    addBreadcrumb({
      category: 'navigation',
      data: { to: `/new-agent/attendance/2026112000${step}`, words: 'Olá, Ana' },
    });
  reporter.reportFailure(new Error('an error'));
  const [left = ''] = await events();
  const steps = left.match(/"category":"navigation"/g) ?? [];
  expect(steps).toHaveLength(5);
  expect(left).not.toContain('2026112000');
  expect(left).not.toContain('Olá');
  expect(getClient()?.getOptions()).toMatchObject({ sampleRate: 0.1, tracesSampleRate: 0.1, maxBreadcrumbs: 5 });
});

test.each([
  ['/new-agent/attendance/2026', '/new-agent/attendance/…'],
  ['https://a.example/api/contacts/ana?search=Ana#x', '/api/contacts/…'],
  ['GET /api/agents/101', 'GET /api/agents/…'],
  ['/api/system', '/api/system'],
  ['/101/x', '/x/…'],
  ['no address', 'no address'],
])('%s is sent as %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});

test.each([
  ['written by ana@example.com', 'written by …'],
  ['ana@ and @ana', '… and …'],
  ['<ana@example.com>,\tcall 11955550101', '…\tcall …'],
  ['no address, 404', 'no address, 404'],
])('the message %j is sent as %j', (message, plain) => {
  expect(plainText(message)).toBe(plain);
});

test('a message is cut before any pattern is matched', () => {
  const replaced = vi.spyOn(String.prototype, 'replace');
  const lengths = ['a'.repeat(60_000), 'word '.repeat(12_000), '/'.repeat(60_000)].map(
    (text) => plainText(text).length,
  );
  const matched = replaced.mock.contexts.map((text) => String(text).length);
  replaced.mockRestore();
  expect(matched).toHaveLength(9);
  expect(Math.max(...matched, ...lengths)).toBeLessThanOrEqual(2_001);
});

test.each([1_985, 1_990, 1_993, 1_994, 1_995, 1_999])(
  'an address that begins at letter %s is hidden although the message is cut at letter 2,000',
  (start) => {
    const plain = plainText(`${'x'.repeat(start - 1)} lucia@example.com 20261120000123 ${'x'.repeat(60_000)}`);
    expect(plain).toBe(`${'x'.repeat(start - 1)} …`);
  },
);

test.each(['the list failed: NetworkError', 'the worker ended with AbortError'])(
  'an error that only names a harmless one is sent: %s',
  async (message) => {
    reporting(0.05).reportFailure(new Error(message));
    const left = await events();
    expect(left).toHaveLength(1);
    expect(left[0]).toContain(message);
  },
);
