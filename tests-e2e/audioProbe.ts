// Records what a page does outside its document: sounds, their volume and desktop notifications. The probes run in the
// page and still call the real functions.
import type { Page } from '@playwright/test';
import type { Agent } from './agent';
import { findWholeBrowser, launchArguments } from '../scripts/browser.mjs';

/** The headless shell refuses desktop notifications even if the permission is granted. */
export const withDesktop = { launchOptions: { executablePath: await findWholeBrowser(), args: launchArguments } };

interface AudioProbe {
  /** Rings that were started and not stopped, in audio contexts that run. */
  loops(): number;
  /** Peak volume of the last half second, 0 to 1. */
  loudness(): number;
  /** Melodies that were started, without loops. */
  tunes: number;
  contexts: AudioContext[];
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  requireInteraction: boolean;
  closed: boolean;
}

declare global {
  interface Window {
    audioProbe: AudioProbe;
    desktop: { shown: Shown[]; all: Notification[]; asked: number; permission: NotificationPermission | undefined };
  }
}

export async function installAudioProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const taps = new Map<BaseAudioContext, AnalyserNode>();
    const looping = new Set<AudioBufferSourceNode>();
    // Plain functions, so that each can wrap the real one.
    const node = AudioNode.prototype as unknown as { connect: (this: AudioNode, target: AudioNode) => AudioNode };
    const { connect } = node;
    node.connect = function (target) {
      if (target === this.context.destination) {
        const tap = taps.get(this.context) ?? this.context.createAnalyser();
        tap.fftSize = 32_768;
        taps.set(this.context, tap);
        connect.call(this, tap);
      }
      return connect.call(this, target);
    };
    type SourceMethod = (this: AudioBufferSourceNode) => void;
    const source = AudioBufferSourceNode.prototype as unknown as { start: SourceMethod; stop: SourceMethod };
    const { start, stop } = source;
    source.start = function () {
      if (this.loop) looping.add(this);
      else audioProbe.tunes += 1;
      start.call(this);
    };
    source.stop = function () {
      looping.delete(this);
      stop.call(this);
    };
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        audioProbe.contexts.push(this);
      }
    };
    const audioProbe: AudioProbe = {
      tunes: 0,
      contexts: [],
      loops: () => [...looping].filter(({ context }) => context.state === 'running').length,
      loudness: () =>
        Math.max(
          0,
          ...[...taps.values()].map((tap) => {
            const wave = new Float32Array(tap.fftSize);
            tap.getFloatTimeDomainData(wave);
            return wave.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
          }),
        ),
    };
    window.audioProbe = audioProbe;
  });
}

/** `permission`: the browser's reported notification permission; without it the real one is used. */
export async function watchDesktop(page: Page, permission?: NotificationPermission): Promise<void> {
  await page.addInitScript((said) => {
    const Real = window.Notification;
    const desktop: Window['desktop'] = { shown: [], all: [], asked: 0, permission: said };
    window.desktop = desktop;
    window.Notification = class extends Real {
      private readonly entry: Shown;

      constructor(title: string, options: NotificationOptions = {}) {
        super(title, options);
        this.entry = {
          title,
          body: options.body ?? '',
          tag: options.tag ?? '',
          requireInteraction: options.requireInteraction ?? false,
          closed: false,
        };
        desktop.shown.push(this.entry);
        desktop.all.push(this);
      }

      static override get permission(): NotificationPermission {
        return desktop.permission ?? Real.permission;
      }

      static override requestPermission(): Promise<NotificationPermission> {
        desktop.asked += 1;
        return Promise.resolve(desktop.permission ?? Real.permission);
      }

      override close(): void {
        this.entry.closed = true;
        super.close();
      }
    };
  }, permission);
}

export const shownOn = (page: Page): Promise<Shown[]> => page.evaluate(() => window.desktop.shown);

/** Clicks the newest notification. */
export async function clickNewestNotification(page: Page): Promise<void> {
  await page.evaluate(() => window.desktop.all[window.desktop.all.length - 1]?.dispatchEvent(new Event('click')));
}

export async function setVisible(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
}

/** The text of the badge that says that sound is blocked. */
export const soundBlockedLabel = 'O navegador bloqueou os sons. Clique para ativar os sons';

export const loopCount = (page: Page): Promise<number> => page.evaluate(() => window.audioProbe.loops());
export const loudness = (page: Page): Promise<number> => page.evaluate(() => window.audioProbe.loudness());
export const tuneCount = (page: Page): Promise<number> => page.evaluate(() => window.audioProbe.tunes);

export async function ringUntilOpened(agent: Agent): Promise<void> {
  await agent.chooseInOwnMenu('Preferências');
  const dialog = agent.dialog('Preferências');
  await dialog.getByRole('tab', { name: 'Notificações' }).click();
  await dialog.getByRole('checkbox', { name: 'Tocar até eu abrir um novo atendimento' }).click();
  await agent.escape(dialog);
}

/**
 * The browser blocks sound before a user gesture. Playwright's calls count as gestures for the browser's policy, so
 * the probe simulates the policy.
 */
export async function silentUntilPressed(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let pressed = false;
    for (const gesture of ['pointerdown', 'keydown'])
      window.addEventListener(gesture, () => (pressed = true), { capture: true });
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: pressed, isActive: pressed }) });
    const media = HTMLMediaElement.prototype as unknown as { play: (this: HTMLMediaElement) => Promise<void> };
    const { play } = media;
    media.play = function () {
      return pressed ? play.call(this) : Promise.reject(new DOMException('not yet', 'NotAllowedError'));
    };
  });
}
