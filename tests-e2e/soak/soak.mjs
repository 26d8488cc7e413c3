// The soak: two agents in real browsers and ten customers write while the real server is killed repeatedly, while a text is
// being sent, or half of the times at random moments. At the end the written texts are compared with
// those in the database, both sides' histories, the customers' streams and the agents' screens.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { launchArguments } from '../../scripts/browser.mjs';
import { Agent } from './agent.mjs';
import { Centre } from './centre.mjs';
import { Chance } from './chance.mjs';
import { Customer } from './customer.mjs';
import { readDatabase } from './database.mjs';
import { Ledger } from './ledger.mjs';
import { compare, isClean, joinedVerdict } from './verdict.mjs';

const logins = ['ana.souza', 'bruno.lima'].map((login) => ({ login, password: 'agente123' }));
const customersPerAgent = 5;
const supportQueue = '20';
/**
 * Milliseconds between two texts of one writer, and between the server's start and its kill. Before a kill at a random moment the server
 * runs longer, so that it is met in every state.
 */
/** @type {Record<'customer' | 'agent' | 'aimedKill' | 'randomKill', [least: number, most: number]>} */
const writerPaces = { customer: [100, 900], agent: [150, 900], aimedKill: [100, 900], randomKill: [200, 3000] };
/**
 * Milliseconds from the beginning of a customer's send to a kill that aims at it. A send takes a few milliseconds, so
 * kills at random moments alone would cut too few of them on a fast machine.
 */
const killDelays = 3;
/**
 * An agent's message waits at most 30 s for its next attempt (docs/contract.md); after that everything must have
 * arrived.
 */
const quietWithin = 90_000;

/** @typedef {{ agents: Agent[], customers: Customer[], attended: string[][] }} People `attended`: the customers of each agent */
/** @typedef {{ texts: number, verdict: import('./verdict.mjs').Verdict }} TextsFound */
/** @typedef {TextsFound & { name: string, unconfirmed?: number }} Place */
/** @typedef {{ agentsConnected: number, customersConnected: number, underWay: number }} Moment the state at a kill */
/**
 * @typedef {object} SoakOptions
 * @property {number} kills
 * @property {number} seed
 * @property {boolean} aimed every kill waits for a send; otherwise every second one
 * @property {string} program
 * @property {string} browserPath
 * @property {string} folder
 * @property {(text: string) => void} progress
 * @property {AbortSignal} signal ends the soak early
 */
/** @typedef {Awaited<ReturnType<typeof readDatabase>>} DatabaseContent */

/** Stops everything that it started, also when `signal` ends it early. @param {SoakOptions} options */
export async function soak({ kills, seed, aimed, program, browserPath, folder, progress, signal }) {
  const startedAt = Date.now();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'workspace-soak-'));
  const centre = await Centre.open(program, dataDirectory, folder);
  const browser = await chromium.launch({ executablePath: browserPath, args: launchArguments });
  try {
    const people = await gather(browser, centre, seed);
    const ledger = new Ledger();
    const moments = await writeAndKill(people, ledger, centre, { kills, seed, aimed, progress, signal });
    signal.throwIfAborted();
    progress(`${kills} kills done, ${ledger.size} texts written: waiting until it is quiet`);
    const places = await untilQuiet(people, ledger);
    const connected = people.customers.filter((customer) => customer.connected).length;
    await Promise.all(people.customers.map((customer) => customer.leave()));
    await browser.close();
    await centre.end();
    const database = await readDatabase(dataDirectory);
    places.push(
      {
        name: 'database, messages',
        ...placeOf(people, ledger, (customer) => database.texts.get(customer.protocol) ?? []),
      },
      {
        name: "database, customers' events",
        ...placeOf(people, ledger, (customer) => database.streamed.get(customer.protocol) ?? []),
      },
    );
    return summary({
      people,
      ledger,
      places,
      moments,
      database,
      centre,
      connected,
      kills,
      seed,
      tookMs: Date.now() - startedAt,
    });
  } finally {
    await browser.close();
    await centre.end();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/**
 * Before the first kill all agents are signed in and every customer has an agent.
 * @param {import('playwright').Browser} browser
 * @param {Centre} centre
 * @param {number} seed
 * @returns {Promise<People>}
 */
async function gather(browser, centre, seed) {
  /** @type {Agent[]} */
  const agents = [];
  for (const who of logins) {
    const context = await browser.newContext({
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1440, height: 900 },
    });
    const agent = new Agent(await context.newPage(), who, seed);
    await agent.signIn(centre.origin);
    agents.push(agent);
  }
  const count = agents.length * customersPerAgent;
  const customers = Array.from(
    { length: count },
    (_, index) => new Customer(`Cliente ${String(index + 1).padStart(2, '0')}`, centre.origin, seed),
  );
  for (const customer of customers) await customer.begin(supportQueue);
  const names = customers.map(({ name }) => name);
  const attended = await Promise.all(agents.map((agent) => agent.customersOf(names, customersPerAgent)));
  return { agents, customers, attended };
}

/**
 * @param {People} people
 * @param {Ledger} ledger
 * @param {Centre} centre
 * @param {Pick<SoakOptions, 'kills' | 'seed' | 'aimed' | 'progress' | 'signal'>} options
 * @returns {Promise<Moment[]>}
 */
async function writeAndKill({ agents, customers, attended }, ledger, centre, options) {
  const { kills, seed, aimed, progress, signal } = options;
  let writing = true;
  const goesOn = () => writing;
  const writers = [
    ...customers.map((customer) => customer.talk(ledger, goesOn, writerPaces.customer)),
    ...agents.map((agent, index) => agent.talk(ledger, attended[index] ?? [], goesOn, writerPaces.agent)),
  ];
  // A writer that fails ends the soak at once, not after the last kill.
  const failed = Promise.all(writers);
  failed.catch(() => (writing = false));
  /** @type {Moment[]} */
  const moments = [];
  const chance = new Chance(seed, 'killer');
  while (moments.length < kills && writing && !signal.aborted) {
    const isAimed = aimed || moments.length % 2 === 1;
    await wait(chance.between(...(isAimed ? writerPaces.aimedKill : writerPaces.randomKill)));
    if (isAimed) await sendBegan(customers, chance.between(0, killDelays));
    moments.push({
      agentsConnected: agents.filter(({ connected }) => connected).length,
      customersConnected: customers.filter(({ connected }) => connected).length,
      underWay:
        agents.reduce((sum, { sending }) => sum + sending, 0) + customers.filter(({ sending }) => sending).length,
    });
    await centre.kill();
    await centre.start();
    if (moments.length % 10 === 0) progress(`${moments.length} of ${kills} kills, ${ledger.size} texts written`);
  }
  writing = false;
  await failed;
  return moments;
}

/**
 * Resolves `after` milliseconds after the next send of any customer has begun; after two seconds also without one
 * (when the writers have stopped).
 * @param {Customer[]} customers
 * @param {number} after
 */
async function sendBegan(customers, after) {
  const began = new Promise((resolve) => customers.forEach((customer) => (customer.onSend = () => resolve(undefined))));
  await Promise.race([began, wait(2_000)]);
  customers.forEach((customer) => (customer.onSend = () => {}));
  await wait(after);
}

/**
 * The texts in each place when all are complete, or when nothing has changed for the time that a page needs to connect again: on a busy
 * machine pages are slow, and only a place without progress is a fault.
 * @param {People} people
 * @param {Ledger} ledger
 * @returns {Promise<Place[]>}
 */
async function untilQuiet(people, ledger) {
  let before = '';
  let changed = Date.now();
  for (;;) {
    const places = await textsInAllPlaces(people, ledger);
    const clean = places.every(({ verdict, unconfirmed = 0 }) => isClean(verdict) && unconfirmed === 0);
    if (clean) return places;
    const now = JSON.stringify(places.map(({ texts, unconfirmed }) => [texts, unconfirmed]));
    if (now !== before) [before, changed] = [now, Date.now()];
    if (Date.now() - changed > quietWithin) return places;
    await wait(2_000);
  }
}

/** @param {People} people @param {Ledger} ledger @returns {Promise<Place[]>} */
async function textsInAllPlaces(people, ledger) {
  const { agents, customers, attended } = people;
  /** @type {Map<string, string[]>} */
  const histories = new Map();
  /** @type {Map<string, import('./agent.mjs').ShownThread>} */
  const shown = new Map();
  /** @type {Map<string, string[]>} */
  const customerHistories = new Map();
  await Promise.all([
    ...customers.map(async (customer) => customerHistories.set(customer.name, await customer.history())),
    ...agents.map(async (agent, index) => {
      for (const customer of customers.filter(({ name }) => attended[index]?.includes(name))) {
        const { name, protocol } = customer;
        histories.set(name, await agent.history(protocol));
        shown.set(name, await agent.shown(name));
      }
    }),
  ]);
  const unconfirmed = [...shown.values()].reduce((sum, thread) => sum + thread.unconfirmed, 0);
  return [
    { name: "agents' screens", unconfirmed, ...placeOf(people, ledger, ({ name }) => shown.get(name)?.texts ?? []) },
    { name: "agents' histories", ...placeOf(people, ledger, ({ name }) => histories.get(name) ?? []) },
    { name: "customers' streams", ...placeOf(people, ledger, ({ received }) => received) },
    { name: "customers' histories", ...placeOf(people, ledger, ({ name }) => customerHistories.get(name) ?? []) },
  ];
}

/**
 * @param {Pick<People, 'customers'>} people
 * @param {Ledger} ledger
 * @param {(customer: Customer) => string[]} textsOf
 * @returns {TextsFound}
 */
function placeOf({ customers }, ledger, textsOf) {
  const held = customers.map((customer) => ({ written: ledger.of(customer.name), texts: textsOf(customer) }));
  return {
    texts: held.reduce((sum, { texts }) => sum + texts.length, 0),
    verdict: joinedVerdict(held.map(({ written, texts }) => compare(written, texts))),
  };
}

/** @typedef {Record<'kills' | 'killsThatCutARequest' | 'killsWithAnAgentConnected', number>} CheckedFigures */
/**
 * @typedef {object} Outcome
 * @property {People} people
 * @property {Ledger} ledger
 * @property {Place[]} places
 * @property {Moment[]} moments
 * @property {DatabaseContent} database
 * @property {Centre} centre
 * @property {number} connected customers that are connected at the end
 * @property {number} kills
 * @property {number} seed
 * @property {number} tookMs
 */

/** @param {Outcome} outcome */
function summary({
  people: { agents, customers },
  ledger,
  places,
  moments,
  database,
  centre,
  connected,
  kills,
  seed,
  tookMs,
}) {
  /** @type {<Each>(list: Each[], figure: (each: Each) => number) => number} */
  const sum = (list, figure) => list.reduce((total, each) => total + figure(each), 0);
  const cut = [...agents, ...customers]
    .flatMap((writer) => writer.cut.map((beganAt) => centre.runCutByKill(beganAt)))
    .filter((life) => life >= 0);
  const isAgent = (/** @type {string} */ author) => agents.some(({ login }) => login === author);
  const figures = {
    kills: moments.length,
    seed,
    textsOfAgents: ledger.writtenBy(isAgent),
    textsOfCustomers: ledger.writtenBy((author) => !isAgent(author)),
    sendsOfAgents: sum(agents, ({ figures: { sends } }) => sends),
    sendsOfCustomers: sum(customers, ({ figures: { sends } }) => sends),
    retriesOfAgents: sum(agents, ({ figures: { retries } }) => retries),
    retriesOfCustomers: sum(customers, ({ figures: { retries } }) => retries),
    killsThatCutARequest: new Set(cut).size,
    requestsCut: cut.length,
    killsWithAnAgentConnected: moments.filter(({ agentsConnected }) => agentsConnected > 0).length,
    killsWithBothAgentsConnected: moments.filter(({ agentsConnected }) => agentsConnected === agents.length).length,
    customersConnectedAtKills: Number(
      (sum(moments, ({ customersConnected }) => customersConnected) / Math.max(1, moments.length)).toFixed(1),
    ),
    duplicatesOfAgents: sum(agents, ({ figures: { duplicates } }) => duplicates),
    duplicatesOfCustomers: sum(customers, ({ figures: { duplicates } }) => duplicates),
    repeatedThoughAnswered: sum(customers, ({ figures: { repeated } }) => repeated),
    framesLeftInQueues: database.frames,
    lost: sum(places, ({ verdict }) => verdict.lost.length),
    doubled: sum(places, ({ verdict }) => verdict.doubled.length),
    foreign: sum(places, ({ verdict }) => verdict.foreign.length),
    disordered: sum(places, ({ verdict }) => verdict.disordered.length),
    seconds: Math.round(tookMs / 1000),
  };
  return {
    figures,
    places,
    faults: faultsOf({ figures, agents, customers, places, ledger, database, connected, kills }),
  };
}

/**
 * One sentence for each fault; empty if there is none.
 * @param {Omit<Outcome, 'people' | 'moments' | 'centre' | 'seed' | 'tookMs'> & Pick<People, 'agents' | 'customers'> & { figures: CheckedFigures }} outcome
 */
function faultsOf({ figures, agents, customers, places, ledger, database, connected, kills }) {
  /** @type {string[]} */
  const faults = [];
  for (const { name, verdict, unconfirmed = 0 } of places) {
    for (const [kind, texts] of Object.entries(verdict))
      if (texts.length > 0) faults.push(`${name}: ${texts.length} ${kind}, first: ${texts[0]}`);
    if (unconfirmed > 0) faults.push(`${name}: ${unconfirmed} not confirmed`);
  }
  for (const agent of agents) {
    agent.complaints.forEach((complaint) => faults.push(`the page of ${agent.login}: ${complaint}`));
    if (agent.figures.loads !== 1) faults.push(`the page of ${agent.login} was loaded ${agent.figures.loads} times`);
  }
  for (const { name, figures: own } of customers) {
    own.refusals.forEach((refusal) => faults.push(`${name}: ${refusal}`));
    if (own.eventsTwice > 0) faults.push(`${name} received ${own.eventsTwice} events twice`);
  }
  if (database.health !== 'ok') faults.push(`the database is damaged: ${database.health}`);
  if (database.sends !== ledger.size)
    faults.push(`the database knows ${database.sends} sends, ${ledger.size} texts were written`);
  if (connected !== customers.length) faults.push(`only ${connected} customers are connected at the end`);
  if (figures.kills !== kills) faults.push(`only ${figures.kills} of ${kills} kills happened`);
  // Kills without sends in progress would prove nothing.
  if (kills >= 50 && figures.killsThatCutARequest < kills / 20)
    faults.push(`only ${figures.killsThatCutARequest} kills cut a request`);
  if (kills >= 50 && figures.killsWithAnAgentConnected < kills / 20)
    faults.push(`only ${figures.killsWithAnAgentConnected} kills met a connected agent`);
  return faults;
}
