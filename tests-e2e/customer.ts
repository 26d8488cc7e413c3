// A customer's actions and locators on the page of the web chat.
import { expect, type Locator, type Page } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { identifierSecret } from '../scripts/lib/server.mjs';

export interface CustomerStart {
  identifier?: string;
  /** The operator's site signed the identifier; otherwise the customer types it. */
  isSigned?: boolean;
  queue?: string;
}

/** The link of the operator's site (docs/operations.md). */
function signedLink(identifier: string): string {
  const expires = String(Math.floor(Date.now() / 1000) + 3600);
  const signature = createHmac('sha256', identifierSecret).update(`${expires}.${identifier}`).digest('hex');
  return `/outside#${new URLSearchParams({ identifier, expires, signature }).toString()}`;
}

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

  async begin({ identifier, isSigned = true, queue = 'Suporte' }: CustomerStart = {}): Promise<void> {
    const isLinked = identifier !== undefined && isSigned;
    await this.page.goto(isLinked ? signedLink(identifier) : '/outside');
    await this.page.getByRole('textbox', { name: 'Nome' }).fill(this.name);
    const field = this.page.getByRole('textbox', { name: /opcional/ });
    if (isLinked) await expect(field).toHaveValue(identifier);
    else if (identifier !== undefined) await field.fill(identifier);
    await this.page.getByRole('radio', { name: queue }).check({ force: true });
    await this.page.getByRole('button', { name: 'Iniciar conversa' }).click();
    await expect(this.field).toBeVisible();
  }

  /** Sends a text without waiting for the result. */
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

  /** The texts of agent and customer from top to bottom. */
  texts(): Locator {
    return this.log.getByRole('article').locator('[dir]');
  }

  reads(text: string): Locator {
    return this.log.getByText(text, { exact: true });
  }
}
