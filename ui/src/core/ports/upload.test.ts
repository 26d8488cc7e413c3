import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
let port: UploadPort;

beforeEach(() => {
  requests = [];
  ended.mockClear();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  port = new UploadPort('/api', { progressed: vi.fn(), ended });
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
