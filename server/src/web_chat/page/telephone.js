// The interface of the customer's telephone: the form before a call, and the call itself.

import * as centre from './centre.js';
import { byId, minutes } from './elements.js';
import { PhoneCall } from './phoneCall.js';
import { text } from './texts.js';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const RELOAD_MS = 3000;

export class Telephone {
  /** Whether the customer chose to call. */
  isOpen = false;
  #changed;
  #puzzle;
  #lines = [];
  #call = null;
  #dialling = false;
  #problem = '';
  #keyed = '';
  #drawnStep = '';

  /** The operator's site links to this page with a signed number: #phone=…&phoneExpires=…&phoneSignature=… */
  #link = new URLSearchParams(location.hash.slice(1));

  /** `puzzle`: the page's `StartPuzzle`. */
  constructor(changed, puzzle) {
    this.#changed = changed;
    this.#puzzle = puzzle;
    byId('phone-number').value = this.#link.get('phone') ?? '';
    byId('phone').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#dial();
    });
    byId('phone').addEventListener('input', () => puzzle.prepare());
    byId('lines').addEventListener('change', () => this.#markChosen());
    byId('mute').addEventListener('click', () => this.#call?.mute(!this.#call.muted));
    byId('hang-up').addEventListener('click', () => this.#call?.hangUp());
    byId('call-again').addEventListener('click', () => {
      this.#call = null;
      changed();
    });
    for (const key of KEYS) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = key;
      button.addEventListener('click', () => this.#press(key));
      byId('keys').append(button);
    }
    byId('call').addEventListener('keydown', (event) => {
      if (KEYS.includes(event.key)) this.#press(event.key);
    });
    // Hangs up when the page is left: the agent should not wait for a customer who is gone.
    window.addEventListener('pagehide', () => this.#call?.leave());
  }

  /** The shown step: `phone` (the form) or `call` (the call, also after its end). */
  get step() {
    return this.#call === null ? 'phone' : 'call';
  }

  /** Whether there is a queue to call. */
  get isOffered() {
    return this.#lines.length > 0;
  }

  async load() {
    try {
      this.#lines = await centre.lines();
    } catch (failure) {
      if (!(failure instanceof centre.Refusal)) setTimeout(() => void this.load(), RELOAD_MS);
    }
    this.drawLines();
    this.#changed();
  }

  drawLines() {
    const list = byId('lines');
    list.textContent = '';
    this.#lines.forEach(({ id, name }, index) => {
      const label = document.createElement('label');
      label.className = 'queue';
      const radio = document.createElement('input');
      Object.assign(radio, { type: 'radio', name: 'line', value: id, checked: index === 0 });
      const caption = document.createElement('span');
      caption.textContent = name;
      label.append(radio, caption);
      list.append(label);
    });
    this.#markChosen();
  }

  /** `step`: the view that the card shows. */
  draw(step) {
    byId('phone').hidden = step !== 'phone';
    byId('call').hidden = step !== 'call';
    if (step === 'phone') this.#drawForm();
    if (step === 'call') this.#drawCall(this.#call);
    if (this.#drawnStep !== step && step === 'call') byId('hang-up').focus();
    if (this.#drawnStep === 'call' && step === 'phone') byId('dial').focus();
    this.#drawnStep = step;
  }

  #drawForm() {
    this.#drawHead(text('phoneTitle'), text('phoneState'));
    byId('dial').textContent = text(this.#dialling ? 'dialling' : 'dial');
    byId('dial').setAttribute('aria-disabled', String(this.#dialling));
    this.#puzzle.draw('phone');
    byId('phone-problem').hidden = this.#problem === '';
    byId('phone-problem').textContent = this.#problem && text(this.#problem);
  }

  #drawCall(call) {
    const isOver = call.state === 'ended';
    const state = isOver ? `callEnded${capital(call.cause)}` : `call${capital(call.state)}`;
    this.#drawHead(this.#lineName(), call.online ? text(isOver ? 'callOver' : state) : text('connectionLost'));
    if (byId('call-state').textContent !== text(state)) byId('call-state').textContent = text(state);
    byId('card').dataset.call = call.state;
    if (call.state === 'talking') byId('call-time').textContent = minutes(performance.now() - call.since);
    byId('level-microphone').value = call.muted || isOver ? 0 : call.levels.microphone;
    byId('level-speaker').value = isOver ? 0 : call.levels.speaker;
    byId('keyed').textContent = this.#keyed;
    byId('mute').setAttribute('aria-pressed', String(call.muted));
    byId('mute-icon').setAttribute('href', call.muted ? '#i-mic-off' : '#i-mic');
    for (const key of byId('keys').children) key.setAttribute('aria-disabled', String(call.state !== 'talking'));
    const hadFocus = document.activeElement === byId('hang-up');
    byId('mute').hidden = isOver;
    byId('hang-up').hidden = isOver;
    byId('call-again').hidden = !isOver;
    if (isOver && hadFocus) byId('call-again').focus();
  }

  #drawHead(title, state) {
    byId('who').textContent = title;
    byId('initials').textContent = '';
    byId('avatar').classList.add('nobody');
    byId('avatar-icon').classList.remove('gone');
    byId('state').textContent = state;
  }

  #lineName() {
    return byId('lines').querySelector('.chosen span')?.textContent ?? text('phoneTitle');
  }

  #markChosen() {
    for (const label of byId('lines').querySelectorAll('.queue'))
      label.classList.toggle('chosen', label.querySelector('input').checked);
  }

  #press(key) {
    if (this.#call?.tone(key) !== true) return;
    this.#keyed = (this.#keyed + key).slice(-24);
    this.#changed();
  }

  async #dial() {
    if (this.#dialling) return;
    const name = byId('phone-name').value.trim();
    const queue = byId('lines').querySelector('input:checked')?.value;
    this.#showProblems(name ? {} : { name: 'required' });
    if (!name || !queue) return;
    this.#dialling = true;
    this.#problem = '';
    this.#changed();
    try {
      const phone = byId('phone-number').value.trim();
      const signed = await this.#signedFields(phone);
      const account = await this.#puzzle.send((proof) => centre.startCall(name, phone, signed, queue, proof));
      this.#keyed = '';
      byId('call-time').textContent = '';
      this.#call = new PhoneCall(account, this.#changed);
    } catch (failure) {
      const fields = failure instanceof centre.Refusal ? failure.fields : {};
      this.#problem = fields.name || fields.phone ? '' : 'callFailed';
      this.#showProblems(fields);
    } finally {
      this.#dialling = false;
      this.#changed();
    }
  }

  /**
   * The confirmation of the number by the operator's site: in its link to this page, or by the demo in the role of the site.
   */
  async #signedFields(phone) {
    if (!phone) return {};
    if (this.#link.has('phoneSignature') && phone === this.#link.get('phone')) {
      return { phoneExpires: Number(this.#link.get('phoneExpires')), phoneSignature: this.#link.get('phoneSignature') };
    }
    try {
      const { phoneExpires, phoneSignature } = await centre.signNumber(phone);
      return { phoneExpires, phoneSignature };
    } catch (failure) {
      if (failure instanceof centre.Refusal) return {};
      throw failure;
    }
  }

  #showProblems(problems) {
    for (const [field, id] of [
      ['name', 'phone-name'],
      ['phone', 'phone-number'],
    ]) {
      const key = problems[field];
      byId(id).setAttribute('aria-invalid', String(Boolean(key)));
      byId(`${id}-problem`).textContent = key ? text(['required', 'tooLong'].includes(key) ? key : 'invalid') : '';
    }
    if (problems.name) byId('phone-name').focus();
    else if (problems.phone) byId('phone-number').focus();
  }
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
