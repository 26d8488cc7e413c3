// Every reason why a WhatsApp attendance does not begin: the agent reads it beside the number, and the typed number
// stays.
import type { APIRequestContext } from '@playwright/test';
import { demoAgents, type Agent } from './agent';
import { changeDatabase, changeRows } from './database.mjs';
import { expect, test, type Server } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deepIf } from './deep';

const number = '5511955550101';

interface Scene {
  agent: Agent;
  server: Server;
  request: APIRequestContext;
}

interface Cause {
  row: string;
  words: string;
  environment?: Record<string, string>;
  /** The change of the server's database before the agent signs in. */
  rows?: ReadonlyArray<readonly [sql: string, values: string[]]>;
  /** What happens while the agent is at work, before the dialog opens. */
  before?: (scene: Scene) => Promise<void>;
  /** What happens while the dialog is open. */
  meanwhile?: (scene: Scene) => Promise<void>;
  /** The faked answer, for a reason that this server never gives. */
  answer?: { status: number; json: object };
}

/** A row about the number that other systems of the contact centre write: it forbids agents to begin an attendance. */
const claimed = (claim: unknown): Cause['rows'] => [
  [
    // The largest number in `kept_from`: no time after which the row is deleted.
    "INSERT INTO whatsapp_conversation (route_id, customer, current, is_open, kept_from, version, row) VALUES ('1', ?, NULL, 0, 9223372036854775807, 1, ?)",
    [
      number,
      JSON.stringify({
        route_id: '1',
        customer: number,
        name: 'Helena Duarte',
        org_unit_id: '1',
        pinned: false,
        marked_unread: false,
        opted_out: false,
        number_not_exists: false,
        claim,
      }),
    ],
  ],
];

/** Ana has an open attendance with Rafael. */
async function attends({ agent, request }: Scene): Promise<void> {
  await (await WhatsAppTelephone.open(request, '5521955550102', 'Rafael Moreira')).write('Bom dia');
  await expect(agent.card('Rafael Moreira')).toBeVisible();
}

/** Helena writes and waits, because Ana already has the maximum number of attendances. */
async function waits(scene: Scene): Promise<void> {
  await attends(scene);
  const { agent, request } = scene;
  await (await WhatsAppTelephone.open(request, number, 'Helena Duarte')).write('Olá');
  const data = { agentId: demoAgents.ana.id, channel: 'whatsapp', phone: number, campaignId: '31' };
  const headers = { authorization: (await agent.token()) ?? '' };
  const cause = async (): Promise<unknown> => {
    const answer = await request.post('/api/job/whatsapp/check-active-sessions', { headers, data });
    return ((await answer.json()) as { cause?: string }).cause;
  };
  await expect.poll(cause).toBe('clientOnHold');
}

async function pauses({ agent }: Scene): Promise<void> {
  await agent.page.getByRole('button', { name: /^WhatsApp: / }).click();
  await agent.page.getByRole('menuitem', { name: 'Pausar', exact: true }).click();
  const dialog = agent.dialog('Pausar WhatsApp');
  await dialog.getByRole('radio', { name: /^Café/ }).click();
  await dialog.getByRole('button', { name: 'Pausar agora' }).click();
  await expect(agent.page.getByRole('button', { name: /^WhatsApp: Café/ })).toBeVisible();
}

/** The operator takes Ana from the group of the campaign. */
async function leavesGroup({ agent, server }: Scene): Promise<void> {
  await server.stop();
  await changeRows(server.dataDirectory, (table, row: { group?: { id: string }; members: string[] }) => {
    if (table === 'attendance_group' && row.group?.id === '40') row.members = [];
  });
  await server.start();
  await agent.networkIsBack();
}

const oneEach = { JOBS_PER_CHANNEL: '1' };
const causes: ReadonlyArray<Cause> = [
  { row: 'WAP-075', words: 'O cliente está em atendimento com o bot', rows: claimed('bot') },
  { row: 'WAP-079', words: 'Contato preferencial do agente Bruno Lima', rows: claimed({ wallet: '102' }) },
  {
    row: 'WAP-080',
    words: 'Contato em avaliação do atendimento com Bruno Lima',
    rows: claimed({ evaluation: '102' }),
  },
  {
    row: 'WAP-081',
    words: 'O contato está na blacklist',
    rows: [
      [
        "INSERT INTO blocked_number (org_unit_id, phone, version, row) VALUES ('1', ?, 1, ?)",
        [number, JSON.stringify({ org_unit_id: '1', phone: number })],
      ],
    ],
  },
  { row: 'WAP-082', words: 'Cliente na fila Vendas WhatsApp, posição 1', environment: oneEach, before: waits },
  {
    row: 'WAP-083',
    words: 'Cliente em espera preferencial do agente Bruno Lima',
    answer: { status: 409, json: { cause: 'clientOnHold', details: { agentName: 'Bruno Lima' } } },
  },
  {
    row: 'WAP-084',
    words: 'Você já tem o máximo de atendimentos desta fila. Finalize um para começar outro.',
    environment: { JOBS_PER_QUEUE: '1' },
    before: attends,
  },
  {
    row: 'WAP-085',
    words: 'Você já tem o máximo de atendimentos neste canal. Finalize um para começar outro.',
    environment: oneEach,
    before: attends,
  },
  { row: 'WAP-086', words: 'Agente não pertence à campanha', meanwhile: leavesGroup },
  {
    row: 'WAP-087',
    words: 'Erro ao iniciar atendimento com o contato',
    answer: { status: 500, json: {} },
  },
  {
    row: 'WAP-105',
    words: 'Não foi possível iniciar o atendimento',
    answer: { status: 409, json: {} },
  },
  { row: 'WAP-106', words: 'Não é possível iniciar atendimento em pausa', before: pauses },
];

for (const { row, words, environment = {}, rows, before, meanwhile, answer } of causes)
  test.describe(row, () => {
    test.use({ serverEnvironment: environment });

    test(
      `the start of an attendance is refused with '${words}' [${row}]`,
      deepIf(row !== 'WAP-075'),
      async ({ agent, server, request, complaints }) => {
        const status = answer?.status ?? 409;
        complaints.expectRefusal({ status, path: /^\/api\/job\/whatsapp\/(active-job|check-active-sessions)$/ });
        if (meanwhile !== undefined) complaints.expectOutage();
        if (rows !== undefined) {
          await server.stop();
          await changeDatabase(server.dataDirectory, (database: { run: (sql: string, values: string[]) => void }) => {
            rows.forEach(([sql, values]) => database.run(sql, values));
          });
          await server.start();
        }
        await atWorkOnWhatsApp(agent);
        if (answer !== undefined)
          await agent.page.route('**/api/job/whatsapp/active-job', (route) => route.fulfill(answer));
        await before?.({ agent, server, request });
        await agent.page.getByRole('button', { name: 'Novo', exact: true }).click();
        const dialog = agent.dialog('Nova conversa no WhatsApp');
        await expect(dialog.getByRole('combobox', { name: 'Campanha' })).toHaveValue('31');
        await meanwhile?.({ agent, server, request });
        const field = dialog.getByRole('textbox', { name: 'Número do WhatsApp' });
        await field.fill(number);
        await dialog.getByRole('button', { name: 'Iniciar' }).click();
        await expect(dialog.getByRole('alert')).toHaveText(words);
        await expect(field).toHaveValue(number);
        await expect(field).toBeFocused();
      },
    );
  });
