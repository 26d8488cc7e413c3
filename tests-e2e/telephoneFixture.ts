// Customers with a telephone: each is a page of its own with a fake microphone, beside those of the agents.
import { test as base } from './fixtures';
import { Telephone } from './voice';

export { expect } from './fixtures';

export const test = base.extend<{
  newTelephone: (name: string) => Promise<Telephone>;
  telephone: Telephone;
}>({
  newTelephone: async ({ browser, complaints, server }, use) => {
    const contexts: Array<{ close(): Promise<void> }> = [];
    await use(async (name) => {
      const context = await browser.newContext({
        baseURL: server.origin,
        locale: 'pt-BR',
        permissions: ['microphone'],
        viewport: { width: 480, height: 800 },
      });
      contexts.push(context);
      complaints.watch(context);
      return new Telephone(await context.newPage(), name);
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  telephone: async ({ newTelephone }, use) => use(await newTelephone('Helena Duarte')),
});
