// Prepares a long day in the database of a stopped server: copies of one waiting chat, open with the only signed-in agent.
import { changeDatabase } from '../database.mjs';

/** @param {import('sql.js').Database} database @param {string} query @returns {string} */
const firstValue = (database, query) => String(database.exec(query)[0]?.values[0]?.[0]);

/**
 * @param {string} dataDirectory
 * @param {{ chats: number, messages: number, long: number }} size messages of each chat; the first `long` chats have messages of 2 KB
 * @returns {Promise<string[]>} the protocols
 */
export async function multiplyChat(dataDirectory, { chats, messages, long }) {
  const protocols = Array.from({ length: chats }, (_, at) => String(30_000_000_000_000 + at));
  await changeDatabase(dataDirectory, (database) => {
    const [jobs] = database.exec('SELECT * FROM job');
    if (jobs === undefined) throw new Error('no chat is in the database');
    const { columns, values } = jobs;
    /** The columns of the table by their names. */
    const waiting = Object.fromEntries(columns.map((name, at) => [name, values[0]?.[at] ?? null]));
    const agentId = firstValue(database, 'SELECT agent_id FROM session');
    const first = JSON.parse(firstValue(database, 'SELECT row FROM message'));
    const started = Date.parse(first.time);
    for (const table of ['job', 'message', 'sent', 'outside_event']) database.run(`DELETE FROM ${table}`);
    database.run('BEGIN');
    const insertJob = database.prepare(`INSERT INTO job VALUES (${columns.map(() => '?').join(', ')})`);
    const insertMessage = database.prepare('INSERT INTO message (protocol, seq, row) VALUES (?, ?, ?)');
    protocols.forEach((protocol, at) => {
      const message = (/** @type {number} */ seq) => ({
        ...first,
        protocol,
        seq,
        message_id: `${protocol}.${seq}|copy`,
        custom_id: `C${String(seq).padStart(9, '0')}`,
        message: `mensagem ${seq} de ${at + 1}: ${'palavras que um cliente escreve '.repeat(at < long ? 60 : 2)}`,
        time: new Date(started + seq).toISOString(),
      });
      for (let seq = 1; seq <= messages; seq += 1) insertMessage.run([protocol, seq, JSON.stringify(message(seq))]);
      const job = {
        ...JSON.parse(String(waiting['row'])),
        protocol,
        customer_name: `Cliente ${String(at + 1).padStart(4, '0')}`,
        chat_identifier: `visitor-${protocol}`,
        state: 'active',
        agent_id: agentId,
        assigned_at: first.time,
        secret_hash: protocol.padStart(64, '0'),
        seq: messages,
        last_message: message(messages),
        messages_not_read: messages,
        // The chats count as connected, so that the server does not handle a thousand disconnected customers.
        customer_seen: true,
        page_gone_since: null,
      };
      const copy = {
        ...waiting,
        protocol,
        state: job.state,
        agent_id: agentId,
        waiting_since: Number(waiting['waiting_since']) + at,
        secret_hash: job.secret_hash,
        row: JSON.stringify(job),
      };
      insertJob.run(Object.values(copy));
    });
    // The agent counts as just connected, so that the server waits for the page instead of returning the chats to the
    // queue.
    const session = JSON.parse(firstValue(database, 'SELECT row FROM session'));
    database.run('UPDATE session SET row = ?', [JSON.stringify({ ...session, last_beat: new Date().toISOString() })]);
    const channel = JSON.parse(firstValue(database, 'SELECT row FROM agent_channel'));
    database.run('UPDATE agent_channel SET row = ?', [JSON.stringify({ ...channel, open_jobs: chats })]);
    insertJob.free();
    insertMessage.free();
    database.run('COMMIT');
  });
  return protocols;
}
