// The customers' telephones with WhatsApp and Instagram on /outside, over the simulated messenger of the server.
import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { withMicrophone } from './voice';
import { deep } from './deep';

test.use(withMicrophone);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { name: 'recibo.png', mimeType: 'image/png', buffer: PIXEL };

class Telephone {
  readonly log: Locator;
  readonly field: Locator;

  constructor(readonly page: Page) {
    this.log = page.getByRole('log', { name: 'Conversa' });
    this.field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  }

  async fill(number: string, name: string, messenger = 'WhatsApp'): Promise<void> {
    await this.page.goto('/outside');
    await this.page.getByRole('button', { name: messenger }).click();
    await this.page.locator('#mg-number').fill(number);
    await this.page.locator('#mg-name').fill(name);
    await this.press('Abrir o celular');
  }

  async open(number: string, name = 'Helena Duarte', messenger = 'WhatsApp'): Promise<void> {
    await this.fill(number, name, messenger);
    await expect(this.field).toBeFocused();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  async write(words: string): Promise<void> {
    await this.field.fill(words);
    await this.field.press('Enter');
  }

  async choose(name: string, isOn: boolean): Promise<void> {
    const options = this.page.getByRole('button', { name: 'Opções do celular' });
    if ((await options.getAttribute('aria-expanded')) === 'false') await options.click();
    const answered = this.page.waitForResponse((answer) => answer.url().endsWith('/settings'));
    await this.page.getByRole('switch', { name }).setChecked(isOn);
    await answered;
  }

  async attach(...files: Array<{ name: string; mimeType: string; buffer: Buffer }>): Promise<void> {
    await this.page.locator('#mg-file').setInputFiles(files);
  }

  /** The last message that the log shows. */
  last(): Locator {
    return this.log.getByRole('article').last();
  }

  /** Expects that the last message has this text and this state of delivery. */
  async expectLast(content: Locator, state = 'Enviada'): Promise<void> {
    await expect(this.last().filter({ has: content })).toBeVisible();
    await expect(this.last().getByRole('img', { name: state })).toBeVisible();
  }
}

test('a customer opens a telephone, writes, reloads and finds the same conversation', async ({ page }) => {
  const telephone = new Telephone(page);
  await telephone.open('+55 (11) 95555-0101');
  await expect(page.getByText('Conectado como +5511955550101')).toBeVisible();
  await telephone.write('Meu pedido não chegou');
  await telephone.expectLast(page.getByText('Meu pedido não chegou'));
  await expect(telephone.log.getByText('Hoje')).toBeVisible();
  await telephone.field.fill('ainda não enviado');
  await page.reload();
  await telephone.expectLast(page.getByText('Meu pedido não chegou'));
  await expect(telephone.field).toHaveValue('ainda não enviado');
  await expect(telephone.log.getByRole('article')).toHaveCount(1);
});

test(
  'a customer sends a picture, a document, a sticker, a contact card and a voice message',
  deep,
  async ({ page }) => {
    const telephone = new Telephone(page);
    await telephone.open('5511955550101');
    await telephone.attach(picture);
    await expect(page.getByRole('list', { name: 'Anexos' })).toContainText('recibo.png');
    await telephone.write('O recibo');
    await telephone.expectLast(page.getByRole('img', { name: 'recibo.png' }));
    await expect(telephone.last()).toContainText('O recibo');
    await telephone.attach({ name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await telephone.press('Enviar');
    await telephone.expectLast(page.getByRole('link', { name: 'Baixar contrato.pdf' }));
    await telephone.press('Figurinha');
    await telephone.press('Coração');
    await telephone.expectLast(page.getByRole('img', { name: 'Figurinha' }));
    await telephone.press('Anexar');
    await telephone.press('Contato');
    await page.getByRole('textbox', { name: 'Nome do contato' }).fill('Ana Lima');
    await telephone.press('Enviar contato');
    await expect(page.getByRole('textbox', { name: 'Telefone do contato' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Telefone do contato' }).fill('+55 11 91234-5678');
    await telephone.press('Enviar contato');
    await telephone.expectLast(page.getByText('+55 11 91234-5678'));
    await telephone.press('Gravar mensagem de voz');
    await expect(page.getByText('Gravando 00:01')).toBeVisible();
    await telephone.press('Enviar mensagem de voz');
    await telephone.expectLast(page.locator('audio[aria-label="Mensagem de voz"]'));
    await page.reload();
    await expect(telephone.log.getByRole('article')).toHaveCount(5);
    // The server's copy of each file is shown after a reload.
    await expectLoaded(telephone.log.getByRole('img', { name: 'recibo.png' }));
    await expectLoaded(telephone.log.getByRole('img', { name: 'Figurinha' }));
    await expect
      .poll(() => telephone.log.locator('audio').evaluate((player: HTMLAudioElement) => player.readyState))
      .toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);
  },
);

async function expectLoaded(image: Locator): Promise<void> {
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
}

test('a customer quotes and forwards a message', deep, async ({ page }) => {
  const telephone = new Telephone(page);
  await telephone.open('5511955550101');
  await telephone.write('Qual é o prazo?');
  await telephone.expectLast(page.getByText('Qual é o prazo?'));
  await telephone.last().hover();
  await telephone.last().getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText('Respondendo a Você')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Respondendo a Você')).toBeHidden();
  await telephone.last().getByRole('button', { name: 'Responder' }).click();
  await telephone.write('Esqueci de dizer a cidade');
  await telephone.expectLast(page.getByRole('button', { name: 'Você Qual é o prazo?' }));
  await telephone.last().hover();
  await telephone.last().getByRole('button', { name: 'Encaminhar' }).click();
  await telephone.expectLast(page.getByText('Encaminhada'));
  await expect(telephone.last()).toContainText('Esqueci de dizer a cidade');
});

test(
  'given a telephone that is offline, then messages wait with a clock and are sent when it is online again',
  deep,
  async ({ page }) => {
    const telephone = new Telephone(page);
    await telephone.open('5511955550101');
    await telephone.choose('Celular sem internet', true);
    await expect(page.getByText(/^Celular sem internet: /)).toBeVisible();
    await telephone.write('Escrito no elevador');
    await telephone.expectLast(page.getByText('Escrito no elevador'), 'Aguardando envio');
    await page.reload();
    await telephone.expectLast(page.getByText('Escrito no elevador'), 'Aguardando envio');
    await telephone.choose('Celular sem internet', false);
    await telephone.expectLast(page.getByText('Escrito no elevador'));
    await expect(page.getByText(/^Celular sem internet: /)).toBeHidden();
  },
);

test(
  'a customer blocks the company and switches read receipts off; both are kept over a reload',
  deep,
  async ({ page }) => {
    const telephone = new Telephone(page);
    await telephone.open('5511955550101');
    await telephone.choose('Bloquear a empresa', true);
    await telephone.choose('Confirmações de leitura', false);
    await expect(page.getByText('Você bloqueou esta empresa.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Você bloqueou esta empresa.')).toBeVisible();
    await page.getByRole('button', { name: 'Opções do celular' }).click();
    await expect(page.getByRole('switch', { name: 'Confirmações de leitura' })).not.toBeChecked();
  },
);

test(
  'two tabs are two telephones, and a third tab with the number of one of them shows its conversation',
  deep,
  async ({ page, context }) => {
    const [first, second, third] = [page, await context.newPage(), await context.newPage()].map(
      (tab) => new Telephone(tab),
    ) as [Telephone, Telephone, Telephone];
    await first.open('5511955550101');
    await second.open('@Rafael.Moreira', 'Rafael Moreira', 'Instagram');
    await expect(second.page.getByText('Conectado como @rafael.moreira')).toBeVisible();
    await first.write('Sou a Helena');
    await second.write('Sou o Rafael');
    await second.expectLast(second.page.getByText('Sou o Rafael'));
    await third.open('5511955550101');
    await third.expectLast(third.page.getByText('Sou a Helena'));
    await third.write('Do outro aparelho');
    await first.expectLast(first.page.getByText('Do outro aparelho'));
    await expect(second.log.getByRole('article')).toHaveCount(1);
  },
);

test(
  'given a number that another browser uses, then the form shows that and keeps its values',
  deep,
  async ({ page, browser, server, complaints }) => {
    complaints.expectRefusal({ status: 409, path: /\/telephones$/ });
    await new Telephone(page).open('5511955550101');
    await openInOtherBrowser(await browser.newContext({ baseURL: server.origin }), async (other) => {
      complaints.watch(other.context());
      await new Telephone(other).fill('5511955550101', 'Outra pessoa');
      await expect(other.getByText(/^Outro celular já usa este endereço/)).toBeVisible();
      await expect(other.locator('#mg-number')).toBeFocused();
      await expect(other.locator('#mg-name')).toHaveValue('Outra pessoa');
    });
  },
);

async function openInOtherBrowser(context: BrowserContext, use: (page: Page) => Promise<void>): Promise<void> {
  await use(await context.newPage());
  await context.close();
}

for (const [messenger, number, problem] of [
  ['WhatsApp', '12ab', 'Use de 8 a 15 algarismos, com o código do país.'],
  ['Instagram', 'duas palavras', 'Use até 30 letras, algarismos, pontos ou sublinhados.'],
] as const) {
  test(`given an address that ${messenger} does not know, then its field says so`, deep, async ({ page }) => {
    const telephone = new Telephone(page);
    await telephone.fill(number, '', messenger);
    await expect(page.getByText(problem)).toBeVisible();
    await expect(page.getByText('Esse campo é obrigatório.')).toBeVisible();
    await expect(page.locator('#mg-number')).toBeFocused();
    await expect(page.locator('#mg-number')).toHaveValue(number);
  });
}

test(
  'given a file over 16 MB or an empty one, then it is refused before it is sent and the text stays',
  deep,
  async ({ page }) => {
    const telephone = new Telephone(page);
    await telephone.open('5511955550101');
    await telephone.field.fill('Segue o vídeo');
    const large = Buffer.alloc(16 * 1024 * 1024 + 1);
    await telephone.attach({ name: 'longo.mp4', mimeType: 'video/mp4', buffer: large });
    await expect(page.getByRole('alert')).toHaveText('longo.mp4 tem mais de 16 MB e não foi anexado.');
    await telephone.attach({ name: 'vazio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    await expect(page.getByRole('alert')).toHaveText('vazio.txt está vazio e não foi anexado.');
    await expect(page.getByRole('list', { name: 'Anexos' })).toBeHidden();
    await expect(telephone.field).toHaveValue('Segue o vídeo');
  },
);

test(
  'given a message that the server refuses, then it stays and can be sent again',
  deep,
  async ({ page, complaints }) => {
    complaints.expectRefusal({ status: 413, path: /\/messages$/ });
    const telephone = new Telephone(page);
    await telephone.open('5511955550101');
    const refuse = { status: 413, json: { reason: 'TOO_LARGE', errors: { text: 'tooLong' } } };
    await page.route('**/messages', (route) => route.fulfill(refuse), { times: 1 });
    await telephone.write('Longa demais');
    await expect(telephone.last()).toContainText('A mensagem é longa demais.');
    await telephone.write('Outra mensagem');
    await expect(telephone.log.getByRole('article').filter({ hasText: 'Outra mensagem' })).toContainText(/\d\d:\d\d/);
    await telephone.press('Tentar de novo');
    await expect(telephone.log.getByRole('img', { name: 'Enviada' })).toHaveCount(2);
  },
);

test('given a file that is dropped or pasted, then it is attached', deep, async ({ page }) => {
  const telephone = new Telephone(page);
  await telephone.open('5511955550101');
  for (const [target, event, property] of [
    ['#mg', 'drop', 'dataTransfer'],
    ['#mg-text', 'paste', 'clipboardData'],
  ] as const) {
    const transfer = await page.evaluateHandle((name) => {
      const made = new DataTransfer();
      made.items.add(new File(['oi'], `${name}.txt`, { type: 'text/plain' }));
      return made;
    }, event);
    await page.locator(target).evaluate(
      (element, [name, key, data]) => {
        const made = new Event(name, { bubbles: true, cancelable: true });
        Object.defineProperty(made, key, { value: data });
        element.dispatchEvent(made);
      },
      [event, property, transfer] as const,
    );
    await expect(page.getByRole('list', { name: 'Anexos' })).toContainText(`${event}.txt`);
  }
  await telephone.press('Remover drop.txt');
  await telephone.press('Enviar');
  await telephone.expectLast(page.getByRole('link', { name: 'Baixar paste.txt' }));
  await expect(telephone.log.getByRole('article')).toHaveCount(1);
});

test(
  'given the server restarts, then the telephone opens again and says that the messages are gone',
  deep,
  async ({ page, server, complaints }) => {
    complaints.expectOutage();
    const telephone = new Telephone(page);
    await telephone.open('5511955550101');
    await telephone.write('Antes do reinício');
    await telephone.expectLast(page.getByText('Antes do reinício'));
    await telephone.choose('Bloquear a empresa', true);
    await server.stop();
    await expect(page.getByText('Sem conexão. Tentando de novo…')).toBeVisible();
    await telephone.write('Durante o reinício');
    await telephone.expectLast(page.getByText('Durante o reinício'), 'Aguardando envio');
    await server.start();
    await expect(telephone.log.getByText(/^O servidor reiniciou/)).toBeVisible();
    await telephone.expectLast(page.getByText('Durante o reinício'));
    await expect(telephone.log.getByText('Antes do reinício')).toBeHidden();
    await expect(page.getByText('Você bloqueou esta empresa.')).toBeVisible();
  },
);

const template = {
  change: 9,
  settings: { receipts: true, offline: false, blocked: false },
  lastWrittenMs: 0,
  entries: [
    {
      change: 7,
      id: 'sim.a.1',
      customId: 'A',
      mine: true,
      atMs: Date.parse('2024-03-05T12:00:00Z'),
      content: { kind: 'text', text: 'Tem como remarcar?' },
      quotedId: '',
      forwarded: false,
      status: 'read',
    },
    {
      change: 9,
      id: 'sim.a.2',
      customId: '',
      mine: false,
      atMs: Date.parse('2024-03-05T12:01:00Z'),
      content: {
        kind: 'template',
        header: 'Visita técnica',
        text: 'Confirma amanhã?',
        buttons: ['Confirmo', 'Remarcar'],
      },
      quotedId: 'sim.a.1',
      forwarded: false,
      status: 'delivered',
    },
  ],
};

/** The faked stream ends after its event, so the page opens it again every two seconds. */
async function answerEvents(page: Page, state: object): Promise<void> {
  const body = `id: 9\ndata: ${JSON.stringify(state)}\n\n`;
  await page.route('**/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
}

test(
  'a template of the company is reported as read, and its button sends the label as an answer',
  deep,
  async ({ page }) => {
    await answerEvents(page, template);
    const seen = page.waitForRequest(/\/seen$/);
    const telephone = new Telephone(page);
    await telephone.open('5511955550101');
    await seen;
    await expect(telephone.log.getByText('5 de março de 2024')).toBeVisible();
    await expect(telephone.log.getByRole('img', { name: 'Lida' })).toBeVisible();
    await expect(telephone.log.getByText('Visita técnica')).toBeVisible();
    await expect(telephone.log.getByRole('button', { name: 'Você Tem como remarcar?' })).toBeVisible();
    const sent = page.waitForRequest((request: Request) => request.url().endsWith('/messages'));
    await telephone.press('Confirmo');
    expect((await sent).postDataJSON()).toMatchObject({ text: 'Confirmo', quotedId: 'sim.a.2' });
  },
);

test(
  'given a server that allows it, the customer can set the age of the last message, in English too',
  deep,
  async ({ page }) => {
    const line = { account: '551140004000', phone: '551140004000', name: 'Vendas', kind: 'whatsapp' };
    await page.route('**/messenger/lines', (route) => route.fulfill({ json: { data: [line], canAge: true } }));
    await page.route('**/age', (route) => route.fulfill({ json: { success: true } }));
    const telephone = new Telephone(page);
    await telephone.open('5511955550101');
    await page.getByRole('button', { name: 'Opções do celular' }).click();
    const first = page.waitForRequest(/\/age$/);
    await telephone.press('Envelhecer a conversa para 23:59:50');
    expect((await first).postDataJSON()).toEqual({ seconds: 86_390 });
    await expect(page.getByText(/^Sua última mensagem agora é de /)).toBeVisible();
    await telephone.press('English');
    const second = page.waitForRequest(/\/age$/);
    await telephone.press('Age the conversation to 24 h');
    expect((await second).postDataJSON()).toEqual({ seconds: 86_400 });
  },
);

test(
  'given a customer who changes the language or the messenger, then the form keeps its values',
  deep,
  async ({ page }) => {
    const telephone = new Telephone(page);
    await telephone.fill('123', 'Helena');
    await telephone.press('English');
    await telephone.press('Instagram');
    await page.locator('#mg-number').fill('helena.d');
    await telephone.press('WhatsApp');
    await expect(page.locator('#mg-number')).toHaveValue('123');
    await expect(page.locator('#mg-name')).toHaveValue('Helena');
    await telephone.press('Instagram');
    await expect(page.locator('#mg-number')).toHaveValue('helena.d');
  },
);

for (const theme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test(
      `form, conversation, options and panels are accessible in the ${theme} theme at ${width} px`,
      deep,
      async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: 844 });
        const telephone = new Telephone(page);
        await telephone.fill('1', '');
        expect(await axeViolations(page)).toEqual([]);
        await telephone.press('Rafael Moreira');
        await telephone.press('Abrir o celular');
        await telephone.attach(picture);
        await telephone.write('Com legenda');
        await telephone.expectLast(page.getByText('Com legenda'));
        await telephone.choose('Celular sem internet', true);
        await telephone.press('Anexar');
        expect(await axeViolations(page)).toEqual([]);
        await telephone.press('Figurinha');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('button', { name: 'Figurinha', exact: true })).toBeFocused();
        await telephone.press('Outro celular');
        await expect(page.locator('#mg-number')).toBeFocused();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      },
    );
