// Values that are passed to the page with nearly every event, created by object literals: that is faster than writing
// and parsing JSON.

export const listChange = (version, moved, id, before) => ({
  version,
  ops: [{ op: moved ? 'move' : 'insert', id, before }],
});

export const handListChange = (receiver, version, moved, id, before) =>
  handOver(receiver, listChange(version, moved, id, before));

export const jobSummary = (total, active, hidden, unread, waiting, loaded, loadFailed, unattended) => ({
  total,
  active,
  hidden,
  unread,
  waiting,
  loaded,
  loadFailed,
  unattended,
});

/** A row in which a message or the typing mark changed; the other fields are unchanged. */
export const movedRow = (row, author, authorName, text, time, unread, typing) => ({
  ...row,
  preview: authorName === '' ? { author, text } : { author, authorName, text },
  time,
  unread,
  typing,
});

export const handOver = (receiver, news) => {
  try {
    receiver(news);
  } catch (error) {
    console.error(error);
  }
};

/** An error thrown by a port is a fault of that port: the core continues. */
const guarded = (work) => (host, news) => {
  try {
    work(host, news);
  } catch (error) {
    console.error(error);
  }
};

export const carryOut = guarded((host, effect) => host.effect(effect));

export const onViewsDelivered = guarded((host) => host.onViewsDelivered());

const encoder = new TextEncoder();

/** Chrome 71 and Firefox 60 make a copy first. */
const encodeInto = (text, bytes) => {
  if (encoder.encodeInto) return encoder.encodeInto(text, bytes);
  const encoded = encoder.encode(text);
  if (encoded.length > bytes.length) return { read: 0, written: 0 };
  bytes.set(encoded);
  return { read: text.length, written: encoded.length };
};

export const utf8 = (text, bytes) => {
  const { read, written } = encodeInto(text, bytes);
  return read < text.length ? -3 * text.length : written;
};

/**
 * The JSON text of a value; undefined for one that has none. Half a surrogate pair, which only a text that was cut has, is written as an escape by new engines
 * and unchanged by old ones: it becomes U+FFFD, as everywhere where texts enter the core.
 */
export const jsonOf = (value) => {
  const text = JSON.stringify(value);
  if (text === undefined || !text.includes('\\ud')) return text;
  return text.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (escape, half) => (half === undefined ? escape : '\\ufffd'));
};
