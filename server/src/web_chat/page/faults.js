// The panel for fault injection; the page loads it only if the server runs with `--faults`.

import { text } from './texts.js';

/** The server refused the request. */
class Refusal extends Error {}

async function control(method, what, body) {
  const answer = await fetch(`/control${what}`, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
    cache: 'no-store',
  });
  const told = await answer.json();
  if (!answer.ok) throw new Refusal(told.message);
  return told;
}

const HOUR_MS = 3_600_000;

function make(tag, attributes = {}, content = '') {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = content;
  return element;
}

/** The server's last reply: the initial state when the panel is redrawn in another language. */
let known;

export function openPanel(place) {
  const panel = make('details', { class: 'side-panel faults' });
  const state = make('p', { role: 'status' });

  const show = (broken) => {
    known = broken;
    state.textContent = text('faultsState', {
      links: broken.links,
      frozen: text(broken.frozen ? 'yes' : 'no'),
      broker: text(broken.brokerAway ? 'yes' : 'no'),
      rest: broken.rest.length,
      clock: broken.clockOffsetMs / HOUR_MS,
    });
    if (agents.options.length !== broken.agents.length) {
      agents.replaceChildren(
        ...broken.agents.map(({ agentId, agentName }) => make('option', { value: agentId }, agentName)),
      );
    }
  };
  const run = async (method, what, body, done = show) => {
    try {
      done(await control(method, what, body));
    } catch (failure) {
      state.textContent =
        failure instanceof Refusal ? text('faultsRefused', { reason: failure.message }) : text('faultsFailed');
    }
  };

  const button = (key, act) => {
    const element = make('button', { type: 'button' }, text(key));
    element.addEventListener('click', act);
    return element;
  };
  const row = (key, ...parts) => {
    const group = make('fieldset');
    group.append(make('legend', {}, text(key)), ...parts);
    return group;
  };
  const select = (key, choices) => {
    const element = make('select', { 'aria-label': text(key) });
    element.append(...choices.map(([value, label]) => make('option', { value }, label)));
    return element;
  };

  const field = (key, attributes) =>
    make('input', { 'aria-label': text(key), spellcheck: 'false', autocomplete: 'off', ...attributes });

  const agents = select('faultsAgent', []);
  agents.dataset.agents = '';
  const path = field('faultsPath', { value: '/chat/messages' });
  const times = field('faultsTimes', { type: 'number', min: '1', placeholder: text('faultsAlways') });
  const kind = select('faultsKind', [
    ['slow', text('faultsSlow')],
    ['500', text('faultsStatus', { status: 500 })],
    ['503', text('faultsStatus', { status: 503 })],
    ['lost', text('faultsLost')],
  ]);
  const clock = select(
    'faultsClock',
    [-24, -1, 0, 1, 13].map((hours) => [hours * HOUR_MS, `${hours > 0 ? '+' : ''}${hours} h`]),
  );
  clock.value = '0';
  clock.addEventListener('change', () => run('POST', '/clock', { offsetMs: Number(clock.value) }));

  const fault = () => {
    const where = { path: path.value, ...(times.value !== '' && { times: Number(times.value) }) };
    if (kind.value === 'slow') return { ...where, delayMs: 5000 };
    if (kind.value === 'lost') return { ...where, status: 502, done: true };
    return { ...where, status: Number(kind.value) };
  };
  const sockets = (action) => () => run('POST', '/sockets', { action });
  const agent = (what) => () => run('POST', what, { agentId: agents.value });

  const link = make('a', { target: '_blank', rel: 'noopener' });
  const copy = button('faultsCopy', async () => {
    try {
      await navigator.clipboard.writeText(link.href);
      state.textContent = text('faultsCopied');
    } catch {
      // Without clipboard access the address can be copied manually.
      getSelection().selectAllChildren(link);
    }
  });
  const given = make('p', { class: 'faults-link', hidden: '' });
  given.append(link, copy);
  const giveLink = ({ path: address }) => {
    link.href = address;
    link.textContent = link.href;
    given.hidden = false;
    state.textContent = text('faultsLinkMade', { name: agents.selectedOptions[0].textContent });
  };

  const address = field('faultsUrl', { type: 'url', value: 'https://example.com/', class: 'long' });
  const name = field('faultsEventName', { placeholder: text('faultsEventName'), class: 'long' });
  const body = field('faultsEventFields', { value: '{}', class: 'long' });
  const send = (event, fields) => run('POST', '/event', { agentId: agents.value, event, fields });
  const sendWritten = () => {
    let fields;
    try {
      fields = JSON.parse(body.value);
    } catch (fault) {
      state.textContent = text('faultsRefused', { reason: fault.message });
      body.focus();
      return;
    }
    void send(name.value.trim(), fields);
  };

  panel.append(
    make('summary', {}, text('faults')),
    row(
      'faultsSockets',
      button('faultsDrop', sockets('drop')),
      button('faultsFreeze', sockets('freeze')),
      button('faultsThaw', sockets('thaw')),
    ),
    row(
      'faultsBroker',
      button('faultsRestart', () => run('POST', '/restart-broker', {})),
      button('faultsAway', () => run('POST', '/restart-broker', { awayMs: 10_000 })),
    ),
    row(
      'faultsCalls',
      path,
      kind,
      times,
      button('faultsApply', () => run('POST', '/rest', fault())),
      button('faultsClear', () => run('DELETE', '/rest')),
    ),
    row('faultsAgent', agents),
    row(
      'faultsSession',
      button('faultsExpire', agent('/expire-tokens')),
      button('faultsForce', agent('/force-disconnect')),
      button('faultsReset', () => run('POST', '/reset-password', { agentId: agents.value }, giveLink)),
      given,
    ),
    row(
      'faultsOpenUrl',
      address,
      button('faultsOpen', () => send('OpenUrlEvent', { url: address.value })),
    ),
    row('faultsEvent', name, body, button('faultsSend', sendWritten)),
    row('faultsClock', clock),
    state,
  );
  panel.addEventListener('toggle', () => panel.open && run('GET', ''));
  const before = place.querySelector('.faults');
  if (known) {
    show(known);
    agents.value = before?.querySelector('[data-agents]')?.value ?? agents.value;
  } else void run('GET', '');
  panel.open = before?.open ?? false;
  before?.remove();
  place.append(panel);
}
