// A recorded call: the agent pauses the recording while the data of a card are said, and a supervisor plays it in the history, with the sound of the file
// measured in the supervisor's browser (BEY-138).
import type { Locator, Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { demoSupervisor } from './agent';
import { axeViolations } from './axe';
import { serverProgram } from './globalSetup';
import { expect, test } from './telephoneFixture';
import { atTelephone, demoNumbers, expectHears, voiceAgents, withMicrophone } from './voice';

test.use(withMicrophone);
test.describe.configure({ timeout: 180_000 });

const { elisa } = voiceAgents;
/** The demo's queue "Vendas por telefone". */
const queue = '5000';
/** How long each part of the call takes, in seconds of its clock. */
const part = 4;
const bar = (page: Page): Locator => page.getByRole('region', { name: /^Ligação com/ });

/** The operator's command, beside the running server. */
function setQueue(dataDirectory: string, settings: object): void {
  const done = spawnSync(serverProgram, ['queue', 'set', queue], {
    input: JSON.stringify(settings),
    env: { ...process.env, DATA_DIR: dataDirectory },
    encoding: 'utf8',
  });
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
}

/** Waits until the call has gone on for so many seconds by the clock of the call bar. */
async function goesOn(page: Page, seconds: number): Promise<void> {
  const shown = async (): Promise<number> => {
    const [, minutes = '0', rest = '0'] = /(\d\d):(\d\d)/.exec((await bar(page).textContent()) ?? '') ?? [];
    return Number(minutes) * 60 + Number(rest);
  };
  const until = (await shown()) + seconds;
  await expect.poll(shown, { timeout: 30_000 }).toBeGreaterThanOrEqual(until);
}

/** The loudness of each second, for both channels of the sound in the player. */
function secondsOf(page: Page): Promise<number[][]> {
  return page.evaluate(async () => {
    const audio = document.querySelector<HTMLAudioElement>('aside audio');
    const answer = await fetch(audio?.src ?? '');
    const context = new OfflineAudioContext(2, 1, 8000);
    const decoded = await context.decodeAudioData(await answer.arrayBuffer());
    return [0, 1].map((channel) => {
      const samples = decoded.getChannelData(channel);
      const seconds: number[] = [];
      for (let at = 0; at < samples.length; at += 8000)
        seconds.push(Math.max(...samples.subarray(at, at + 8000).map(Math.abs)));
      return seconds;
    });
  });
}

test('the agent pauses and resumes a recording, and a supervisor plays it, with silence where it was paused [BEY-138]', async ({
  agent,
  newAgent,
  telephone,
  server,
}) => {
  setQueue(server.dataDirectory, { recording: 'beep' });
  await atTelephone(agent, elisa);
  await telephone.call({ phone: demoNumbers.answers });
  await expect(agent.page.getByRole('alertdialog', { name: 'Chamada da fila' })).toBeVisible();
  await agent.page.keyboard.press('F2');
  await expect(bar(agent.page)).toContainText('Gravando');
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
  await goesOn(agent.page, part);
  const pause = agent.page.getByRole('button', { name: 'Pausar gravação: dados do cartão' });
  await pause.click();
  await expect(bar(agent.page)).toContainText('Gravação pausada');
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  expect(await axeViolations(agent.page)).toEqual([]);
  await goesOn(agent.page, part);
  await agent.page.reload();
  await expect(bar(agent.page)).toContainText('Gravação pausada', { timeout: 20_000 });
  await pause.click();
  await expect(bar(agent.page)).toContainText('Gravando');
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
  await goesOn(agent.page, part);
  await telephone.hangUp();
  await expect(agent.page.getByRole('dialog', { name: 'Qualificar atendimento' })).toBeVisible();

  const supervisor = await newAgent();
  const { page } = supervisor;
  await supervisor.signIn(demoSupervisor);
  await page.getByRole('link', { name: 'Histórico' }).click();
  await page
    .getByRole('button', { name: /Helena Duarte/ })
    .first()
    .click();
  const player = page.getByRole('region', { name: 'Gravação da ligação' });
  await player.getByRole('button', { name: /^Ouvir a gravação das/ }).click();
  const position = player.getByRole('slider', { name: 'Posição na gravação' });
  await expect(position).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await player.getByRole('button', { name: 'Reproduzir a gravação' }).click();
  await expect(player.getByRole('button', { name: 'Pausar a reprodução' })).toBeVisible();
  await position.press('ArrowRight');
  await expect(position).toHaveAttribute('aria-valuetext', /^00:0[5-9] de 00:/);

  const channels = await secondsOf(page);
  for (const seconds of channels) {
    expect(seconds.length).toBeGreaterThan(2 * part);
    expect(Math.max(...seconds.slice(0, part - 1))).toBeGreaterThan(0.02);
    const silent = seconds.filter((loudest) => loudest === 0).length;
    expect(silent).toBeGreaterThanOrEqual(part - 1);
    expect(Math.max(...seconds.slice(-part))).toBeGreaterThan(0.02);
  }
});
