// One call of the customer's telephone: Janus protocol over a WebSocket, microphone, peer connection and levels. No interface.

/** The session of the gateway ends after 60 s without a request. */
const KEEP_ALIVE_MS = 25_000;
/** A call survives a lost WebSocket for 20 s. */
const CLAIM_EVERY_MS = 1_000;
const CLAIM_ATTEMPTS = 18;
const LEVELS_EVERY_MS = 200;
/** The call ends here if the gateway does not confirm the hang-up. */
const HANG_UP_LIMIT_MS = 2_000;
const TONE_MS = 160;
const TONE_GAP_MS = 50;

/** SIP codes of a call that was not answered. */
const causes = { 403: 'refused', 404: 'unknownNumber', 408: 'notAnswered', 486: 'busy', 603: 'refused' };

export class PhoneCall {
  /** `calling`, `ringing`, `talking` or `ended`. */
  state = 'calling';
  /** Why the call ended: `hungUp` (here), `over`, `microphone`, `failed`, or a value of `causes`. */
  cause = '';
  online = true;
  muted = false;
  /** When the call was answered, by `performance.now()`. */
  since = 0;
  levels = { microphone: 0, speaker: 0 };
  #account;
  #changed;
  #socket = null;
  #session = 0;
  #handle = 0;
  #transactions = new Map();
  #next = 0;
  #connection = null;
  #microphone = null;
  #audio = new Audio();
  #context = null;
  #meters = {};
  #candidates = [];
  #described = false;
  #timers = [];

  /** `account`: the answer to `POST /calls`. `changed` is called after every change. */
  constructor(account, changed) {
    this.#account = account;
    this.#changed = changed;
    this.#audio.autoplay = true;
    this.#dial().catch(() => this.#finish('failed'));
  }

  mute(muted) {
    this.muted = muted;
    for (const track of this.#microphone?.getTracks() ?? []) track.enabled = !muted;
    this.#changed();
  }

  /** Sends a tone. Returns whether the browser can. */
  tone(key) {
    const sender = this.#connection?.getSenders().find(({ track }) => track?.kind === 'audio')?.dtmf;
    if (this.state !== 'talking' || !sender?.canInsertDTMF) return false;
    sender.insertDTMF(sender.toneBuffer + key, TONE_MS, TONE_GAP_MS);
    return true;
  }

  hangUp() {
    if (this.state === 'ended') return;
    if (this.#handle === 0 || !this.online) return this.#finish('hungUp');
    this.#send({ janus: 'message', body: { request: 'hangup' } });
    this.#later(HANG_UP_LIMIT_MS, () => this.#finish('hungUp'));
  }

  /** The page is closed. */
  leave() {
    this.#finish('hungUp');
  }

  // ---- the way to the call

  async #dial() {
    let microphone;
    try {
      microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      return this.#finish('microphone');
    }
    // The customer may have hung up meanwhile.
    if (this.state === 'ended') return microphone.getTracks().forEach((track) => track.stop());
    this.#microphone = microphone;
    this.#listen('microphone', microphone);
    this.#every(LEVELS_EVERY_MS, () => this.#measure());
    await this.#open();
    this.#session = (await this.#request({ janus: 'create' })).data.id;
    this.#handle = (await this.#request({ janus: 'attach', plugin: 'janus.plugin.sip' })).data.id;
    this.#every(KEEP_ALIVE_MS, () => this.#send({ janus: 'keepalive' }));
    const { extension, secret } = this.#account;
    const username = `sip:${extension}@${location.hostname}`;
    this.#send({ janus: 'message', body: { request: 'register', username, secret } });
  }

  async #call() {
    const connection = new RTCPeerConnection({ iceServers: this.#account.iceServers ?? [] });
    this.#connection = connection;
    for (const track of this.#microphone.getTracks()) connection.addTrack(track, this.#microphone);
    connection.onicecandidate = ({ candidate }) =>
      this.#send({ janus: 'trickle', candidate: candidate?.toJSON() ?? { completed: true } });
    connection.ontrack = ({ track }) => {
      const stream = new MediaStream([track]);
      this.#audio.srcObject = stream;
      this.#listen('speaker', stream);
    };
    await connection.setLocalDescription(await connection.createOffer());
    const uri = `sip:${this.#account.number}@${location.hostname}`;
    const jsep = { type: 'offer', sdp: connection.localDescription.sdp };
    this.#send({ janus: 'message', body: { request: 'call', uri }, jsep });
  }

  async #describe(jsep) {
    if (jsep.type === 'offer') return this.#renegotiate(jsep);
    if (this.#described) return undefined;
    this.#described = true;
    await this.#connection.setRemoteDescription(jsep);
    return this.#addCandidates();
  }

  async #renegotiate(jsep) {
    await this.#connection.setRemoteDescription(jsep);
    await this.#connection.setLocalDescription(await this.#connection.createAnswer());
    const answer = { type: 'answer', sdp: this.#connection.localDescription.sdp };
    this.#send({ janus: 'message', body: { request: 'update' }, jsep: answer });
  }

  async #addCandidates() {
    for (const candidate of this.#candidates.splice(0)) await this.#connection.addIceCandidate(candidate);
  }

  // ---- frames

  #open() {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(new URL(this.#account.url, location.href.replace(/^http/, 'ws')), 'janus-protocol');
      this.#socket = socket;
      socket.onopen = () => resolve();
      socket.onmessage = ({ data }) => this.#read(JSON.parse(data));
      socket.onclose = () => {
        const lost = new Error('the voice gateway cannot be reached');
        reject(lost);
        for (const request of this.#transactions.values()) request.reject(lost);
        this.#transactions.clear();
        if (this.#socket === socket && this.#handle !== 0) void this.#claim();
      };
    });
  }

  /** Opens another WebSocket for the session, whose call goes on meanwhile. */
  async #claim() {
    if (this.state === 'ended' || !this.online) return;
    this.online = false;
    this.#changed();
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
      await new Promise((resolve) => this.#later(CLAIM_EVERY_MS, resolve));
      if (this.state === 'ended') return;
      try {
        await this.#open();
        await this.#request({ janus: 'claim' });
        this.online = true;
        return this.#changed();
      } catch (failure) {
        if (failure instanceof Refused) break;
      }
    }
    this.#finish('failed');
  }

  #send(frame) {
    const transaction = `customer${(this.#next += 1)}`;
    const { token, apisecret } = this.#account;
    const full = {
      ...frame,
      transaction,
      ...(token && { token }),
      ...(apisecret && { apisecret }),
      ...(this.#session !== 0 && { session_id: this.#session }),
      ...(this.#handle !== 0 && frame.janus !== 'keepalive' && frame.janus !== 'claim' && { handle_id: this.#handle }),
    };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(full));
    return transaction;
  }

  #request(frame) {
    return new Promise((resolve, reject) => this.#transactions.set(this.#send(frame), { resolve, reject }));
  }

  #read(frame) {
    const asked = this.#transactions.get(frame.transaction);
    if (asked && frame.janus === 'success') asked.resolve(frame);
    if (asked && frame.janus === 'error') asked.reject(new Refused());
    this.#transactions.delete(frame.transaction);
    if (frame.janus === 'timeout') return this.#finish('failed');
    if (frame.janus === 'trickle') return this.#candidate(frame.candidate);
    const result = frame.plugindata?.data?.result ?? {};
    if (frame.plugindata?.data?.error_code) return this.#finish('failed');
    const failed = () => this.#finish('failed');
    if (frame.jsep) this.#describe(frame.jsep).catch(failed);
    switch (result.event) {
      case 'registered':
        return this.#call().catch(failed);
      case 'registration_failed':
        return failed();
      case 'ringing':
        this.state = 'ringing';
        return this.#changed();
      case 'accepted':
        this.state = 'talking';
        this.since = performance.now();
        return this.#changed();
      case 'hangup':
        return this.#finish(causes[result.code] ?? 'over');
      default:
        return undefined;
    }
  }

  #candidate(candidate) {
    if (!candidate?.candidate) return;
    this.#candidates.push(candidate);
    if (this.#described) this.#addCandidates().catch(() => this.#finish('failed'));
  }

  // ---- levels and end

  #listen(name, stream) {
    this.#context ??= new AudioContext();
    const analyser = this.#context.createAnalyser();
    // 170 ms at 48 kHz: nearly all of the time between two measurements.
    analyser.fftSize = 8192;
    this.#context.createMediaStreamSource(stream).connect(analyser);
    this.#meters[name] = { analyser, wave: new Float32Array(analyser.fftSize) };
  }

  #measure() {
    for (const [name, { analyser, wave }] of Object.entries(this.#meters)) {
      analyser.getFloatTimeDomainData(wave);
      this.levels[name] = Math.sqrt(wave.reduce((sum, sample) => sum + sample * sample, 0) / wave.length);
    }
    this.#changed();
  }

  #every(ms, work) {
    const timer = setInterval(work, ms);
    this.#timers.push(() => clearInterval(timer));
  }

  #later(ms, work) {
    const timer = setTimeout(work, ms);
    this.#timers.push(() => clearTimeout(timer));
  }

  /** Releases microphone, connection, session and timers. */
  #finish(cause) {
    if (this.state === 'ended') return;
    if (this.#session !== 0) this.#send({ janus: 'destroy' });
    this.state = 'ended';
    this.cause = cause;
    this.#timers.forEach((stop) => stop());
    this.#microphone?.getTracks().forEach((track) => track.stop());
    this.#connection?.close();
    this.#audio.srcObject = null;
    void this.#context?.close();
    this.#socket?.close();
    this.#changed();
  }
}

class Refused extends Error {}
