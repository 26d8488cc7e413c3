// Requests to the server, and event streams read by fetch. Holds no state and no interface.

const RECONNECT_MS = 2000;
/** The server sends a keep-alive every 15 s. */
const SILENCE_MS = 40_000;

/** The refusal of a request by the server. An unreachable server is a `TypeError` of fetch. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.message ?? `status ${status}`);
    this.status = status;
    this.fields = body.errors ?? {};
    this.cause = body.cause;
    this.reason = body.reason;
    this.details = body.details ?? {};
  }

  /** Whether the same request may succeed later. */
  get isTemporary() {
    return this.status >= 500 || this.status === 429;
  }
}

/** As JSON. Half an emoji, which a field with a limit of characters leaves of a whole one, becomes U+FFFD: no reader of JSON takes it. */
function jsonOf(body) {
  const half = /[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;
  const whole = (text) => text.replace(half, (found) => (found.length === 2 ? found : '\ufffd'));
  return JSON.stringify(body, (_, value) => (typeof value === 'string' ? whole(value) : value));
}

/** `body`: an object, sent as JSON, or a Blob. */
export async function call(method, address, { secret, body } = {}) {
  const headers = {};
  if (secret) headers.authorization = `Bearer ${secret}`;
  const isFile = body instanceof Blob;
  if (body) headers['content-type'] = isFile ? body.type || 'application/octet-stream' : 'application/json';
  const sent = isFile ? body : body && jsonOf(body);
  const answer = await fetch(address, { method, headers, body: sent, cache: 'no-store' });
  const parsed = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, parsed);
  return parsed;
}

/**
 * Sends a Blob and reports the sent part, 0 to 1: fetch does not report the progress of a request body. `signal` aborts it. Rejects
 * like `call`.
 */
export function upload(address, { secret, blob, signal, progressed }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('authorization', `Bearer ${secret}`);
    request.setRequestHeader('content-type', blob.type || 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => progressed(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const parsed = parsedOrEmpty(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(parsed);
      else reject(new Refusal(request.status, parsed));
    });
    request.addEventListener('error', () => reject(new TypeError('the server cannot be reached')));
    request.addEventListener('abort', () => reject(new TypeError('cancelled')));
    signal.addEventListener('abort', () => request.abort());
    request.send(blob);
  });
}

function parsedOrEmpty(body) {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

/**
 * Reads server-sent events until `stop` is called. EventSource cannot send an `authorization` header, and the secret must not be in
 * the URL; so fetch reads the stream and sends Last-Event-ID as EventSource would. `prepare` runs before each connection.
 * Calls `heard(event)`, `online(isOnline)` and `refused(refusal)`. Returns `stop`.
 */
export function readEvents({ address, secret, prepare = async () => {} }, { heard, online, refused }) {
  let stopped = false;
  let lastId = '0';
  let connection = new AbortController();

  const read = async () => {
    connection = new AbortController();
    await prepare();
    if (stopped) return;
    const answer = await fetch(address, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${secret}`, 'last-event-id': lastId },
      cache: 'no-store',
      signal: connection.signal,
    });
    if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => ({})));
    online(true);
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let waiting = '';
    for (;;) {
      const silence = setTimeout(() => connection.abort(), SILENCE_MS);
      const { value, done } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      waiting += decoder.decode(value, { stream: true });
      const blocks = waiting.split('\n\n');
      waiting = blocks.pop();
      for (const block of blocks) take(block);
    }
  };

  const take = (block) => {
    const fields = block
      .split('\n')
      .map((line) => line.match(/^(\w+): ?(.*)$/))
      .filter(Boolean);
    const valuesOf = (wanted) => fields.filter(([, name]) => name === wanted).map(([, , value]) => value);
    const data = valuesOf('data').join('\n');
    if (!data || stopped) return;
    lastId = valuesOf('id').at(-1) ?? lastId;
    heard(JSON.parse(data));
  };

  const keepReading = async () => {
    while (!stopped) {
      try {
        await read();
      } catch (failure) {
        if (failure instanceof Refusal && !failure.isTemporary) {
          if (!stopped) refused(failure);
          return;
        }
      }
      if (stopped) return;
      online(false);
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  };
  void keepReading();

  return () => {
    stopped = true;
    connection.abort();
  };
}
