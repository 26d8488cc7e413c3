// The shipped build in Chromium 71: sign-in, one message each way and log-off, over the built-in broker and over RabbitMQ.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inRoot } from '../../scripts/lib/console.mjs';
import { isRabbitInstalled, rabbitMissingMessage, startRabbit } from '../../scripts/lib/rabbit.mjs';
import { freePort } from '../../scripts/lib/server.mjs';
import { Customers, OldEngine, startOldEngineServer } from './engine.mjs';

/** @param {{ origin: string }} server */
async function firstAttendance({ origin }) {
  const engine = await OldEngine.launch(origin);
  try {
    assert.match(await engine.browser.version(), /Chrome\/71\./);
    const tab = await engine.newTab();
    await tab.open();
    await tab.signIn();
    await tab.connectChat();
    await tab.untilChat('Disponível');
    assert.equal(
      await tab.page.evaluate(() => 'detached' in ArrayBuffer.prototype),
      false,
      "core-js' ArrayBuffer.prototype.detached is not part of the old-engine build",
    );

    const customers = new Customers(origin);
    const chat = await customers.begin('Otávio Brandão');
    await customers.write(chat, 'OLDENGINE1', 'Bom dia, preciso de ajuda');
    await tab.untilText('Bom dia, preciso de ajuda');
    await tab.send('Bom dia! Como posso ajudar?');
    await customers.untilReads(chat, 'Bom dia! Como posso ajudar?');
    await tab.page.screenshot({ path: inRoot('target', 'reports', 'chromium-71.png') });
    await tab.logOff();
    assert.deepEqual(engine.complaints, [], 'the console stays empty');
  } finally {
    await engine.close();
  }
}

test('in Chromium 71 an agent signs in, connects the chat, answers a customer and logs off [SES-048]', async () => {
  const server = await startOldEngineServer('first-attendance', { port: await freePort() });
  try {
    await firstAttendance(server);
  } finally {
    await server.end();
  }
});

test(
  'in Chromium 71 an agent answers a customer and logs off over RabbitMQ',
  { skip: !isRabbitInstalled() && rabbitMissingMessage },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'workspace-old-engine-rabbit-'));
    const port = await freePort();
    const rabbit = await startRabbit({
      folder,
      origin: `http://127.0.0.1:${port}`,
      log: inRoot('target', 'reports', 'old-engine-rabbit.log'),
    });
    try {
      const server = await startOldEngineServer('rabbit', { port, env: rabbit.env });
      try {
        await firstAttendance(server);
      } finally {
        await server.end();
      }
    } finally {
      await rabbit.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
