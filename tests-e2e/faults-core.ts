// Makes the core panic at a moment that the test chooses. The module's exports are wrapped; session storage, which
// survives a reload of the tab, says when a call panics.
import type { Page } from '@playwright/test';

/**
 * The intent of the next typed letter crashes the core. Intents that the page itself dispatches before that do not
 * crash it.
 */
export async function crashAtNextLetter(page: Page): Promise<void> {
  await page.evaluate(() => {
    const arm = (): void => sessionStorage.setItem('test.intents', '1');
    window.addEventListener('beforeinput', arm, { capture: true, once: true });
  });
}

/** A delivery that contains `text` crashes every core that handles it; a core that skips it continues. */
export async function crashOnText(page: Page, text: string): Promise<void> {
  await page.evaluate((marker) => sessionStorage.setItem('test.poison', marker), text);
}

export async function installCrashTraps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noteOfHost = 'workspace.delivery';
    const noted = (): string => sessionStorage.getItem(noteOfHost) ?? '';
    const isPoison = (body: string): boolean => {
      const marker = sessionStorage.getItem('test.poison');
      return marker !== null && body.includes(marker);
    };
    // A core that starts after a crash skips the delivery that crashed the previous core.
    const isSkipped = isPoison(noted());
    const panic = (): never => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const guarded = (name: string, crashes: () => boolean, exports: WebAssembly.Exports): WebAssembly.Exports => {
      const real = exports[name] as (...values: number[]) => unknown;
      return { ...exports, [name]: (...values: number[]) => (crashes() ? panic() : real(...values)) };
    };
    const intentCrashes = (): boolean => {
      const left = Number(sessionStorage.getItem('test.intents') ?? 0);
      if (left > 0) sessionStorage.setItem('test.intents', String(left - 1));
      return left > 0;
    };
    const deliveryCrashes = (): boolean => !isSkipped && isPoison(noted());
    const arm = (exports: WebAssembly.Exports): WebAssembly.Exports =>
      guarded(
        'workspacestore_dispatch',
        intentCrashes,
        guarded('workspacestore_brokerFrame', deliveryCrashes, exports),
      );
    const instantiateStreaming = WebAssembly.instantiateStreaming.bind(WebAssembly);
    WebAssembly.instantiateStreaming = async (source, imports) => {
      const { module, instance } = await instantiateStreaming(source, imports);
      return { module, instance: { exports: arm(instance.exports) } };
    };
  });
}
