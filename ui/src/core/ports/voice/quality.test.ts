// Tests of reading the reports of three generations of browsers.
import { expect, test } from 'vitest';
import { countersOf, sampleOf, type QualityCounters } from './quality';

const inbound = {
  type: 'inbound-rtp',
  kind: 'audio',
  bytesReceived: 10_000,
  packetsReceived: 100,
  packetsLost: 2,
  jitter: 0.012,
  totalAudioEnergy: 0.5,
};

test.each<[string, ReadonlyArray<Record<string, unknown>>, number | null]>([
  [
    'a current Chromium',
    [
      inbound,
      { type: 'remote-inbound-rtp', kind: 'audio', roundTripTime: 0.045 },
      { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.03 },
    ],
    0.045,
  ],
  [
    'Chromium 71, without remote reports',
    [
      { ...inbound, kind: undefined, mediaType: 'audio', totalAudioEnergy: undefined },
      { type: 'track', kind: 'audio', remoteSource: false, totalAudioEnergy: 7 },
      { type: 'track', kind: 'audio', remoteSource: true, totalAudioEnergy: 0.5 },
      { type: 'candidate-pair', nominated: false, currentRoundTripTime: 0.9 },
      { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.03 },
    ],
    0.03,
  ],
  [
    'Firefox, whose remote reports have the same type',
    [inbound, { ...inbound, isRemote: true, bytesReceived: 77, roundTripTime: 0.045 }],
    0.045,
  ],
  ['a call without an answer', [inbound, { ...inbound, kind: 'video', bytesReceived: 77 }], null],
])('the counters of %s become its sample', (_, entries, roundTripSeconds) => {
  expect(countersOf(entries, 5)).toEqual({
    atMs: 5,
    receivedBytes: 10_000,
    receivedPackets: 100,
    lostPackets: 2,
    jitterSeconds: 0.012,
    roundTripSeconds,
    soundEnergy: 0.5,
  });
});

const counters = (more: Partial<QualityCounters>): QualityCounters => ({
  atMs: 1_000,
  receivedBytes: 8_000,
  receivedPackets: 50,
  lostPackets: 0,
  jitterSeconds: null,
  roundTripSeconds: null,
  soundEnergy: null,
  ...more,
});

test('a sample contains the values since the previous sample', () => {
  const now = counters({
    atMs: 2_000,
    receivedBytes: 16_000,
    receivedPackets: 97,
    lostPackets: 3,
    jitterSeconds: 0.0124,
    roundTripSeconds: 0.2,
  });
  expect(sampleOf(counters({}), now, 0.25)).toEqual({
    roundTripMs: 200,
    jitterMs: 12,
    loss: 0.06,
    bitrate: 64_000,
    receivedBytes: 16_000,
    soundEnergy: 0.25,
  });
});

test('the energy that the browser reports is used rather than the level that the page measured', () => {
  expect(sampleOf(null, counters({ soundEnergy: 0.5 }), 0.25).soundEnergy).toBe(0.5);
});

test('the first sample has no bitrate, silence has no loss, and a late packet does not make the loss negative', () => {
  expect(sampleOf(null, counters({}), 0).bitrate).toBeNull();
  expect(sampleOf(counters({}), counters({ atMs: 2_000 }), 0)).toMatchObject({ loss: null, bitrate: 0 });
  const late = counters({ atMs: 2_000, receivedPackets: 51 });
  expect(sampleOf(counters({ lostPackets: 4 }), late, 0).loss).toBe(0);
});
