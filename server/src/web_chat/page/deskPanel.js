// The panel of the desk telephones: it acts as the telephone on an agent's desk. Only the demo offers them.

import * as centre from './centre.js';
import { make, minutes } from './elements.js';
import { DeskPhone } from './deskPhone.js';
import { text } from './texts.js';

/** The telephone is kept when the language changes and the panel is drawn again. */
let phone = null;
let draw = () => undefined;

/** Draws the panel into its parent if the centre offers desk telephones. */
export async function openDeskPanel(place) {
  const desks = await centre.deskTelephones();
  if (desks.length === 0) return;
  const panel = make('details', 'side-panel desk');
  panel.open = phone !== null;
  const choice = make('select', '');
  choice.setAttribute('aria-label', text('deskExtension'));
  for (const { extension } of desks) {
    const option = make('option', '', extension);
    option.value = extension;
    choice.append(option);
  }
  if (phone) choice.value = phone.extension;
  const state = make('p', '');
  state.setAttribute('role', 'status');
  const time = make('p', '');
  const button = (key, act) => {
    const element = make('button', '', text(key));
    element.type = 'button';
    element.addEventListener('click', act);
    return element;
  };
  const switchOn = button('deskOn', async () => {
    switchOn.disabled = true;
    try {
      phone = new DeskPhone(await centre.startDeskTelephone(choice.value), () => draw());
    } catch {
      state.textContent = text('deskFailed');
    } finally {
      switchOn.disabled = false;
    }
    draw();
  });
  const switchOff = button('deskOff', () => phone?.switchOff());
  const answer = button('deskAnswer', () => void phone?.answer());
  const hangUp = button('deskHangUp', () => phone?.hangUp());
  draw = () => {
    const now = phone?.state ?? 'off';
    const told = !phone
      ? 'deskStateOff'
      : now === 'off'
        ? `deskOff${capital(phone.cause)}`
        : `deskState${capital(now)}`;
    const words = phone?.online === false ? 'connectionLost' : phone?.isDeaf && now === 'idle' ? 'deskDeaf' : told;
    const shown = text(words, { extension: phone?.extension ?? '', caller: phone?.caller ?? '' });
    if (state.textContent !== shown) state.textContent = shown;
    time.textContent = now === 'talking' ? minutes(performance.now() - phone.since) : '';
    time.hidden = now !== 'talking';
    choice.disabled = now !== 'off';
    switchOn.hidden = now !== 'off';
    switchOff.hidden = now === 'off';
    answer.hidden = now !== 'ringing';
    hangUp.textContent = text(now === 'ringing' ? 'deskDecline' : 'deskHangUp');
    hangUp.hidden = now !== 'ringing' && now !== 'talking';
    if (now === 'ringing') panel.open = true;
  };
  const row = make('div', 'desk-row');
  row.append(choice, switchOn, answer, hangUp, switchOff);
  panel.append(make('summary', '', text('deskTitle')), make('p', '', text('deskIntro')), row, state, time);
  place.querySelector('.desk')?.remove();
  place.insertBefore(panel, place.querySelector('.faults'));
  draw();
}

// Closing the page switches its telephone off.
window.addEventListener('pagehide', () => phone?.switchOff());

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
