// Schemathesis (Python) requests every route that the served OpenAPI document describes, with valid and invalid input,
// as an agent, as a supervisor and as a client without a session.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stop, inRoot, run, say } from './console.mjs';
import { schemathesisProgram } from './schemathesis.mjs';
import { freePort, startServer } from './server.mjs';

const folder = inRoot('target', 'openapi');

const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

/**
 * The routes whose answer depends on the role of supervisor: openapi.test.mjs compares this list with the server's
 * route table.
 */
export const SUPERVISORS_ROUTES =
  '^/(audit$|supervisor/|effects/|campaign-dialer/|call-supervision|call-recordings)|^/org-unit/[^/]+/(agent-calls|call-supervision)$|^/agents/[^/]+/(reset-password|set-absent-mode|remove-absent-mode|force-disconnect|open-url)$';

/** Routes that end the session, which the other requests need; a client without a session requests them. */
const ENDS_THE_SESSION = '^/auth/logoff$';

/** @typedef {{ authorization?: string, body?: unknown, method?: string }} CallOptions */
/** @typedef {{ authorization: string, agentId: string, org_unit_id: string }} SignedIn */
/**
 * Identifiers that exist on the server. `agentId` is the agent who sends the request, `subjectId` the agent whom a
 * supervisor's request is about.
 * @typedef {{ agentId: string, subjectId: string, supervisorId: string, unit: string, queue: string, protocol: string }} Known
 */

/** @param {string} origin @param {string} path @param {CallOptions} [options] */
async function call(origin, path, { authorization, body, ...options } = {}) {
  const answer = await fetch(origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...options,
  });
  if (!answer.ok) throw new Stop(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** @param {string} origin @param {string} login @param {string} password @returns {Promise<SignedIn>} */
async function signIn(origin, login, password) {
  const answer = await call(origin, '/api/auth/login', { body: { login, password } });
  return { authorization: answer.headers.get('authorization') ?? '', ...(await answer.json()) };
}

/**
 * Connects the agent's chat and starts an attendance, so that the routes have an attendance to answer about.
 * @param {string} origin
 * @param {SignedIn} agent
 * @returns {Promise<{ protocol: string, queue: string }>}
 */
async function attendance(origin, { authorization, agentId }) {
  await call(origin, `/api/channels/chat/connect/agent/${agentId}`, { method: 'POST', authorization });
  const { data: queues } = await (await call(origin, '/outside/api/queues')).json();
  const customer = { name: 'Helena Duarte', identifier: 'helena@example.com', queue: queues[0].id };
  const secret = '0123456789abcdef'.repeat(4);
  const { protocol } = await (await call(origin, '/outside/api/chats', { body: { ...customer, secret } })).json();
  return { protocol, queue: queues[0].id };
}

/**
 * Schemathesis' configuration: identifiers that exist, instead of random ones that are all answered 404.
 * @param {Known} known
 */
export function configurationOf({ agentId, subjectId, supervisorId, unit, queue, protocol }) {
  const groups = [
    // The first pattern that matches counts.
    ['^/agents/\\{id\\}/(reset-password|set-absent-mode|force-disconnect|open-url)$', subjectId],
    ['^/(agents|channels|pauses)/', agentId],
    ['^/supervisor/', supervisorId],
    ['^/users/', agentId],
    ['^/org-unit/|/org-unit/', unit],
    ['^/queues/chat/\\{id\\}$|^/qualifications/', queue],
  ];
  const operations = groups.flatMap(([pattern, id]) => [
    '[[operations]]',
    `include-path-regex = '${pattern}'`,
    `parameters = { "path.id" = ${JSON.stringify(id)} }`,
  ]);
  const everywhere = { 'path.protocol': protocol, 'query.agent': agentId, 'query.agentId': agentId };
  const parameters = Object.entries(everywhere).map(([name, value]) => `"${name}" = ${JSON.stringify(value)}`);
  return ['[parameters]', ...parameters, ...operations, ''].join('\n');
}

/**
 * Requests every route as one client. Resolves to whether all answers match the OpenAPI document.
 * @param {{ name: string, origin: string, authorization?: string, known: Known, seed: string, examples: string, routes?: string | undefined }} one
 */
async function walk({ name, origin, authorization, known, seed, examples, routes }) {
  say(`• As ${name}`);
  const config = join(folder, `${name}.toml`);
  writeFileSync(config, configurationOf(known));
  const args = [
    ...['--config-file', config, 'run', `${origin}/api/openapi.json`, '--url', `${origin}/api`],
    ...['--checks', CHECKS, '--phases', 'examples,coverage,fuzzing', '--continue-on-failure'],
    ...['--seed', seed, '--max-examples', examples, '--warnings', 'off', '--no-color'],
    ...['--report', 'junit', '--report-junit-path', join(folder, `${name}.xml`)],
    ...(routes ? ['--include-path-regex', routes] : []),
    ...(authorization ? ['--header', `Authorization: ${authorization}`, '--exclude-path-regex', ENDS_THE_SESSION] : []),
  ];
  const code = await run(schemathesisProgram, args, { cwd: folder, log: join(folder, `${name}.txt`), quiet: true });
  // If the session ended meanwhile, all requests were refused, which proves nothing.
  if (code === 0 && authorization) await call(origin, `/api/agents/${known.agentId}`, { authorization });
  return code === 0;
}

/** @typedef {{ name: 'agent' | 'supervisor' | 'no-session', routes?: string }} Client `routes`: only those that match */

/**
 * The clients of a walk. The short one leaves out what is proved elsewhere: without a session every route is requested
 * by tests of the server (server/tests/server/authorization.rs), and a supervisor's answers differ from an agent's at
 * its own routes only.
 * @param {boolean} everything
 * @returns {Client[]}
 */
export const clientsOf = (everything) =>
  everything
    ? [{ name: 'no-session' }, { name: 'agent' }, { name: 'supervisor' }]
    : [{ name: 'agent' }, { name: 'supervisor', routes: SUPERVISORS_ROUTES }];

/**
 * Resolves to whether no answer was a 5xx or differed from the document.
 * @param {{ program: string, seed: string, examples: string, everything: boolean }} options the built server; the cases that are tried
 */
export async function walkTheDocument({ program, seed, examples, everything }) {
  mkdirSync(folder, { recursive: true });
  const dataDirectory = mkdtempSync(join(tmpdir(), 'workspace-openapi-'));
  const port = await freePort();
  const server = await startServer(program, { port, dataDirectory, log: join(folder, 'server.log') });
  try {
    const { origin } = server;
    const agent = await signIn(origin, 'davi.rocha', 'agente123');
    const supervisor = await signIn(origin, 'carla.dias', 'supervisora1');
    const known = { ...(await attendance(origin, agent)), unit: agent.org_unit_id, supervisorId: supervisor.agentId };
    const asAgent = { ...known, agentId: agent.agentId, subjectId: agent.agentId };
    const asSupervisor = { ...known, agentId: supervisor.agentId, subjectId: agent.agentId };
    const callers = {
      'no-session': { known: asAgent },
      agent: { authorization: agent.authorization, known: asAgent },
      supervisor: { authorization: supervisor.authorization, known: asSupervisor },
    };
    let passed = true;
    for (const client of clientsOf(everything))
      passed = (await walk({ ...client, ...callers[client.name], origin, seed, examples })) && passed;
    return passed;
  } finally {
    await server.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
