// A core that dies at a moment the test chooses: what a panic looks like from outside. The trap stands in the module's own exports, and what springs it
// stands in the session storage, which lives as long as the tab.
import type { Page } from '@playwright/test';

/** The next `times` intents kill the core. */
export async function killAtIntents(page: Page, times: number): Promise<void> {
  await page.evaluate((count) => sessionStorage.setItem('test.intents', String(count)), times);
}

/** A delivery that contains `text` kills every core that handles it; one that only puts it aside lives. */
export async function poison(page: Page, text: string): Promise<void> {
  await page.evaluate((marker) => sessionStorage.setItem('test.poison', marker), text);
}

export async function setTraps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noteOfHost = 'workspace.delivery';
    const noted = (): string => sessionStorage.getItem(noteOfHost) ?? '';
    const isPoison = (body: string): boolean => {
      const marker = sessionStorage.getItem('test.poison');
      return marker !== null && body.includes(marker);
    };
    // An instance that was told which delivery killed the one before it does not handle that one.
    const warned = isPoison(noted());
    const die = (): never => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const guarded = (name: string, springs: () => boolean, exports: WebAssembly.Exports): WebAssembly.Exports => {
      const real = exports[name] as (...values: number[]) => unknown;
      return { ...exports, [name]: (...values: number[]) => (springs() ? die() : real(...values)) };
    };
    const intentSprings = (): boolean => {
      const left = Number(sessionStorage.getItem('test.intents') ?? 0);
      if (left > 0) sessionStorage.setItem('test.intents', String(left - 1));
      return left > 0;
    };
    const deliverySprings = (): boolean => !warned && isPoison(noted());
    const arm = (exports: WebAssembly.Exports): WebAssembly.Exports =>
      guarded(
        'workspacestore_dispatch',
        intentSprings,
        guarded('workspacestore_brokerFrame', deliverySprings, exports),
      );
    const instantiateStreaming = WebAssembly.instantiateStreaming.bind(WebAssembly);
    WebAssembly.instantiateStreaming = async (source, imports) => {
      const { module, instance } = await instantiateStreaming(source, imports);
      return { module, instance: { exports: arm(instance.exports) } };
    };
  });
}
