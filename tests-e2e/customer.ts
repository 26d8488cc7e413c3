// A customer's actions and locators on the page of the web chat.
import { expect, type Locator, type Page } from '@playwright/test';

export class Customer {
  readonly log: Locator;
  readonly field: Locator;

  constructor(
    readonly page: Page,
    readonly name: string,
  ) {
    this.log = page.getByRole('log');
    this.field = page.getByRole('textbox', { name: 'Mensagem' });
  }

  async begin({ identifier, queue = 'Suporte' }: { identifier?: string; queue?: string } = {}): Promise<void> {
    await this.page.goto('/outside');
    await this.page.getByRole('textbox', { name: 'Nome' }).fill(this.name);
    if (identifier !== undefined) await this.page.getByRole('textbox', { name: /opcional/ }).fill(identifier);
    await this.page.getByRole('radio', { name: queue }).check({ force: true });
    await this.page.getByRole('button', { name: 'Iniciar conversa' }).click();
    await expect(this.field).toBeVisible();
  }

  /** Sends without waiting for the result. */
  async submit(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  async write(text: string): Promise<void> {
    await this.submit(text);
    await expect(this.reads(text)).toBeVisible();
  }

  async end(): Promise<void> {
    await this.page.getByRole('button', { name: 'Encerrar', exact: true }).click();
    await this.page.getByRole('button', { name: 'Encerrar conversa' }).click();
  }

  /** The texts of both sides from top to bottom. */
  texts(): Locator {
    return this.log.getByRole('article').locator('[dir]');
  }

  reads(text: string): Locator {
    return this.log.getByText(text, { exact: true });
  }
}
