// The start and the end of the fault specs. At the start an agent is in a conversation with a customer. At the end
// both sides write once more, so that any duplicate has arrived before the check.
import { expect } from '@playwright/test';
import type { Agent } from './agent';
import type { Customer } from './customer';

type NewCustomer = (name: string, options?: { identifier?: string; queue?: string }) => Promise<Customer>;

export async function openConversationWith(
  agent: Agent,
  newCustomer: NewCustomer,
  name: string,
  options?: { identifier?: string; queue?: string },
): Promise<Customer> {
  await agent.atWork();
  return firstMessage(agent, newCustomer, name, options);
}

/** The agent is already signed in. */
export async function openConversationOfSignedIn(
  agent: Agent,
  newCustomer: NewCustomer,
  name: string,
  options?: { identifier?: string; queue?: string },
): Promise<Customer> {
  await agent.connectChat();
  return firstMessage(agent, newCustomer, name, options);
}

async function firstMessage(
  agent: Agent,
  newCustomer: NewCustomer,
  name: string,
  options?: { identifier?: string; queue?: string },
): Promise<Customer> {
  const customer = await newCustomer(name, options);
  await customer.write('Bom dia');
  await expect(agent.message('Bom dia')).toBeVisible();
  await expect(agent.linkIs('ótima')).toBeVisible();
  // The only conversation opens by itself, and counts as read only after the agent did something.
  await agent.page.keyboard.press('Shift');
  return customer;
}

const longTimeout = { timeout: 20_000 };

/**
 * Agent and customer write once more and read each other's message; then the thread must contain exactly `texts` and
 * these two messages, in this order, on both pages.
 */
export async function exchangeMessages(agent: Agent, customer: Customer, texts: ReadonlyArray<string>): Promise<void> {
  // The thread has the server's order.
  await expect(customer.texts()).toHaveText(['Bom dia', ...texts], longTimeout);
  await customer.write('Ainda por aqui');
  await expect(agent.message('Ainda por aqui')).toBeVisible(longTimeout);
  await agent.send('Estou aqui');
  await expect(agent.message('Estou aqui')).toHaveAccessibleName(/enviada/, longTimeout);
  await expect(customer.reads('Estou aqui')).toBeVisible(longTimeout);
  const expected = ['Bom dia', ...texts, 'Ainda por aqui', 'Estou aqui'];
  await expect(agent.thread()).toHaveText(expected, longTimeout);
  await expect(customer.texts()).toHaveText(expected, longTimeout);
}

/** A promise that a test keeps open until it calls `release`. */
export function heldPromise(): { until: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

/** Runs in the page: returns the texts of the stored drafts in alphabetical order. */
export async function storedDrafts(): Promise<string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('workspace-unsent');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('the database does not open'));
  });
  const records = database.transaction('records').objectStore('records');
  const [names, values] = await Promise.all(
    [records.getAllKeys(), records.getAll()].map(
      (reading) =>
        new Promise<string[]>((resolve) => {
          reading.onsuccess = () => resolve(reading.result as string[]);
        }),
    ),
  );
  database.close();
  return (values ?? [])
    .filter((_, index) => names?.[index]?.startsWith('draft/') === true)
    .map((value) => (JSON.parse(value) as { text: string }).text)
    .sort();
}
