// An agent's actions and locators, by accessible names. Contains no assertions; the tests assert.
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { keepSession, sessionOf } from './session.mjs';

export const demoAgents = {
  ana: { id: '101', login: 'ana.souza', password: 'agente123', name: 'Ana Souza' },
  bruno: { id: '102', login: 'bruno.lima', password: 'agente123', name: 'Bruno Lima' },
  /** This agent has all channels; the other demo agents have only chat. */
  davi: { id: '103', login: 'davi.rocha', password: 'agente123', name: 'Davi Rocha' },
} as const;

export const demoSupervisor = { login: 'carla.dias', password: 'supervisora1', name: 'Carla Dias' };

/** A supervisor marks an agent absent by a REST request. */
export async function markAbsent(request: APIRequestContext, agentId: string): Promise<void> {
  const signedIn = await request.post('/api/auth/login', {
    data: { login: demoSupervisor.login, password: demoSupervisor.password },
  });
  const authorization = signedIn.headers().authorization ?? '';
  expect((await request.put(`/api/agents/${agentId}/set-absent-mode`, { headers: { authorization } })).ok()).toBe(true);
  expect((await request.post('/api/auth/logoff', { headers: { authorization } })).ok()).toBe(true);
}

export class Agent {
  readonly list: Locator;
  readonly conversation: Locator;
  readonly details: Locator;
  readonly notices: Locator;
  readonly log: Locator;
  readonly field: Locator;

  constructor(readonly page: Page) {
    this.list = page.getByRole('region', { name: 'Atendimentos', exact: true });
    this.conversation = page.getByRole('main');
    this.details = page.getByRole('complementary', { name: 'Detalhes do contato' });
    this.notices = page.getByRole('region', { name: 'Avisos' });
    this.log = this.conversation.getByRole('log');
    this.field = this.conversation.getByRole('textbox', { name: /^Mensagem para/ });
  }

  /** A path below the base path. */
  async open(path = '/'): Promise<void> {
    await this.page.goto(`/new-agent${path}`);
  }

  async submitCredentials(login: string, password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Usuário' }).fill(login);
    await this.page.getByLabel('Senha', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Entrar' }).click();
  }

  async signIn({ login, password }: { login: string; password: string } = demoAgents.ana): Promise<void> {
    if (this.page.url() === 'about:blank') await this.open();
    await this.submitCredentials(login, password);
    await expect(this.list).toBeVisible();
  }

  /** Signs in and connects the chat by REST requests, then loads the page. */
  async atWork(
    { id, login, password }: { id: string; login: string; password: string } = demoAgents.ana,
  ): Promise<void> {
    const { request } = this.page;
    const signedIn = await request.post('/api/auth/login', { data: { login, password } });
    const authorization = signedIn.headers().authorization ?? '';
    const connected = await request.post(`/api/channels/chat/connect/agent/${id}`, { headers: { authorization } });
    expect([signedIn.status(), connected.status()]).toEqual([200, 200]);
    // An empty document of the same origin; its icon keeps the full browser from requesting /favicon.ico.
    const empty = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' };
    await this.page.route('**/new-agent/empty', (route) => route.fulfill(empty));
    await this.page.goto('/new-agent/empty');
    await this.page.unroute('**/new-agent/empty');
    await this.page.evaluate(
      keepSession,
      sessionOf(authorization, (await signedIn.json()) as Parameters<typeof sessionOf>[1]),
    );
    await this.open();
    await expect(this.list).toBeVisible();
    await expect(this.chip('(Disponível|Em atendimento)')).toBeVisible();
  }

  chip(status: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Chat: ${status}`) });
  }

  async connectChat(status = 'Disponível'): Promise<void> {
    await this.page.getByRole('button', { name: /^Chat: / }).click();
    await this.page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
    await expect(this.chip(status)).toBeVisible();
  }

  card(name: string): Locator {
    return this.list.getByRole('link', { name: new RegExp(`^${name}`) });
  }

  async openJob(name: string): Promise<void> {
    await this.card(name).click();
    await expect(this.page.getByRole('main', { name: `Conversa com ${name}` })).toBeVisible();
  }

  /** Finds a message by its text without the time: "Mensagem 3" at 00:37 would match "Mensagem 30". */
  message(text: string): Locator {
    return this.log.getByRole('article').filter({ has: this.page.locator('[dir="auto"]').filter({ hasText: text }) });
  }

  async send(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  /** Opens the notification centre and finds an entry. */
  async notification(text: string): Promise<Locator> {
    await this.page.getByRole('button', { name: /^Notificações/ }).click();
    return this.page.getByRole('dialog', { name: 'Notificações' }).getByRole('listitem').filter({ hasText: text });
  }

  /** The texts of the rendered messages from top to bottom. */
  thread(): Locator {
    return this.log.getByRole('article').locator('span[dir="auto"]');
  }

  linkIs(state: 'ótima' | 'perdida' | 'conectando'): Locator {
    return this.page.getByRole('button', { name: `Conexão: ${state}` });
  }

  /** Fires the browser's `online` event, so that the page reconnects its link at once. */
  async networkIsBack(): Promise<void> {
    await this.page.evaluate(() => window.dispatchEvent(new Event('online')));
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name }).or(this.page.getByRole('alertdialog', { name }));
  }

  async chooseInOwnMenu(entry: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Menu de / }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Presses Esc and waits until the surface is closed. */
  async escape(surface: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(surface).toBeHidden();
  }

  token(): Promise<string | null> {
    return this.page.evaluate(() => localStorage.getItem('workspace.token'));
  }

  /** The protocol in the address bar. */
  protocol(): string {
    return decodeURIComponent(new URL(this.page.url()).pathname.split('/')[3] ?? '');
  }
}
