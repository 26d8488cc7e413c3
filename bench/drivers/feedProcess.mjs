// Starts feed.mjs, and signs an agent in to the interface that it serves.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * The replies of the process, by their name in a message.
 * @typedef {{ port: number, subscribed: true, sent: number[], acknowledged: number, [complete: `complete ${string}`]: true }} Replies
 */
/**
 * The running process; `told(name)` resolves to the next reply with this name, `say` sends a request to the process.
 * @typedef {object} Feed
 * @property {string} origin
 * @property {<Name extends keyof Replies>(name: Name) => Promise<Replies[Name]>} told
 * @property {(request: { play?: number, tell?: boolean }) => void} say
 */

/**
 * Runs the process that answers in place of the contact centre while `work` runs.
 * @template Result
 * @param {{ name: string, argument: string }} source a module of `sources/` and its argument
 * @param {string} shippedOrigin
 * @param {(feed: Feed) => Promise<Result>} work
 */
export async function withFeed({ name, argument }, shippedOrigin, work) {
  const child = fork(fileURLToPath(new URL('feed.mjs', import.meta.url)), [name, argument, shippedOrigin]);
  /** @type {Map<string, (value: unknown) => void>} */
  const waiting = new Map();
  /** @type {string[]} */
  const complaints = [];
  /** @type {(word: string) => Promise<unknown>} */
  const told = (word) => new Promise((settle) => waiting.set(word, settle));
  child.on('message', (/** @type {{ complaint?: string }} */ message) => {
    if (message.complaint) complaints.push(message.complaint);
    for (const [word, value] of Object.entries(message)) waiting.get(word)?.(value);
  });
  const ended = once(child, 'exit');
  const early = ended.then(([code]) => Promise.reject(new Error(`the feed ended with code ${code}`)));
  early.catch(() => undefined);
  try {
    const port = await Promise.race([told('port'), early]);
    const result = await work({
      origin: `http://localhost:${port}`,
      told: (name) => {
        const answer = /** @type {Promise<Replies[typeof name]>} */ (Promise.race([told(name), early]));
        // Work that fails before it waits for a reply ends the feed, and its own error is reported.
        answer.catch(() => undefined);
        return answer;
      },
      say: (words) => child.send(words),
    });
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    return result;
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}

/** @param {import('playwright').Page} page @param {{ login: string, password: string }} [account] */
export async function signIn(page, { login, password } = { login: 'ana.souza', password: 'agente123' }) {
  await page.goto('/new-agent/');
  await page.getByRole('textbox', { name: 'Usuário' }).fill(login);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('region', { name: 'Atendimentos', exact: true }).waitFor();
}
