// Agents and customers with a telephone: browsers with Chromium's fake microphone, which beeps once a second.
import { expect, type Page } from '@playwright/test';
import { findBrowser, launchArguments } from '../scripts/browser.mjs';
import type { Agent } from './agent';

/** Demo agents with the channels voice and chat. */
export const voiceAgents = {
  elisa: { login: 'elisa.prado', password: 'agente123', name: 'Elisa Prado' },
  fabio: { login: 'fabio.reis', password: 'agente123', name: 'Fábio Reis' },
} as const;

/** Numbers of the demo's telephone network, by the result of a call to the number. */
export const demoNumbers = {
  answers: '5511955550101',
  hangsUp: '5571955550106',
  busy: '5521955550102',
  notAnswered: '5531955550103',
  unknown: '5541955550104',
  /** The number of a contact in the wallet of `voiceAgents.elisa`. */
  kept: '5541955550104',
  refused: '5551955550105',
  blocked: '5511955550199',
} as const;

/** For `test.use`. */
export const withMicrophone = {
  permissions: ['microphone'],
  launchOptions: {
    executablePath: await findBrowser(),
    args: [
      ...launchArguments,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--allow-loopback-in-peer-connection',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
};

declare global {
  interface Window {
    connections: RTCPeerConnection[];
  }
}

/**
 * Keeps the peer connections of the page, so that their audio can be measured. Must be called before the page is
 * opened.
 */
export async function keepConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.connections = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        window.connections.push(this);
      }
    };
  });
}

interface ReceivedAudio {
  /** The energy of the received audio; silence has none. */
  energy: number;
  /** Length of the audio that the page has played. */
  seconds: number;
}

/** The audio of the page's open connections. */
async function received(page: Page): Promise<ReceivedAudio> {
  return page.evaluate(async () => {
    const sum = { energy: 0, seconds: 0 };
    for (const connection of window.connections.filter(({ signalingState }) => signalingState !== 'closed'))
      (await connection.getStats()).forEach((entry: Record<string, unknown>) => {
        if (entry.type !== 'inbound-rtp') return;
        sum.energy += Number(entry.totalAudioEnergy ?? 0);
        sum.seconds += Number(entry.totalSamplesDuration ?? 0);
      });
    return sum;
  });
}

/** Waits until this page has heard more: silence has no energy. */
export async function expectHears(page: Page): Promise<void> {
  const before = await received(page);
  await expect
    .poll(async () => (await received(page)).energy - before.energy, { timeout: 15_000 })
    .toBeGreaterThan(0.001);
}

/** Waits until this page has played two seconds of silence in a row: a microphone that is heard beeps twice in them. */
export async function expectSilence(page: Page): Promise<void> {
  let start = await received(page);
  await expect
    .poll(
      async () => {
        const now = await received(page);
        // A sound restarts the count of silent seconds.
        if (now.energy - start.energy >= 0.000_1) start = now;
        return now.seconds - start.seconds;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(2);
}

/** Signs in and waits until calls are possible. */
export async function atTelephone(
  agent: Agent,
  who: { login: string; password: string } = voiceAgents.elisa,
): Promise<void> {
  await keepConnections(agent.page);
  await agent.signIn(who);
  await agent.page.getByRole('button', { name: 'Voz: Desconectado' }).click();
  await agent.page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
  await expect(agent.page.getByRole('button', { name: /^Voz: Disponível/ })).toBeVisible({ timeout: 20_000 });
}

/** The agent calls a number from the form. */
export async function dial(agent: Agent, number: string): Promise<void> {
  await agent.page.keyboard.press('Alt+Shift+N');
  const form = agent.page.getByRole('dialog', { name: 'Ligar para um número' });
  await form.getByRole('textbox', { name: 'Número' }).fill(number);
  await form.getByRole('button', { name: 'Ligar' }).click();
}

/** A customer's telephone on the customers' page. */
export class Telephone {
  constructor(
    readonly page: Page,
    readonly name: string,
  ) {}

  async call({ phone = '', queue = 'Vendas por telefone' } = {}): Promise<void> {
    await keepConnections(this.page);
    await this.page.goto('/outside');
    await this.page.getByRole('button', { name: 'Ligar', exact: true }).click();
    await this.page.getByRole('textbox', { name: 'Nome' }).fill(this.name);
    await this.page.getByRole('textbox', { name: /^Seu telefone/ }).fill(phone);
    await this.page.getByRole('radio', { name: queue }).check({ force: true });
    await this.page.locator('#dial').click();
  }

  says(text: string) {
    return this.page.locator('#call-state').getByText(text);
  }

  async hangUp(): Promise<void> {
    await this.page.getByRole('button', { name: 'Desligar' }).click();
  }
}

/** A telephone on an agent's desk, on the customers' page. */
export class DeskTelephone {
  readonly panel;

  constructor(readonly page: Page) {
    this.panel = page.locator('details.desk');
  }

  /** Opens the page and registers the extension. */
  async switchOn(extension: string): Promise<void> {
    await keepConnections(this.page);
    await this.page.goto('/outside');
    await this.panel.locator('summary').click();
    await this.panel.getByRole('combobox', { name: 'Ramal do telefone' }).selectOption(extension);
    await this.press('Ligar o aparelho');
    await this.says(`Ramal ${extension} registrado`);
  }

  press(name: string) {
    return this.panel.getByRole('button', { name, exact: true }).click();
  }

  says(text: string) {
    return expect(this.panel.getByRole('status')).toHaveText(text);
  }
}
