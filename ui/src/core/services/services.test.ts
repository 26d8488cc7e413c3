// Runtime configuration: what the core gets, and that no external service is called without it.
import type { PageInput } from 'core-wasm';
import { afterEach, expect, test, vi } from 'vitest';
import { Services } from './services';

const flagsOf = vi.hoisted(() => vi.fn());
vi.mock('./flags', () => ({ flagsOf }));
vi.mock('./brandLook', () => ({ loadBrand: () => Promise.resolve() }));
vi.mock('./errors', () => ({
  startReporting: () => {
    throw new Error('error reporting was loaded without its configuration');
  },
}));

const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);

async function started(answer: () => Promise<Response>) {
  const inputs: PageInput[] = [];
  let services: Services | null = null;
  fetched
    .mockReset()
    .mockImplementationOnce(answer)
    .mockResolvedValue(new Response(null, { status: 204 }));
  await Services.start(
    '/api',
    'acme.example.com',
    '1.2.3',
    (input) => inputs.push(input),
    (attached) => {
      services = attached;
    },
  );
  return { inputs, services: services as Services | null };
}

const json = (body: unknown) => () => Promise.resolve(new Response(JSON.stringify(body)));

afterEach(() => flagsOf.mockReset());

test('without configured services the core is informed and no request is sent to an external service [NAV-034]', async () => {
  const { inputs } = await started(json({ featureFlags: null, errorReporting: null, tracking: null }));
  expect(inputs).toEqual([
    {
      type: 'configured',
      services: { host: 'acme.example.com', flagsKey: undefined, developFlagsKey: undefined, tracking: false },
    },
  ]);
  expect(fetched.mock.calls).toEqual([['/api/configuration']]);
});

test.each<[string, () => Promise<Response>]>([
  ['refused', () => Promise.resolve(new Response('', { status: 404 }))],
  ['broken', () => Promise.resolve(new Response('<html>'))],
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a configuration that is %s changes nothing', async (_name, answer) => {
  const { inputs, services } = await started(answer);
  expect([inputs, services]).toEqual([[], null]);
});

test('the core gets the host and both keys, and the flags are loaded with the chosen key [SEC-012]', async () => {
  const { inputs, services } = await started(
    json({ featureFlags: { url: 'https://flags.example', clientKey: 'a', developClientKey: 'b' } }),
  );
  expect(inputs).toEqual([
    {
      type: 'configured',
      services: { host: 'acme.example.com', flagsKey: 'a', developFlagsKey: 'b', tracking: false },
    },
  ]);
  flagsOf.mockResolvedValueOnce([{ name: 'x', value: 'true' }]);
  services?.loadFlags('a', ['x']);
  await vi.waitFor(() => expect(inputs[1]).toEqual({ type: 'flagsLoaded', flags: [{ name: 'x', value: 'true' }] }));
  expect(flagsOf).toHaveBeenCalledWith('https://flags.example', 'a', ['x']);
});

test('flags that cannot be loaded are all off [SEC-013]', async () => {
  const { inputs, services } = await started(json({ featureFlags: { url: 'https://flags.example', clientKey: 'a' } }));
  flagsOf.mockRejectedValueOnce(new Error('timeout'));
  services?.loadFlags('a', ['x']);
  await vi.waitFor(() => expect(inputs[1]).toEqual({ type: 'flagsLoaded', flags: [] }));
});

test('the agent is sent to the configured tracking address, and a failure is ignored [NAV-032] [NAV-034]', async () => {
  const { services } = await started(json({ tracking: { url: 'https://tracking.example/identify' } }));
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const who = { name: 'Ana Souza', email: 'ana@example.com', loginIdentifier: 'ana.souza', client: 'acme' };
  services?.track(who);
  const [url, init] = fetched.mock.calls[1] ?? [];
  expect([url, init?.method, JSON.parse(init?.body as string), init?.credentials]).toEqual([
    'https://tracking.example/identify',
    'POST',
    who,
    'omit',
  ]);
});
