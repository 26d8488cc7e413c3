// The contact centre for the measurement of the interface, in a separate process: it takes no time from the page's main
// thread, and the driver does not delay it. The real server behind it sends the shipped files. Requests are answered
// from a source (a module of `sources/`) and the contract's examples, because no demo data contains a thousand
// attendances. The broker is a real WebSocket with the STOMP commands that one agent's queue needs.
//
// Started with `fork`. Its arguments are the source's name, the source's own argument, and the address of the shipped
// files; sends { port }, then { subscribed }, { complete <protocol> } with the last page of a thread, and after
// { play } sends { sent, acknowledged }.
import { readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { root } from '../../scripts/lib/console.mjs';

const [sourceName = '', argument = '', shippedOrigin = ''] = process.argv.slice(2);
/**
 * The functions and data that a module of `sources/` provides.
 * @typedef {object} Source
 * @property {string} channel
 * @property {object[]} jobs
 * @property {(protocol: string, after: number, atMost: number) => object[]} messagesAfter
 * @property {string[]} frames
 */
/** @type {{ openSource(argument: string): Source }} */
const { openSource } = await import(`./sources/${sourceName}.mjs`);
const { channel, jobs, messagesAfter, frames } = openSource(argument);
/** @param {string} name */
const example = (name) => JSON.parse(readFileSync(join(root, 'docs', 'contract', `${name}.json`), 'utf8'));

// ---- requests

/** Sends a message to the driver. @param {object} message */
const say = (message) => void process.send?.(message);

/** Answers in the form of the server. */
const MESSAGES_PER_PAGE = 200;
const { epoch } = example('event-new-chat');
const agent = { ...example('agent-record'), channels: [channel] };
const status = example('agent-status');
const { chat: atWork, ...otherChannels } = status.channels;
/** @type {Record<string, object>} */
const fixed = {
  'auth/login': example('login-reply'),
  'agents/101': agent,
  'agents/101/status': { ...status, channels: { ...otherChannels, [channel]: atWork }, asOfSeq: 0, epoch },
  'agents/101/jobs/active': { asOfSeq: 0, epoch, data: { [channel]: jobs } },
  'agents/101/jobs/inbox': { asOfSeq: 0, epoch, data: [] },
  'agents/101/member/attendance-groups': example('attendance-groups'),
  'attendance-group/agent': example('attendance-groups'),
  'org-unit/1': example('org-unit'),
  system: example('system-reply'),
  'system/start-listener-queue': example('start-listener-reply'),
  pauses: example('presence/pauses'),
  'pauses/agent/101': example('presence/agent-pauses'),
  'agents/notifications/agent': { ...example('presence/notifications'), data: [] },
  qualifications: example('qualifications'),
  'whatsapp/read-all': example('success'),
  'new-tag/tags': example('history/tag-catalogue'),
};
const validated = example('validate-reply');
/** @type {[start: string, body: object][]} */
const beginnings = [
  ['tags/protocol/', example('tags')],
  ['contacts', example('contacts-found')],
  ['queues/', example('queue-record')],
  ['qualifications/', example('qualifications')],
];

/** @param {string} path @param {URLSearchParams} query @returns {object | undefined} */
function answer(path, query) {
  if (path === 'auth/validate')
    return { ...validated, broker: { ...validated.broker, expiresAt: new Date(Date.now() + 300_000).toISOString() } };
  if (path === 'system/datetime') return { datetime: new Date().toISOString() };
  const thread = /^job\/(\d+)\/messages$/.exec(path)?.[1];
  if (thread) {
    const data = messagesAfter(thread, Number(query.get('after') ?? 0), MESSAGES_PER_PAGE);
    if (data.length < MESSAGES_PER_PAGE) say({ [`complete ${thread}`]: true });
    return { customIds: [], data };
  }
  return fixed[path] ?? beginnings.find(([start]) => path.startsWith(start))?.[1];
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', shippedOrigin);
  const path = pathname.startsWith('/api/') ? pathname.slice('/api/'.length) : undefined;
  const body = path === undefined ? undefined : answer(path, searchParams);
  if (body === undefined) return void passOn(request, response, path);
  request.resume();
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(path === 'auth/login' ? { authorization: 'Bearer bench' } : {}),
  });
  response.end(JSON.stringify(body));
});

/**
 * Shipped files, and the requests that the workspace sends before sign-in.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string | undefined} path
 */
function passOn(request, response, path) {
  const passed = ask(
    new URL(request.url ?? '/', shippedOrigin),
    { method: request.method, headers: request.headers },
    (reply) => {
      const { statusCode = 502 } = reply;
      if (path !== undefined && statusCode >= 400)
        say({ complaint: `the bench has no answer for ${request.method} ${path} (${statusCode})` });
      response.writeHead(statusCode, reply.headers);
      reply.pipe(response);
    },
  );
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

// ---- broker

/** @type {(body: string) => void} */
let deliver = () => {
  throw new Error('the page has not subscribed');
};
let acknowledged = 0;
new WebSocketServer({
  server,
  path: '/broker',
  perMessageDeflate: false,
  handleProtocols: (offered) => [...offered][0] ?? false,
}).on('connection', (socket) => {
  socket.on('message', (data) => {
    const words = String(data);
    if (/^(CONNECT|STOMP)\n/.test(words)) socket.send('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0');
    if (words.startsWith('ACK\n')) acknowledged += 1;
    const subscription = /^SUBSCRIBE\n[\s\S]*?id:(.*)/.exec(words)?.[1];
    if (subscription === undefined) return;
    let number = 0;
    deliver = (body) => {
      number += 1;
      const headers = `subscription:${subscription}\nmessage-id:${number}\nack:${number}\ndestination:/queue/agent.101\ncontent-type:application/json`;
      socket.send(`MESSAGE\n${headers}\n\n${body}\0`);
    };
    say({ subscribed: true });
  });
});

/**
 * Sends each frame at its time, however long sending takes; resolves to the times at which they were sent, by a clock
 * that the page shares.
 * @param {number} perSecond
 * @returns {Promise<number[]>}
 */
async function play(perSecond) {
  /** @type {number[]} */
  const sent = [];
  const startedAt = performance.now();
  while (sent.length < frames.length) {
    const due = Math.min(frames.length, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
    while (sent.length < due) {
      sent.push(performance.timeOrigin + performance.now());
      deliver(frames[sent.length - 1] ?? '');
    }
    await new Promise((soon) => setTimeout(soon, 2));
  }
  return sent;
}

process.on('message', async (/** @type {{ play?: number, tell?: boolean }} */ { play: perSecond, tell }) => {
  if (perSecond) say({ sent: await play(perSecond) });
  if (tell) say({ acknowledged });
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () =>
  say({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port }),
);
