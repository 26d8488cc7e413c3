// The form that opens a telephone of the messenger.

import { byId, make } from './elements.js';
import { Refusal } from './http.js';
import { addressOf } from './messenger.js';
import { text } from './texts.js';

/** Customers in the demo's address book. */
const CONTACTS = [
  ['Helena Duarte', '5511955550101'],
  ['Rafael Moreira', '5521955550102'],
  ['Beatriz Campos', '5531955550103'],
  ['Otávio Ramos', '5541955550104'],
];

export class MessengerForm {
  #open;
  #lines = [];
  #kind = '';
  #isOpening = false;
  #problem = '';
  #problems = {};
  #numbers = new Map();

  /** `open(line, number, name)` opens the telephone. */
  constructor(open) {
    this.#open = open;
    byId('mg-form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    byId('mg-lines').addEventListener('change', () => this.#markChosen());
  }

  /** The telephone was closed by the server. */
  tell(problem) {
    this.#problem = problem;
  }

  setLines(lines) {
    this.#lines = lines;
    this.#kind = '';
  }

  draw(kind) {
    if (this.#kind !== kind) this.#entered(kind);
    const isWhatsapp = kind === 'whatsapp';
    byId('mg-number-label').textContent = text(isWhatsapp ? 'mgNumber' : 'mgAccount');
    byId('mg-tricks').hidden = !isWhatsapp;
    byId('mg-suggestions').hidden = !isWhatsapp;
    byId('mg-open').textContent = text(this.#isOpening ? 'mgOpening' : 'mgOpen');
    byId('mg-open').setAttribute('aria-disabled', String(this.#isOpening));
    byId('mg-form-problem').hidden = this.#problem === '';
    byId('mg-form-problem').textContent = this.#problem && text(this.#problem);
    for (const name of ['number', 'name']) {
      const key = this.#problems[name];
      byId(`mg-${name}`).setAttribute('aria-invalid', String(Boolean(key)));
      byId(`mg-${name}-problem`).textContent = key ? text(key) : '';
    }
  }

  #entered(kind) {
    // Each messenger keeps the values of its form.
    if (this.#kind) this.#numbers.set(this.#kind, byId('mg-number').value);
    this.#kind = kind;
    this.#problems = {};
    byId('mg-number').type = kind === 'whatsapp' ? 'tel' : 'text';
    byId('mg-number').placeholder = kind === 'whatsapp' ? '' : '@';
    byId('mg-number').value = this.#numbers.get(kind) ?? '';
    this.#drawSuggestions();
    this.#drawLines();
  }

  #drawSuggestions() {
    const list = byId('mg-suggestions');
    list.textContent = '';
    for (const [name, number] of CONTACTS) {
      const button = make('button', 'mg-chip', name);
      button.type = 'button';
      button.title = number;
      button.addEventListener('click', () => {
        byId('mg-number').value = number;
        byId('mg-name').value = name;
        this.#problems = {};
        this.draw(this.#kind);
        byId('mg-open').focus();
      });
      list.append(button);
    }
  }

  #drawLines() {
    const list = byId('mg-lines');
    list.textContent = '';
    const lines = this.#lines.filter((line) => line.kind === this.#kind);
    lines.forEach(({ account, name, phone }, index) => {
      const label = make('label', 'queue');
      const radio = document.createElement('input');
      Object.assign(radio, { type: 'radio', name: 'mg-line', value: account, checked: index === 0 });
      const caption = make('span', '', name);
      if (this.#kind === 'whatsapp') caption.append(' ', make('span', 'optional', `+${phone}`));
      label.append(radio, caption);
      list.append(label);
    });
    this.#markChosen();
  }

  #markChosen() {
    for (const label of byId('mg-lines').querySelectorAll('.queue'))
      label.classList.toggle('chosen', label.querySelector('input').checked);
  }

  #show(problems) {
    this.#problems = problems;
    this.draw(this.#kind);
    const wrong = ['number', 'name'].find((name) => problems[name]);
    if (wrong) byId(`mg-${wrong}`).focus();
  }

  async #submit() {
    if (this.#isOpening) return;
    const written = byId('mg-number').value.trim();
    const number = addressOf(this.#kind, written);
    const name = byId('mg-name').value.trim();
    const account = byId('mg-lines').querySelector('input:checked')?.value;
    const line = this.#lines.find((offered) => offered.account === account);
    const wrongNumber = this.#kind === 'whatsapp' ? 'mgNumberInvalid' : 'mgAccountInvalid';
    const problems = {
      ...(number ? {} : { number: written ? wrongNumber : 'required' }),
      ...(name ? {} : { name: 'required' }),
    };
    this.#problem = '';
    this.#show(problems);
    if (!number || !name || !line) return;
    this.#isOpening = true;
    this.draw(this.#kind);
    try {
      await this.#open(line, number, name);
    } catch (failure) {
      const fields = failure instanceof Refusal ? failure.fields : {};
      const isTaken = failure instanceof Refusal && failure.status === 409;
      if (isTaken) this.#problems = { number: 'mgTaken' };
      else if (fields.number) this.#problems = { number: wrongNumber };
      else if (fields.name) this.#problems = { name: 'invalid' };
      else this.#problem = 'mgOpenFailed';
    } finally {
      this.#isOpening = false;
      this.#show(this.#problems);
    }
  }
}
