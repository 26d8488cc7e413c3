// Solves the puzzle of a start (docs/contract.md). A classic worker in the syntax of the oldest browsers. SubtleCrypto is not used: it
// returns each hash by a promise, which takes longer than the hash itself.
/* global importScripts, sha256 */
importScripts('/outside/sha256.js');

/** Number of attempts between two reports. */
var REPORTED_ATTEMPTS = 8192;

/** Number of zero bits at the beginning of the bytes. */
function leadingZeros(bytes) {
  for (var index = 0; index < bytes.length; index += 1) {
    if (bytes[index] !== 0) return index * 8 + Math.clz32(bytes[index]) - 24;
  }
  return bytes.length * 8;
}

/** Receives `{ salt, bits }`; posts `{ attempts }` at intervals, and `{ solution }` at the end. */
self.onmessage = function (event) {
  var beginning = event.data.salt + '.';
  var attempt = 0;
  while (leadingZeros(sha256.array(beginning + attempt)) < event.data.bits) {
    attempt += 1;
    if (attempt % REPORTED_ATTEMPTS === 0) self.postMessage({ attempts: attempt });
  }
  self.postMessage({ solution: String(attempt) });
};
