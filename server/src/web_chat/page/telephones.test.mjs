// Tests of the calls of both telephones of the page, with a gateway that answers when the test lets it.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { DeskPhone } from './deskPhone.js';
import { HANG_UP_LIMIT_MS } from './janusSession.js';
import { PhoneCall } from './phoneCall.js';

/** The frames that the page sent, and a function by which the gateway sends one. */
class Gateway {
  static last;
  static OPEN = 1;
  readyState = Gateway.OPEN;
  sent = [];

  constructor() {
    Gateway.last = this;
    queueMicrotask(() => this.onopen());
  }

  send(text) {
    const frame = JSON.parse(text);
    this.sent.push(frame);
    if (!['create', 'attach'].includes(frame.janus)) return;
    const reply = { janus: 'success', transaction: frame.transaction, data: { id: 1 } };
    queueMicrotask(() => this.says(reply));
  }

  says(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  event(event, more = {}) {
    this.says({ janus: 'event', plugindata: { data: { result: { event, ...more } } } });
  }

  get requests() {
    return this.sent.map(({ body }) => body?.request).filter((request) => request !== undefined);
  }

  close() {
    this.readyState = 3;
  }
}

/** Waits until every promise that is already settled has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const account = { url: '/voice/ws', extension: '1001', secret: 's', number: '4000' };
const nothing = () => undefined;

/** How each telephone gets into a call, and its state without one. */
const telephones = [
  {
    name: 'a desk telephone',
    without: 'idle',
    start: () => new DeskPhone(account, nothing),
    talk: (gateway) => gateway.event('incomingcall', { username: 'sip:5511@centre' }),
  },
  { name: "the customer's telephone", without: 'ended', start: () => new PhoneCall(account, nothing), talk: nothing },
];

beforeEach(() => {
  const microphone = { getTracks: () => [], getAudioTracks: () => [] };
  globalThis.WebSocket = Gateway;
  globalThis.location = new URL('http://localhost/outside');
  globalThis.Audio = class {};
  globalThis.AudioContext = class {
    createMediaStreamSource = () => ({ connect: nothing });
    createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: nothing });
    close = nothing;
    resume = nothing;
  };
  globalThis.RTCPeerConnection = class {
    addTrack = nothing;
    close = nothing;
    createOffer = async () => ({ type: 'offer', sdp: '' });
    setLocalDescription = async () => undefined;
    localDescription = { type: 'offer', sdp: '' };
  };
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { mediaDevices: { getUserMedia: async () => microphone } },
  });
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
});
afterEach(() => mock.timers.reset());

for (const { name, without, start, talk } of telephones) {
  describe(name, () => {
    const talking = async () => {
      const telephone = start();
      await settled();
      Gateway.last.event('registered');
      await settled();
      talk(Gateway.last);
      Gateway.last.event('accepted');
      assert.equal(telephone.state, 'talking');
      return telephone;
    };

    test('ends a call after the limit if the gateway does not confirm the hang-up, and not before', async () => {
      const telephone = await talking();
      telephone.hangUp();
      assert.equal(Gateway.last.requests.at(-1), 'hangup');
      mock.timers.tick(HANG_UP_LIMIT_MS - 1);
      assert.equal(telephone.state, 'talking');
      mock.timers.tick(1);
      assert.equal(telephone.state, without);
    });

    test('ends a call at once when the gateway confirms the hang-up', async () => {
      const telephone = await talking();
      telephone.hangUp();
      Gateway.last.event('hangup');
      assert.equal(telephone.state, without);
    });
  });
}
