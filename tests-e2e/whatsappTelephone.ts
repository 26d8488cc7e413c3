// A customer's telephone that uses the REST requests of the simulated messenger (messenger.spec.ts tests its page), and
// an agent with WhatsApp.
import type { APIRequestContext } from '@playwright/test';
import { demoAgents, type Agent } from './agent';
import { expect } from './fixtures';

const secret = '0123456789abcdef0123456789abcdef';
const headers = { authorization: `Bearer ${secret}` };

/** The accounts of the company in the demo data: its WhatsApp number and its Instagram profile. */
export const whatsappAccount = '551140004000';
export const instagramAccount = '17841400000000099';

/** A PNG of one pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Entry {
  content: { text?: string; medium?: string; caption?: string };
}

export class WhatsAppTelephone {
  private sent = 0;

  private constructor(
    private readonly request: APIRequestContext,
    private readonly base: string,
  ) {}

  static async open(
    request: APIRequestContext,
    number: string,
    name: string,
    account = whatsappAccount,
  ): Promise<WhatsAppTelephone> {
    const data = { account, number, name, secret };
    expect((await request.post('/outside/messenger/telephones', { data })).status()).toBe(200);
    return new WhatsAppTelephone(request, `/outside/messenger/telephones/${account}/${number}`);
  }

  async write(text: string, mediaId = ''): Promise<void> {
    this.sent += 1;
    await this.call('messages', { customId: `m${String(this.sent)}`, text, mediaId });
  }

  /** Sends the picture `recibo.png`. */
  async sendPicture(caption: string): Promise<void> {
    const kept = await this.request.post(`${this.base}/files?kind=image&name=recibo.png`, {
      headers: { ...headers, 'content-type': 'image/png' },
      data: picture,
    });
    await this.write(caption, ((await kept.json()) as { id: string }).id);
  }

  /** `age` lets the conversation become older, `settings` changes receipts, blocking and network, `seen` reads all messages. */
  async call(name: string, data: object): Promise<void> {
    expect((await this.request.post(`${this.base}/${name}`, { headers, data })).status()).toBe(200);
  }

  /** The files of both sides, from top to bottom. */
  async media(): Promise<Array<{ medium: string; caption: string }>> {
    return (await this.entries()).flatMap(({ content: { medium, caption = '' } }) =>
      medium === undefined ? [] : [{ medium, caption }],
    );
  }

  /** The texts of both sides, from top to bottom. */
  async texts(): Promise<string[]> {
    return (await this.entries()).map((entry) => entry.content.text ?? '');
  }

  private async entries(): Promise<Entry[]> {
    const state = await this.request.get(`${this.base}/events`, { headers });
    return ((await state.json()) as { entries: Entry[] }).entries;
  }
}

/** Signs in and connects WhatsApp. */
export async function atWorkOnWhatsApp(
  agent: Agent,
  who: (typeof demoAgents)[keyof typeof demoAgents] = demoAgents.ana,
) {
  await agent.atWork(who);
  await agent.page.getByRole('button', { name: /^WhatsApp: / }).click();
  await agent.page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
  await expect(agent.page.getByRole('button', { name: /^WhatsApp: (Disponível|Em atendimento)/ })).toBeVisible();
}
