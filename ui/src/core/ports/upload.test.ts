import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UploadPort } from './upload';

/** The requests of the page, which the test answers. */
let requests: FakeRequest[] = [];

class FakeRequest {
  status = 0;
  responseText = '';
  timeout = 0;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = (): void => undefined;
  onerror = (): void => undefined;
  ontimeout = (): void => undefined;
  readonly open = vi.fn();
  readonly setRequestHeader = vi.fn();
  readonly send = vi.fn();
  readonly abort = vi.fn();
  readonly getResponseHeader = (): null => null;

  constructor() {
    requests.push(this);
  }

  answers(status: number): void {
    this.status = status;
    this.responseText = '{}';
    this.onload();
  }
}

const ended = vi.fn();
const converted = vi.fn();
const progressed = vi.fn();
/** The conversion that the page began; the test ends it. */
let conversion: { file: File; to: string; end: (made: File | Error) => void; signal: AbortSignal } | undefined;
let port: UploadPort;

beforeEach(() => {
  requests = [];
  ended.mockClear();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  converted.mockClear();
  conversion = undefined;
  port = new UploadPort('/api', { progressed, ended, converted }, (file, to, report, signal) => {
    report(0.5);
    return new Promise((resolve, reject) => {
      const end = (made: File | Error): void => (made instanceof Error ? reject(made) : resolve(made));
      conversion = { file, to, end, signal };
    });
  });
});

afterEach(() => {
  port.clear();
  vi.unstubAllGlobals();
});

function start(call: number, file: string): FakeRequest {
  port.execute({ type: 'uploadStart', call, target: 'chat/media', token: 'T', file, timeLimitMs: 1_000 });
  const request = requests.at(-1);
  if (request === undefined) throw new Error('no request');
  return request;
}

const leavingAsks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const chosen = (): string => port.keep(new File(['text'], 'nota.txt', { type: 'text/plain' }));

test('an upload without an answer has status 0, and one that exceeds its time limit 408, which the core does not repeat', () => {
  const file = chosen();
  start(1, file).onerror();
  start(2, file).ontimeout();
  expect(ended.mock.calls.map(([call, status]: number[]) => [call, status])).toEqual([
    [1, 0],
    [2, 408],
  ]);
});

test('a file that the page does not have is refused without a request', () => {
  port.execute({ type: 'uploadStart', call: 1, target: 'x', token: undefined, file: 'file-9', timeLimitMs: 1_000 });
  expect([ended.mock.calls, requests]).toEqual([[[1, 400, undefined, '']], []]);
});

test('while a file is uploaded or waits for its next upload the browser asks before the page is left, and after the upload it does not [BEY-003]', () => {
  const file = chosen();
  expect(leavingAsks()).toBe(false);
  const first = start(1, file);
  expect(leavingAsks()).toBe(true);
  first.onerror();
  expect(leavingAsks()).toBe(true);
  const second = start(2, file);
  second.answers(200);
  expect(leavingAsks()).toBe(false);
});

test.each([
  ['is cancelled', () => port.execute({ type: 'uploadCancel', call: 1 })],
  ['is dropped', () => port.drop('file-1')],
  ['belongs to an ended session', () => port.clear()],
])('the browser does not ask before the page is left for a file that %s', (_, forget) => {
  start(1, chosen()).answers(503);
  expect(leavingAsks()).toBe(true);
  forget();
  expect(leavingAsks()).toBe(false);
});

describe('a file that is converted before its upload', () => {
  const ogg = new File(['Ogg'], 'audio.ogg', { type: 'audio/ogg' });
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test('is reported with its progress, and uploaded under the same handle [BEY-170]', async () => {
    const file = chosen();
    port.execute({ type: 'uploadConvert', call: 1, file, to: 'ogg' });
    expect([conversion?.file.name, conversion?.to, leavingAsks()]).toEqual(['nota.txt', 'ogg', true]);
    expect(progressed).toHaveBeenCalledWith(1, 0.5);
    conversion?.end(ogg);
    await settled();
    expect(converted.mock.calls).toEqual([[1, ogg]]);
    expect(start(2, file).send).toHaveBeenCalledWith(ogg);
  });

  test.each([
    ['fails', () => conversion?.end(new Error('no codec'))],
    ['is not there', () => undefined],
  ])('keeps its bytes for another try if it %s [BEY-170]', async (how, end) => {
    const file = how === 'fails' ? chosen() : 'file-9';
    port.execute({ type: 'uploadConvert', call: 1, file, to: 'picture' });
    end();
    await settled();
    expect(converted.mock.calls).toEqual([[1, undefined]]);
    port.execute({ type: 'uploadConvert', call: 2, file, to: 'picture' });
    expect(conversion?.file.name).toBe(how === 'fails' ? 'nota.txt' : undefined);
  });

  test('is forgotten when it is cancelled: its end is not reported [BEY-170]', async () => {
    port.execute({ type: 'uploadConvert', call: 1, file: chosen(), to: 'ogg' });
    port.execute({ type: 'uploadCancel', call: 1 });
    expect([conversion?.signal.aborted, leavingAsks()]).toEqual([true, false]);
    conversion?.end(ogg);
    await settled();
    expect(converted).not.toHaveBeenCalled();
  });

  test('fails after two minutes [BEY-170]', async () => {
    vi.useFakeTimers();
    port.execute({ type: 'uploadConvert', call: 1, file: chosen(), to: 'mp4' });
    await vi.advanceTimersByTimeAsync(120_000);
    vi.useRealTimers();
    expect([conversion?.signal.aborted, converted.mock.calls]).toEqual([true, [[1, undefined]]]);
  });
});
