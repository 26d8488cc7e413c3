// Uploads the files that the agent chose, and converts files that the network accepts only in another format. XMLHttpRequest, because fetch reports
// no progress of a request body.
import type { HostEffect } from 'core-wasm';
import type { ConvertFile } from './conversion/convert';
import { guardLeaving } from './leaveGuard';

type UploadEffect = Extract<HostEffect, { type: 'uploadStart' | 'uploadConvert' | 'uploadCancel' }>;
type EffectOf<Type> = Extract<UploadEffect, { type: Type }>;

/** Request Timeout: an upload that takes longer than its time limit is reported as the server reports a slow body. */
const TIMED_OUT = 408;
/** The page does not have the file. */
const BAD_REQUEST = 400;
/** Time limit after which a conversion counts as failed. */
const CONVERSION_LIMIT_MS = 120_000;

export interface UploadEvents {
  /** Reports the progress of an upload or a conversion; `part`: 0 to 1. */
  progressed(call: number, part: number): void;
  /** A conversion ended; undefined: the file could not be converted. */
  converted(call: number, file: File | undefined): void;
  /** `status` is 0 without an answer of the server. */
  ended(call: number, status: number, authorization: string | undefined, body: string): void;
}

export class UploadPort {
  private readonly files = new Map<string, File>();
  private readonly running = new Map<number, { abort(): void }>();
  /** Files of uploads that the server has not accepted and nobody has cancelled, with the latest request of each. */
  private readonly unsent = new Map<number, string>();
  private last = 0;

  constructor(
    private readonly apiBase: string,
    private readonly events: UploadEvents,
    private readonly convert: ConvertFile = async (...how) =>
      (await import('./conversion/convert')).convertFile(...how),
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

  /** Called at the end of a session: the files of its agent are dropped. */
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
      // The file can be forgotten: if the agent sends it again, it gets another handle.
      this.files.delete(this.unsent.get(effect.call) ?? '');
      this.unsent.delete(effect.call);
      this.guard();
    } else if (effect.type === 'uploadConvert') {
      void this.startConversion(effect);
    } else {
      this.start(effect);
    }
  }

  /** The file keeps its handle: the converted file is uploaded under it. */
  private async startConversion({ call, file, to }: EffectOf<'uploadConvert'>): Promise<void> {
    const source = this.files.get(file);
    const stop = new AbortController();
    this.forget(file);
    if (source !== undefined) this.unsent.set(call, file);
    this.guard();
    this.running.set(call, stop);
    const progressed = (part: number): void => {
      if (this.running.has(call)) this.events.progressed(call, part);
    };
    const limit = window.setTimeout(() => stop.abort(), CONVERSION_LIMIT_MS);
    const given =
      source === undefined ? Promise.reject(new Error('no file')) : this.convert(source, to, progressed, stop.signal);
    const made = await Promise.race([given, aborted(stop.signal)]).catch(() => undefined);
    window.clearTimeout(limit);
    if (!this.running.delete(call)) return;
    if (made !== undefined) this.files.set(file, made);
    this.events.converted(call, made);
  }

  private start({ call, target, token, file, timeLimitMs }: EffectOf<'uploadStart'>): void {
    const body = this.files.get(file);
    if (body === undefined) {
      // Reported with a status, because the core would repeat an upload without an answer.
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

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}
