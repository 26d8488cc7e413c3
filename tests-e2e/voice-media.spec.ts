// The media port in a real browser with its fake microphone, which beeps once a second: two calls of one page are connected with each other.
import type { Page } from '@playwright/test';
import { findBrowser, launchArguments } from '../scripts/browser.mjs';
// Declares window.voiceMedia.
import type {} from '../ui/src/gallery/VoiceMediaBench';
import { expect, test as base } from './galleryFixture';
import { deep, deepIf } from './deep';

const test = base.extend<{ calls: Calls }>({
  calls: async ({ page }, use) => {
    const calls = new Calls(page);
    await calls.open();
    await use(calls);
  },
});

const executablePath = await findBrowser();
const launched = (...more: string[]) => ({ launchOptions: { executablePath, args: [...launchArguments, ...more] } });
const fakeMicrophone = ['--use-fake-device-for-media-stream', '--allow-loopback-in-peer-connection'];

/** What the page opened; each list holds everything that was ever opened. */
interface Opened {
  connections: RTCPeerConnection[];
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
  players: HTMLAudioElement[];
  /** The running intervals by their number, with their periods in milliseconds. */
  intervals: Map<number, number>;
  tones: string[];
}

declare global {
  interface Window {
    opened: Opened;
  }
}

class Calls {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.addInitScript(() => {
      const opened: Opened = {
        connections: [],
        tracks: [],
        contexts: [],
        players: [],
        intervals: new Map(),
        tones: [],
      };
      window.opened = opened;
      window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          opened.connections.push(this);
        }
      };
      window.AudioContext = class extends AudioContext {
        constructor() {
          super();
          opened.contexts.push(this);
        }
      };
      window.Audio = class extends Audio {
        constructor() {
          super();
          opened.players.push(this);
        }
      };
      const { mediaDevices } = navigator;
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await getUserMedia(constraints);
        opened.tracks.push(...stream.getTracks());
        return stream;
      };
      const start = window.setInterval.bind(window);
      const stop = window.clearInterval.bind(window);
      Object.assign(window, {
        setInterval: (run: () => void, ms: number) => {
          const id = start(run, ms);
          opened.intervals.set(id, ms);
          return id;
        },
        clearInterval: (id: number) => {
          opened.intervals.delete(id);
          stop(id);
        },
      });
      const dtmf = RTCDTMFSender.prototype as unknown as {
        insertDTMF: (this: RTCDTMFSender, ...values: [string, number, number]) => void;
      };
      const { insertDTMF } = dtmf;
      dtmf.insertDTMF = function (tones, duration, gap) {
        opened.tones.push(`${tones} ${duration}/${gap}`);
        this.ontonechange = ({ tone }) => opened.tones.push(tone);
        insertDTMF.call(this, tones, duration, gap);
      };
    });
    await this.page.goto('/gallery.html?screen=voiceMedia');
    await this.page.waitForFunction(() => 'voiceMedia' in window);
  }

  /** Connects two calls with each other. */
  async connect(caller: number, callee: number): Promise<void> {
    await this.page.evaluate(
      ([from, to]) => {
        window.voiceMedia.pair(from, to);
        window.voiceMedia.port.execute(from, { type: 'offer' });
      },
      [caller, callee] as const,
    );
    for (const call of [caller, callee])
      await this.page.waitForFunction(
        (wanted) =>
          window.voiceMedia.reports.some(
            ([name, of, state]) => name === 'ice' && of === wanted && (state === 'connected' || state === 'completed'),
          ),
        call,
      );
  }

  async hangUp(...calls: number[]): Promise<void> {
    await this.page.evaluate(
      (all) => all.forEach((call) => window.voiceMedia.port.execute(call, { type: 'close' })),
      calls,
    );
  }

  /** The values of the reports with this name, without the names. */
  reports(name: string): Promise<unknown[][]> {
    return this.page.evaluate(
      (wanted) => window.voiceMedia.reports.filter(([of]) => of === wanted).map(([, ...values]) => values),
      name,
    );
  }

  forgetReports(): Promise<void> {
    return this.page.evaluate(() => void window.voiceMedia.reports.splice(0));
  }

  /** Waits until the call reports that the audio of the other side is audible. */
  async hears(call: number): Promise<void> {
    await this.page.waitForFunction(
      (wanted) =>
        window.voiceMedia.reports.some(
          ([name, of, , speaker]) => name === 'levels' && of === wanted && Number(speaker) > 0.01,
        ),
      call,
    );
  }

  leftovers(): Promise<Record<string, number>> {
    return this.page.evaluate(() => {
      const { connections, tracks, contexts, players, intervals } = window.opened;
      return {
        connections: connections.filter(({ connectionState }) => connectionState !== 'closed').length,
        tracks: tracks.filter(({ readyState }) => readyState !== 'ended').length,
        contexts: contexts.filter(({ state }) => state !== 'closed').length,
        players: players.filter(({ srcObject }) => srcObject !== null).length,
        intervals: intervals.size,
      };
    });
  }
}

const nothing = { connections: 0, tracks: 0, contexts: 0, players: 0, intervals: 0 };

test.use(launched(...fakeMicrophone, '--use-fake-ui-for-media-stream'));

test('audio arrives on both sides; levels are polled every 200 ms and the bitrate every 1000 ms [RTC-032] [RTC-033]', async ({
  page,
  calls,
}) => {
  await calls.connect(1, 2);
  await calls.hears(1);
  await calls.hears(2);
  const periods = await page.evaluate(() => [...window.opened.intervals.values()].sort((one, other) => one - other));
  expect(periods).toEqual([200, 1000]);
  await calls.forgetReports();
  const ofFirst = async (name: string) => (await calls.reports(name)).filter(([call]) => call === 1);
  await expect.poll(async () => (await ofFirst('quality')).length).toBeGreaterThanOrEqual(4);
  // A busy machine runs several due polls as one, so that only their order of magnitude is certain.
  expect((await ofFirst('levels')).length).toBeGreaterThan((await ofFirst('quality')).length);
  const samples = (await calls.reports('quality')).map(([, sample]) => sample as Record<string, number | null>);
  const last = samples[samples.length - 1];
  expect(last?.['bitrate']).toBeGreaterThan(5_000);
  expect(last?.['loss']).toBe(0);
  expect(last?.['roundTripMs']).not.toBeNull();
  expect(last?.['receivedBytes']).toBeGreaterThan(1_000);
  expect(await calls.reports('failed')).toEqual([]);
});

test(
  'the mute of the microphone silences the agent for the other party and not the other party for the agent',
  deep,
  async ({ page, calls }) => {
    await calls.connect(1, 2);
    await calls.hears(2);
    await page.evaluate(() => window.voiceMedia.port.mute(1, true));
    // Waits for 15 silent reports in a row, because audio that is on its way or in the window of the meter is still
    // measured.
    const silent = () =>
      page.waitForFunction(() => {
        const heard = window.voiceMedia.reports.filter(([name, call]) => name === 'levels' && call === 2);
        return heard.length >= 15 && heard.slice(-15).every(([, , , speaker]) => speaker === 0);
      });
    await silent();
    await calls.forgetReports();
    await calls.hears(1);
    await silent();
    await page.evaluate(() => window.voiceMedia.port.mute(1, false));
    await calls.forgetReports();
    await calls.hears(2);
  },
);

test('tones last 500 ms with a gap of 50 ms, and none is lost when tones follow quickly [RTC-036]', async ({
  page,
  calls,
}) => {
  await calls.connect(1, 2);
  const tones = { type: 'tones', durationMs: 500, gapMs: 50 } as const;
  await page.evaluate((command) => window.voiceMedia.port.execute(1, { ...command, tones: '1#' }), tones);
  await page.evaluate((command) => window.voiceMedia.port.execute(1, { ...command, tones: '*' }), tones);
  await page.waitForFunction(() => window.opened.tones.includes(''));
  const sent = await page.evaluate(() => window.opened.tones);
  expect(sent.filter((entry) => entry.includes('/')).every((entry) => entry.endsWith(' 500/50'))).toBe(true);
  expect(sent.filter((entry) => entry.length === 1)).toEqual(['1', '#', '*']);
  expect(await calls.reports('tonesRefused')).toEqual([]);
});

test('tones of a call that is not answered are refused', deep, async ({ page, calls }) => {
  await page.evaluate(() => {
    window.voiceMedia.port.execute(1, { type: 'offer' });
    window.voiceMedia.port.execute(1, { type: 'tones', tones: '5', durationMs: 500, gapMs: 50 });
  });
  await expect.poll(() => calls.reports('tonesRefused')).toEqual([[1, '5']]);
});

test('ICE is restarted with new credentials and the call continues; an offer of the other party replaces the own one [BEY-023]', async ({
  page,
  calls,
}) => {
  await calls.connect(1, 2);
  await calls.forgetReports();
  await page.evaluate(() => window.voiceMedia.port.execute(1, { type: 'restartIce' }));
  await expect.poll(async () => (await calls.reports('described')).length).toBe(2);
  const names = (
    await page.evaluate(() => window.opened.connections.map(({ localDescription }) => localDescription?.sdp))
  ).map((sdp) => /ice-ufrag:(\S+)/.exec(sdp ?? '')?.[1]);
  expect(new Set(names).size).toBe(2);
  await calls.forgetReports();
  // Both sides send an offer; the second side drops its own.
  await page.evaluate(() => {
    window.voiceMedia.unpair();
    window.voiceMedia.port.execute(2, { type: 'restartIce' });
  });
  await expect.poll(async () => (await calls.reports('described')).map(([call]) => call)).toEqual([2]);
  await page.evaluate(() => {
    window.voiceMedia.pair(1, 2);
    window.voiceMedia.port.execute(1, { type: 'restartIce' });
  });
  await expect
    .poll(async () => (await calls.reports('described')).map(([call, type]) => `${String(call)} ${String(type)}`))
    .toEqual(['2 offer', '1 offer', '2 answer']);
  await calls.forgetReports();
  await calls.hears(2);
  expect(await calls.reports('failed')).toEqual([]);
});

test(
  'an unusable description fails with "Invalid JSEP" and does not end the call [RTC-041]',
  deep,
  async ({ page, calls }) => {
    await page.evaluate(() => window.voiceMedia.port.execute(1, { type: 'answer', sdp: 'v=0' }));
    await expect.poll(() => calls.reports('failed')).toEqual([[1, { fault: 'invalidJsep' }]]);
    await calls.hangUp(1);
    expect(await calls.leftovers()).toEqual(nothing);
  },
);

test('a microphone that ends is replaced without an end of the call, and without another microphone its loss is reported [BEY-021]', async ({
  page,
  calls,
}) => {
  await calls.connect(1, 2);
  const unplug = () =>
    page.evaluate(() => {
      const track = window.opened.connections[0]?.getSenders()[0]?.track;
      track?.stop();
      track?.dispatchEvent(new Event('ended'));
    });
  await unplug();
  await expect.poll(() => calls.reports('microphoneReplaced')).toEqual([[1, expect.stringContaining('Fake')]]);
  await calls.forgetReports();
  await calls.hears(2);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
  });
  await unplug();
  await expect
    .poll(() => calls.reports('microphoneLost'))
    .toEqual([[1, { fault: 'noAudioDevice', problem: 'missing' }]]);
});

test(
  'calls that lost their microphone can negotiate again, as the caller and as the callee [BEY-021]',
  deep,
  async ({ page, calls }) => {
    await calls.connect(1, 2);
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
      window.voiceMedia.port.choose({ microphone: 'gone', speaker: '', ringer: '' });
    });
    // Both calls have this microphone.
    await expect.poll(async () => (await calls.reports('microphoneLost')).length).toBe(2);
    await calls.forgetReports();
    await page.evaluate(() => window.voiceMedia.port.execute(1, { type: 'restartIce' }));
    const described = async () => (await calls.reports('described')).map(([call, type]) => [call, type]);
    await expect.poll(described).toEqual([
      [1, 'offer'],
      [2, 'answer'],
    ]);
    expect(await calls.reports('failed')).toEqual([]);
  },
);

test(
  'the chosen microphone is used at once, and its preview reports its level [BEY-020]',
  deep,
  async ({ page, calls }) => {
    await page.evaluate(() => window.voiceMedia.port.startPreview());
    await page.waitForFunction(() =>
      window.voiceMedia.reports.some(([name, level]) => name === 'previewLevel' && Number(level) > 0.01),
    );
    await page.evaluate(() => window.voiceMedia.port.stopPreview());
    expect(await calls.leftovers()).toEqual(nothing);
    const [[devices] = []] = await calls.reports('devices');
    const microphones = (devices as { id: string; kind: string }[]).filter(({ kind }) => kind === 'microphone');
    expect(microphones.length).toBeGreaterThan(1);
    await calls.connect(1, 2);
    const chosen = microphones[1]?.id ?? '';
    await page.evaluate((microphone) => window.voiceMedia.port.choose({ microphone, speaker: '', ringer: '' }), chosen);
    const used = () =>
      page.evaluate(() => window.opened.connections[0]?.getSenders()[0]?.track?.getSettings().deviceId);
    await expect.poll(used).toBe(chosen);
    await page.reload();
    await page.waitForFunction(() => 'voiceMedia' in window);
    expect(await page.evaluate(() => window.voiceMedia.port.chosen.microphone)).toBe(chosen);
  },
);

test(
  '50 consecutive calls leave no track, connection, audio context, player or timer',
  deep,
  async ({ page, calls }) => {
    for (let round = 0; round < 50; round += 1) {
      await calls.connect(2 * round + 1, 2 * round + 2);
      await calls.hangUp(2 * round + 1, 2 * round + 2);
    }
    expect(await page.evaluate(() => window.opened.tracks.length)).toBe(100);
    await expect.poll(() => calls.leftovers()).toEqual(nothing);
  },
);

test(
  'given a hang-up while the microphone is being opened, then the microphone is released',
  deep,
  async ({ page, calls }) => {
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = (constraints) => {
        const opening = getUserMedia(constraints);
        window.voiceMedia.port.execute(1, { type: 'close' });
        return opening;
      };
      window.voiceMedia.port.execute(1, { type: 'offer' });
    });
    await page.waitForFunction(() => window.opened.tracks.length === 1);
    await expect.poll(() => calls.leftovers()).toEqual(nothing);
    expect(await calls.reports('described')).toEqual([]);
  },
);

/** A separate browser, because the behaviour of its devices is set when it is launched. */
for (const [name, args, failure] of [
  [
    'the agent refuses the microphone',
    [...fakeMicrophone, '--use-fake-ui-for-media-stream=deny'],
    { fault: 'noAudioDevice', problem: 'refused' },
  ],
  [
    'no device exists [RTC-037]',
    ['--disable-audio-input', '--use-fake-ui-for-media-stream'],
    { fault: 'noDevice', problem: 'missing' },
  ],
] as const)
  test(
    `given ${name}, then call and preview fail with the fault of the core and leave no resource open`,
    deepIf(failure.problem === 'refused'),
    async ({ playwright, gallery }) => {
      const browser = await playwright.chromium.launch(launched(...args).launchOptions);
      const calls = new Calls(await browser.newPage({ baseURL: gallery.origin }));
      await calls.open();
      await calls.page.evaluate(() => {
        window.voiceMedia.port.execute(1, { type: 'offer' });
        window.voiceMedia.port.startPreview();
      });
      await expect.poll(() => calls.reports('failed')).toEqual([[1, failure]]);
      await expect.poll(() => calls.reports('previewFailed')).toEqual([[failure]]);
      await calls.hangUp(1);
      expect(await calls.leftovers()).toEqual(nothing);
      await browser.close();
    },
  );
