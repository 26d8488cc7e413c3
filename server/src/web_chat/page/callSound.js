// The sound of one call: microphone, peer connection and levels. No signalling and no interface.

const LEVELS_EVERY_MS = 200;
const TONE_MS = 160;
const TONE_GAP_MS = 50;

export class CallSound {
  levels = { microphone: 0, speaker: 0 };
  #changed;
  #connection = null;
  #microphone = null;
  #audio = new Audio();
  #context = null;
  #meters = {};
  #candidates = [];
  #described = false;
  #timer = 0;
  #closed = false;

  /** `changed` is called after every measurement of the levels. */
  constructor(changed) {
    this.#changed = changed;
    this.#audio.autoplay = true;
  }

  /** Opens the microphone; throws if the browser has none. Resolves to false if the call ended meanwhile. */
  async open() {
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
    if (this.#closed) {
      microphone.getTracks().forEach((track) => track.stop());
      return false;
    }
    this.#microphone = microphone;
    this.#listen('microphone', microphone);
    this.#timer = setInterval(() => this.#measure(), LEVELS_EVERY_MS);
    return true;
  }

  /** Begins the connection; `candidate` is called for each of our ICE candidates. */
  connect(iceServers, candidate) {
    const connection = new RTCPeerConnection({ iceServers: iceServers ?? [] });
    this.#connection = connection;
    for (const track of this.#microphone.getTracks()) connection.addTrack(track, this.#microphone);
    connection.onicecandidate = (event) => candidate(event.candidate);
    connection.ontrack = ({ track }) => {
      const stream = new MediaStream([track]);
      this.#audio.srcObject = stream;
      this.#listen('speaker', stream);
    };
  }

  async offer() {
    await this.#connection.setLocalDescription(await this.#connection.createOffer());
    return { type: 'offer', sdp: this.#connection.localDescription.sdp };
  }

  /** Accepts an offer, also a later one; returns the answer. */
  async answer(offer) {
    await this.#connection.setRemoteDescription(offer);
    this.#described = true;
    await this.#connection.setLocalDescription(await this.#connection.createAnswer());
    await this.#addCandidates();
    return { type: 'answer', sdp: this.#connection.localDescription.sdp };
  }

  /** Accepts the answer to our offer; a repeated answer changes nothing. */
  async answered(answer) {
    if (this.#described) return;
    this.#described = true;
    await this.#connection.setRemoteDescription(answer);
    await this.#addCandidates();
  }

  /** Adds a candidate of the other side, also before its description. */
  async candidate(candidate) {
    if (!candidate?.candidate) return;
    this.#candidates.push(candidate);
    if (this.#described) await this.#addCandidates();
  }

  mute(muted) {
    for (const track of this.#microphone?.getTracks() ?? []) track.enabled = !muted;
  }

  /** Sends a tone. Returns whether the browser supports it. */
  tone(key) {
    const sender = this.#connection?.getSenders().find(({ track }) => track?.kind === 'audio')?.dtmf;
    if (!sender?.canInsertDTMF) return false;
    sender.insertDTMF(sender.toneBuffer + key, TONE_MS, TONE_GAP_MS);
    return true;
  }

  close() {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#microphone?.getTracks().forEach((track) => track.stop());
    this.#connection?.close();
    this.#audio.srcObject = null;
    void this.#context?.close();
    this.#context = null;
    this.levels = { microphone: 0, speaker: 0 };
  }

  async #addCandidates() {
    for (const candidate of this.#candidates.splice(0)) await this.#connection.addIceCandidate(candidate);
  }

  #listen(name, stream) {
    this.#context ??= new AudioContext();
    const analyser = this.#context.createAnalyser();
    // Length of the analysed sound: 170 ms at 48 kHz, nearly all of the time between two measurements.
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
}
