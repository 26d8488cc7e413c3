// Uploads the files that the agent chose. XMLHttpRequest, because fetch reports no progress of a request body.
import type { HostEffect } from 'core-wasm';

type UploadEffect = Extract<HostEffect, { type: 'uploadStart' | 'uploadCancel' }>;

export interface UploadEvents {
  /** `part`: 0 to 1. */
  progressed(call: number, part: number): void;
  /** `status` is 0 without an answer of the server. */
  ended(call: number, status: number, authorization: string | undefined, body: string): void;
}

export class UploadPort {
  private readonly files = new Map<string, File>();
  private readonly running = new Map<number, XMLHttpRequest>();
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
  }

  execute(effect: UploadEffect): void {
    if (effect.type === 'uploadCancel') {
      const request = this.running.get(effect.call);
      this.running.delete(effect.call);
      request?.abort();
    } else {
      this.start(effect);
    }
  }

  private start({ call, target, token, file, timeLimitMs }: Extract<UploadEffect, { type: 'uploadStart' }>): void {
    const body = this.files.get(file);
    if (body === undefined) {
      this.events.ended(call, 0, undefined, '');
      return;
    }
    const request = new XMLHttpRequest();
    const ended = (status: number): void => {
      if (!this.running.delete(call)) return;
      // A file that the server has is not uploaded again.
      if (status >= 200 && status < 300) this.files.delete(file);
      const authorization = request.getResponseHeader('authorization') ?? undefined;
      this.events.ended(call, status, authorization, status === 0 ? '' : request.responseText);
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
    request.onerror =
      request.ontimeout =
      request.onabort =
        () => {
          ended(0);
        };
    this.running.set(call, request);
    request.send(body);
  }
}
