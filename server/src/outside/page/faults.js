// The faults panel: what the server breaks on purpose (`--faults`). The page loads this only where the server has opened its doors.

import { text } from './texts.js';

async function control(method, what, body) {
  const answer = await fetch(`/control${what}`, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
    cache: 'no-store',
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

const HOUR_MS = 3_600_000;

function make(tag, attributes = {}, content = '') {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = content;
  return element;
}

export function openPanel(place) {
  const panel = make('details', { class: 'faults' });
  const state = make('p', { role: 'status' });
  let known = { agents: [], rest: [] };

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
      agents.replaceChildren(...broken.agents.map(({ agentId, agentName }) => make('option', { value: agentId }, agentName)));
    }
  };
  const run = async (method, what, body) => {
    try {
      show(await control(method, what, body));
    } catch {
      state.textContent = text('faultsFailed');
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

  const agents = select('faultsAgent', []);
  const path = make('input', { 'aria-label': text('faultsPath'), value: '/chat/messages', spellcheck: 'false' });
  const kind = select('faultsKind', [
    ['slow', text('faultsSlow')],
    ['500', text('faultsStatus', { status: 500 })],
    ['503', text('faultsStatus', { status: 503 })],
    ['lost', text('faultsLost')],
  ]);
  const clock = select('faultsClock', [-24, -1, 0, 1, 13].map((hours) => [hours * HOUR_MS, `${hours > 0 ? '+' : ''}${hours} h`]));
  clock.value = '0';
  clock.addEventListener('change', () => run('POST', '/clock', { offsetMs: Number(clock.value) }));

  const fault = () => {
    if (kind.value === 'slow') return { path: path.value, delayMs: 5000 };
    if (kind.value === 'lost') return { path: path.value, status: 502, done: true };
    return { path: path.value, status: Number(kind.value) };
  };
  const sockets = (action) => () => run('POST', '/sockets', { action });
  const agent = (what) => () => run('POST', what, { agentId: agents.value });

  panel.append(
    make('summary', {}, text('faults')),
    row('faultsSockets', button('faultsDrop', sockets('drop')), button('faultsFreeze', sockets('freeze')), button('faultsThaw', sockets('thaw'))),
    row('faultsBroker', button('faultsRestart', () => run('POST', '/restart-broker', {})), button('faultsAway', () => run('POST', '/restart-broker', { awayMs: 10_000 }))),
    row('faultsCalls', path, kind, button('faultsApply', () => run('POST', '/rest', fault())), button('faultsClear', () => run('DELETE', '/rest'))),
    row('faultsSession', agents, button('faultsExpire', agent('/expire-tokens')), button('faultsForce', agent('/force-disconnect'))),
    row('faultsClock', clock),
    state,
  );
  panel.addEventListener('toggle', () => panel.open && run('GET', ''));
  place.querySelector('.faults')?.remove();
  place.append(panel);
  if (known.agents.length === 0) void run('GET', '');
}
