// Reads the quality of a call from getStats(). The counters of a report are totals; a sample is what happened between two reports. Engines name and place
// the same facts differently: `remote-inbound-rtp` is missing in Chromium 71, and Firefox 60 marks remote entries with `isRemote`.

export interface QualitySample {
  /** Null if the browser does not report it. */
  roundTripMs: number | null;
  jitterMs: number | null;
  /** Share of the packets of the customer's audio that were lost since the last sample, 0 to 1. */
  loss: number | null;
  /** Bitrate of the customer's audio, in bits per second. */
  bitrate: number | null;
  /** Total number of received bytes; it does not grow while no packet arrives. */
  receivedBytes: number;
  /** Total energy of the customer's sound: the square of its level, summed over the seconds. Silence that arrives in packets adds nothing. */
  soundEnergy: number;
}

export interface QualityCounters {
  atMs: number;
  receivedBytes: number;
  receivedPackets: number;
  lostPackets: number;
  jitterSeconds: number | null;
  roundTripSeconds: number | null;
  /** Null if the browser does not report it. */
  soundEnergy: number | null;
}

/** One entry of a report; any field may be missing. */
type Entry = Readonly<Record<string, unknown>>;

export function countersOf(entries: Iterable<Entry>, atMs: number): QualityCounters {
  const all = [...entries];
  const isAudio = (entry: Entry): boolean => (entry['kind'] ?? entry['mediaType'] ?? 'audio') === 'audio';
  const isRemote = (entry: Entry): boolean => entry['isRemote'] === true;
  const inbound = all.filter((entry) => entry['type'] === 'inbound-rtp' && isAudio(entry) && !isRemote(entry));
  const remote = all.filter(
    (entry) =>
      isAudio(entry) &&
      (entry['type'] === 'remote-inbound-rtp' || (entry['type'] === 'inbound-rtp' && isRemote(entry))),
  );
  // Several pairs may have succeeded; the pair in use has the latest answer to a check.
  const pairs = all.filter((entry) => entry['type'] === 'candidate-pair' && entry['nominated'] === true);
  // Chromium before 96 has the energy in a report of the received track.
  const tracks = all.filter((entry) => entry['type'] === 'track' && entry['remoteSource'] === true);
  return {
    atMs,
    receivedBytes: sum(inbound, 'bytesReceived'),
    receivedPackets: sum(inbound, 'packetsReceived'),
    lostPackets: sum(inbound, 'packetsLost'),
    jitterSeconds: most(inbound, 'jitter'),
    roundTripSeconds: most(remote, 'roundTripTime') ?? most(pairs, 'currentRoundTripTime'),
    soundEnergy: most(inbound, 'totalAudioEnergy') ?? most(tracks, 'totalAudioEnergy'),
  };
}

/** `measuredEnergy`: the energy that the page measured, for a browser that does not report it. */
export function sampleOf(before: QualityCounters | null, now: QualityCounters, measuredEnergy: number): QualitySample {
  const milliseconds = (seconds: number | null): number | null =>
    seconds === null ? null : Math.round(seconds * 1000);
  const elapsedMs = before === null ? 0 : now.atMs - before.atMs;
  const bytes = Math.max(0, now.receivedBytes - (before?.receivedBytes ?? 0));
  const received = Math.max(0, now.receivedPackets - (before?.receivedPackets ?? 0));
  // A late packet that was counted as lost makes the total smaller.
  const lost = Math.max(0, now.lostPackets - (before?.lostPackets ?? 0));
  return {
    roundTripMs: milliseconds(now.roundTripSeconds),
    jitterMs: milliseconds(now.jitterSeconds),
    loss: received + lost === 0 ? null : Math.round((1000 * lost) / (received + lost)) / 1000,
    bitrate: elapsedMs > 0 ? Math.round((8_000 * bytes) / elapsedMs) : null,
    receivedBytes: now.receivedBytes,
    soundEnergy: now.soundEnergy ?? measuredEnergy,
  };
}

function numbers(entries: ReadonlyArray<Entry>, field: string): ReadonlyArray<number> {
  return entries
    .map((entry) => entry[field])
    .filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[];
}

function sum(entries: ReadonlyArray<Entry>, field: string): number {
  return numbers(entries, field).reduce((total, value) => total + value, 0);
}

function most(entries: ReadonlyArray<Entry>, field: string): number | null {
  const values = numbers(entries, field);
  return values.length === 0 ? null : Math.max(...values);
}
