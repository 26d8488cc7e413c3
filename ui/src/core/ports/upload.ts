// Uploads the files that the agent chose. XMLHttpRequest, because fetch reports no progress of a request body.
import type { HostEffect } from 'core-wasm';
import { guardLeaving } from './leaveGuard';

type UploadEffect = Extract<HostEffect, { type: 'uploadStart' | 'uploadCancel' }>;

/** Request Timeout: an upload that takes longer than its time limit is reported as the server reports a slow body. */
const TIMED_OUT = 408;
/** The page does not have the file. */
const BAD_REQUEST = 400;

export interface UploadEvents {
  /** `part`: 0 to 1. */
  progressed(call: number, part: number): void;
  /** `status` is 0 without an answer of the server. */
  ended(call: number, status: number, authorization: string | undefined, body: string): void;
}

export class UploadPort {
  private readonly files = new Map<string, File>();
  private readonly running = new Map<number, XMLHttpRequest>();
  /** The files of uploads that the server has not taken and nobody has cancelled, by the last request of each. */
  private readonly unsent = new Map<number, string>();
  private last = 0;

  constructor(
    private readonly apiBase: string,
    private readonly events: UploadEvents,
  ) {}

  /** Keeps a file for an upload; the core names it by the returned handle. */
  keep(file: File): string {
    this.last += 1;
    const handle = `file-${String(this.last)}`;
    this.files.set(handle, file);
    return handle;
  }

  drop(handle: string): void {
    this.files.delete(handle);
    this.forget(handle);
  }

  /** At the end of a session: the files of its agent are not waited for. */
  clear(): void {
    this.files.clear();
    this.unsent.clear();
    this.guard();
  }

  execute(effect: UploadEffect): void {
    if (effect.type === 'uploadCancel') {
      const request = this.running.get(effect.call);
      this.running.delete(effect.call);
      request?.abort();
      this.unsent.delete(effect.call);
      this.guard();
    } else {
      this.start(effect);
    }
  }

  private start({ call, target, token, file, timeLimitMs }: Extract<UploadEffect, { type: 'uploadStart' }>): void {
    const body = this.files.get(file);
    if (body === undefined) {
      // Without an answer the core would repeat the upload.
      this.events.ended(call, BAD_REQUEST, undefined, '');
      return;
    }
    this.forget(file);
    this.unsent.set(call, file);
    this.guard();
    const request = new XMLHttpRequest();
    const ended = (status: number): void => {
      if (!this.running.delete(call)) return;
      // A file that the server has is not uploaded again.
      if (status >= 200 && status < 300) this.drop(file);
      const authorization = request.getResponseHeader('authorization') ?? undefined;
      this.events.ended(call, status, authorization, request.status === 0 ? '' : request.responseText);
    };
    request.open('POST', `${this.apiBase}/${target}`);
    request.timeout = timeLimitMs;
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Content-Type', body.type);
    request.upload.onprogress = ({ loaded, total }) => {
      if (this.running.has(call) && total > 0) this.events.progressed(call, loaded / total);
    };
    request.onload = () => {
      ended(request.status);
    };
    request.ontimeout = () => {
      ended(TIMED_OUT);
    };
    request.onerror = request.onabort = () => {
      ended(0);
    };
    this.running.set(call, request);
    request.send(body);
  }

  private forget(file: string): void {
    for (const [call, handle] of this.unsent) if (handle === file) this.unsent.delete(call);
    this.guard();
  }

  private guard(): void {
    guardLeaving(this, this.unsent.size > 0);
  }
}
