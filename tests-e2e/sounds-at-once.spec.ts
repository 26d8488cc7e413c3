// Sounds in a browser that allows sound without a user gesture, as operators can configure it.
import { findBrowser, launchArguments } from '../scripts/browser.mjs';
import { soundBlockedLabel, installAudioProbe, loopCount, ringUntilOpened } from './audioProbe';
import { openConversationOfSignedIn } from './faults-scene';
import { expect, test } from './fixtures';
import { deep } from './deep';

test.use({
  launchOptions: {
    executablePath: await findBrowser(),
    args: [...launchArguments, '--autoplay-policy=no-user-gesture-required'],
  },
});

test(
  'after a reload sound is not blocked, and a ring is audible without a user gesture [BEY-027]',
  deep,
  async ({ agent, page, newCustomer }) => {
    await installAudioProbe(page);
    await agent.signIn();
    await ringUntilOpened(agent);
    await openConversationOfSignedIn(agent, newCustomer, 'Sônia Braz');
    await page.goto('about:blank');
    await page.goto('/new-agent/');
    await expect(agent.list).toBeVisible();
    await newCustomer('Túlio Melo');
    await expect.poll(() => loopCount(page)).toBe(1);
    await expect(page.getByRole('button', { name: soundBlockedLabel })).toBeHidden();
  },
);
