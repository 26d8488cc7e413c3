// Calls over a real Janus with its SIP plugin, a SIP registrar and SIP phones, with audio measured on both sides.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startTelephony, isTelephonyInstalled, telephonyMissingMessage } from '../scripts/lib/telephony/parts.mjs';
import { expect, test as base } from './fixtures';
import type { Agent } from './agent';
import { atTelephone, dial, expectHears, expectSilence, keepConnections, voiceAgents, withMicrophone } from './voice';
import { deep } from './deep';

type Telephony = Awaited<ReturnType<typeof startTelephony>>;

const test = base.extend<{ telephony: Telephony; password: string }>({
  /** The password of an extension that the server gives to its agent. */
  password: ['pw-{exten}', { option: true }],
  telephony: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'workspace-telephony-'));
    const telephony = await startTelephony({ folder });
    await use(telephony);
    await telephony.end();
    rmSync(folder, { recursive: true, force: true });
  },
  serverEnvironment: async ({ telephony, password }, use) =>
    use({ VOICE_NODES: telephony.nodeUrl, VOICE_SIP_PROXY: telephony.registrar, VOICE_SECRET: password }),
});

test.use(withMicrophone);
test.skip(!isTelephonyInstalled(), telephonyMissingMessage);

/** The extension of the demo agent. */
const EXTENSION = '2001';

const ringing = (page: Page) => page.getByRole('alertdialog', { name: /^Chamada/ });
const bar = (page: Page) => page.getByRole('region', { name: /^Ligação com/ });
const inBar = (page: Page, name: string) => bar(page).getByRole('button', { name });

type Phone = Awaited<ReturnType<Telephony['phone']>>;

async function answeredCall(agent: Agent, telephony: Telephony): Promise<Phone> {
  await atTelephone(agent);
  const phone = await telephony.phone('1001');
  await takesCall(agent, phone);
  return phone;
}

/** The phone calls, the agent accepts, and both hear each other. */
async function takesCall(agent: Agent, phone: Phone): Promise<void> {
  phone.dial(EXTENSION);
  await expect(ringing(agent.page)).toBeVisible();
  await agent.page.keyboard.press('F2');
  await phone.seen('CALL_ESTABLISHED');
  await expect(bar(agent.page)).toContainText('Em ligação');
  await bothHear(agent, phone);
}

async function bothHear(agent: Agent, phone: Phone): Promise<void> {
  await expectHears(agent.page);
  await expect.poll(() => phone.heardLevel()).toBeGreaterThan(0.001);
}

test('given a call of a SIP phone, both sides hear each other, keys and hold work, and the agent hangs up', async ({
  agent,
  telephony,
}) => {
  const phone = await answeredCall(agent, telephony);

  await inBar(agent.page, 'Teclado de tons').click();
  for (const key of ['#', '*']) {
    await agent.page.keyboard.press(key);
    await phone.seen('CALL_DTMF_START', ({ param }) => param === key);
  }
  await agent.page.keyboard.press('Escape');

  await inBar(agent.page, 'Colocar em espera').click();
  await expect(bar(agent.page)).toContainText('Em espera');
  await expectSilence(agent.page);
  await inBar(agent.page, 'Colocar em espera').click();
  await bothHear(agent, phone);

  await inBar(agent.page, 'Encerrar ligação').click();
  await phone.seen('CALL_CLOSED');
});

test('when the SIP phone hangs up, the call bar closes', deep, async ({ agent, telephony }) => {
  const phone = await answeredCall(agent, telephony);
  phone.hangUp();
  await expect(bar(agent.page)).toBeHidden();
});

test(
  'when the caller hangs up before the answer, the dialog closes and the call is reported as lost',
  deep,
  async ({ agent, telephony }) => {
    await atTelephone(agent);
    const phone = await telephony.phone('1001');
    phone.dial(EXTENSION);
    await expect(ringing(agent.page)).toBeVisible();
    phone.hangUp();
    await expect(ringing(agent.page)).toBeHidden();
    await expect(agent.notices.getByText(/^Chamada perdida/)).toBeVisible();
  },
);

test(
  'when Janus is killed and started again, no call is possible meanwhile, and the next call rings',
  deep,
  async ({ agent, complaints, telephony }) => {
    complaints.expectReport('signallingFailed');
    complaints.expectOutage();
    await atTelephone(agent);
    await telephony.killJanus();
    const voice = agent.page.getByRole('button', { name: /^Voz:/ });
    await expect(voice).not.toHaveAccessibleName(/Disponível/);
    await telephony.startJanus();
    await expect(voice).toHaveAccessibleName(/Disponível/, { timeout: 30_000 });
    await takesCall(agent, await telephony.phone('1001'));
  },
);

test('when Janus is killed in a call and started again, the call has ended and the next call rings', async ({
  agent,
  complaints,
  telephony,
}) => {
  complaints.expectReport('signallingFailed');
  complaints.expectOutage();
  await answeredCall(agent, telephony);
  await telephony.killJanus();
  const voice = agent.page.getByRole('button', { name: /^Voz:/ });
  await expect(voice).not.toHaveAccessibleName(/Disponível|Em atendimento/);
  await telephony.startJanus();
  await expect(voice).toHaveAccessibleName(/Disponível/, { timeout: 30_000 });
  await expect(bar(agent.page)).toBeHidden();
  await takesCall(agent, await telephony.phone('1002'));
});

test(
  'when the connection to Janus is cut during a call, the call continues and the session is claimed',
  deep,
  async ({ agent, complaints, telephony }) => {
    complaints.expectReport('signallingFailed');
    const phone = await answeredCall(agent, telephony);
    telephony.cutSockets();
    await bothHear(agent, phone);
    await inBar(agent.page, 'Encerrar ligação').click();
    await phone.seen('CALL_CLOSED');
  },
);

test(
  'when the agent reloads the page in a call, the session is claimed, the call has ended on both sides, and the next call rings',
  deep,
  async ({ agent, complaints, telephony }) => {
    // Janus cannot move a call to the peer connection of a new page (docs/decisions/0036), so the end of the old
    // connection ends the call.
    complaints.expectReport('signallingFailed');
    const phone = await answeredCall(agent, telephony);
    agent.page.once('dialog', (question) => void question.accept());
    await agent.page.reload();
    await phone.seen('CALL_CLOSED');
    await expect(agent.page.getByRole('button', { name: /^Voz: Disponível/ })).toBeVisible({ timeout: 20_000 });
    await expect(bar(agent.page)).toBeHidden();
    await takesCall(agent, await telephony.phone('1002'));
  },
);

/** An account with a registered phone that answers no call. */
const SILENT = '1003';

for (const [number, situation, result] of [
  ['1999', 'an unknown number (404)', 'Número não encontrado'],
  [SILENT, 'a phone that rings without an answer (408)', 'Não atendeu'],
  ['486', 'a busy number (486)', 'Ocupado'],
  ['603', 'a number that declines (603)', 'Chamada recusada'],
] as const)
  test(
    `when the agent calls ${situation}, then the call bar says '${result}' and the agent can call again`,
    deep,
    async ({ agent, telephony }) => {
      await atTelephone(agent);
      const phone = number === SILENT ? await telephony.phone(SILENT) : undefined;
      await dial(agent, number);
      if (phone !== undefined) {
        await phone.seen('CALL_INCOMING');
        await expect(bar(agent.page)).toContainText('Chamando');
      }
      await expect(bar(agent.page)).toContainText(result, { timeout: 15_000 });
      await expect(inBar(agent.page, 'Ligar de novo')).toBeVisible();
      await expect(agent.page.getByRole('button', { name: /^Voz: Disponível/ })).toBeVisible();
    },
  );

test(
  'when a phone declines the call of the agent, the agent sees it as busy, calls again, both hear each other, and the phone hangs up',
  deep,
  async ({ agent, telephony }) => {
    await atTelephone(agent);
    const phone = await telephony.phone('1001');
    await dial(agent, '1001');
    await phone.seen('CALL_INCOMING');
    phone.hangUp();
    await expect(bar(agent.page)).toContainText('Ocupado');

    await inBar(agent.page, 'Ligar de novo').click();
    await phone.seen('CALL_INCOMING');
    phone.accept();
    await expect(bar(agent.page)).toContainText('Em ligação');
    await bothHear(agent, phone);
    phone.hangUp();
    await expect(bar(agent.page)).toContainText('Ligação encerrada');
    await expect(agent.page.getByRole('button', { name: /^Voz: Disponível/ })).toBeVisible();
  },
);

test(
  'when the agent hangs up an own call before the answer, the phone stops ringing, and after the answer the phone is hung up',
  deep,
  async ({ agent, telephony }) => {
    await atTelephone(agent);
    const phone = await telephony.phone('1001');
    await dial(agent, '1001');
    await phone.seen('CALL_INCOMING');
    await inBar(agent.page, 'Encerrar ligação').click();
    await phone.seen('CALL_CLOSED');
    await expect(bar(agent.page)).toContainText('Chamada cancelada');

    await inBar(agent.page, 'Ligar de novo').click();
    await phone.seen('CALL_INCOMING');
    phone.accept();
    await expect(bar(agent.page)).toContainText('Em ligação');
    await bothHear(agent, phone);
    await inBar(agent.page, 'Encerrar ligação').click();
    await phone.seen('CALL_CLOSED');
    await expect(agent.page.getByRole('button', { name: /^Voz: Disponível/ })).toBeVisible();
  },
);

test.describe('given a wrong password of the extension', () => {
  test.use({ password: 'wrong' });

  test('the agent sees the reason, voice stays disconnected, and only the agent starts another attempt', async ({
    agent,
  }) => {
    const { page } = agent;
    await keepConnections(page);
    // The test counts refused registrations, because the dialog can close and open again faster than a test notices.
    let refused = 0;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().includes('registration_failed')) refused += 1;
      }),
    );
    // The dialog can hide the list before `signIn` sees it.
    await agent.open();
    await agent.submitCredentials(voiceAgents.elisa.login, voiceAgents.elisa.password);
    const problem = page.getByRole('alertdialog', { name: 'A voz não está funcionando' });
    await expect(problem).toBeVisible();
    await expect.poll(() => refused).toBe(1);
    const closed = problem.evaluate(
      (dialog) =>
        new Promise<void>((done) => {
          const look = () => (!dialog.isConnected || dialog.getAttribute('data-state') === 'closed') && done();
          new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
        }),
    );
    await problem.getByRole('button', { name: 'Tentar de novo' }).click();
    await closed;
    await expect.poll(() => refused).toBe(2);
    await expect(problem).toBeVisible();
    await problem.getByRole('button', { name: 'Ficar sem voz' }).click();
    await expect(problem).toBeHidden();
    await expect(page.getByRole('button', { name: 'Voz: Desconectado' })).toBeVisible();
  });
});
