// The customers' side gives what the agents' side gives: each text once, in the order in which it was written, whatever the server and the page live through.
import { inConversation, talkOn } from './faults-scene';
import { expect, test } from './fixtures';

// Links and calls are given up and begun again at their own pace.
test.describe.configure({ timeout: 60_000 });

const sends = '**/outside/api/chats/*/messages';
const sendPath = /^\/outside\/api\/chats\/[^/]+\/messages$/;

test("a customer's messages keep their order when the first of them has to be repeated, and come once [BEY-002]", async ({ agent, newCustomer, complaints }) => {
  complaints.expectRefusal({ status: 503, path: sendPath });
  const customer = await inConversation(agent, newCustomer, 'Feliciano Reis');
  const ids: string[] = [];
  await customer.page.route(
    sends,
    async (route) => {
      ids.push((route.request().postDataJSON() as { custom_id: string }).custom_id);
      await route.fulfill({ status: 503, json: {} });
    },
    { times: 1 },
  );
  const repeated = customer.page.waitForRequest((request) => request.method() === 'POST' && sendPath.test(new URL(request.url()).pathname) && ids.length === 1);
  await customer.submit('primeira');
  await customer.submit('segunda');
  expect(((await repeated).postDataJSON() as { custom_id: string }).custom_id).toBe(ids[0]);
  await expect(agent.message('segunda')).toBeVisible();
  await talkOn(agent, customer, ['primeira', 'segunda']);
});

test("a customer's page that is reloaded before the answer repeats the message under its id [BEY-002]", async ({ agent, newCustomer }) => {
  const customer = await inConversation(agent, newCustomer, 'Graça Pontes');
  const taken = new Promise<void>((resolve, reject) => {
    const takeWithoutAnswer = customer.page.route(
      sends,
      async (route) => {
        await route.fetch();
        resolve();
      },
      { times: 1 },
    );
    takeWithoutAnswer.catch(reject);
  });
  await customer.submit('Recarreguei');
  await taken;
  await customer.page.reload();
  await expect(agent.message('Recarreguei')).toBeVisible();
  await talkOn(agent, customer, ['Recarreguei']);
});
