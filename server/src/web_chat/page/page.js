// The interface of the customer's page: renders the conversation and handles input. Texts of users are set as text,
// never as HTML.

import * as centre from './centre.js';
import { ChatFiles } from './chatFiles.js';
import { Conversation, quoteOf } from './conversation.js';
import { byId, clock, fit, icon, iconButton, initials, isComposing, make } from './elements.js';
import { chatExcerpt, chatFileElement, chatQuoteElement } from './messengerBubble.js';
import { messageText } from './messageText.js';
import { MessengerView } from './messengerView.js';
import { drawDesk, drawFaults, placeSidePanels } from './sidePanels.js';
import { StartPuzzle } from './startPuzzle.js';
import { Telephone } from './telephone.js';
import { text } from './texts.js';

const card = byId('card');
const log = byId('log');
const field = byId('text');
const shown = new Map();
let problem = '';
let offeredQueues = null;
let beginning = false;
let confirming = false;
/** The message that the next sent message answers. */
let quoted = null;
let drawnStep = '';

/** The operator's site links to this page with a signed identifier: #identifier=…&expires=…&signature=… */
const link = new URLSearchParams(location.hash.slice(1));
const conversation = new Conversation(draw);
const files = new ChatFiles(field, draw);
const puzzle = new StartPuzzle(draw);
const telephone = new Telephone(draw, puzzle);
const messenger = new MessengerView(draw);
const quoteBar = newQuoteBar();

// ---- rendering

function draw() {
  const { state } = conversation;
  const chatStep = state.step === 'form' && !offeredQueues ? 'loading' : state.step;
  const step = stepOf(state.step, chatStep);
  card.dataset.step = step;
  drawWays(step);
  telephone.draw(step);
  messenger.draw(step);
  const talking = step === 'waiting' || step === 'talking' || step === 'ended';
  byId('start').hidden = step !== 'form';
  byId('talk').hidden = !talking;
  byId('end').hidden = step !== 'waiting' && step !== 'talking';
  byId('composer').hidden = step === 'ended' || confirming;
  if (!talking) quoted = null;
  drawQuoteBar();
  byId('confirm').hidden = !confirming || step === 'ended';
  byId('over').hidden = step !== 'ended';
  if (step === chatStep) drawHead(state, step);
  drawStrip(state, talking);
  drawProblem(state);
  if (talking) drawLines();
  byId('typing').hidden = !state.agentTyping;
  byId('typing-text').textContent = text('typing', { name: state.agent || text('agent') });
  byId('over-text').textContent = text(
    { customer: 'endedByCustomer', agent: 'endedByAgent' }[state.endedBy] ?? 'endedBySystem',
  );
  byId('send').setAttribute('aria-disabled', String(field.value.trim() === '' && files.isEmpty));
  byId('begin').textContent = text(beginning ? 'beginning' : 'begin');
  byId('begin').setAttribute('aria-disabled', String(beginning));
  puzzle.draw('start');
  if (drawnStep !== step) entered(step);
  drawnStep = step;
}

/** The view that the card shows: `chatStep`, or a step of the telephone or of the messenger. */
function stepOf(state, chatStep) {
  if (state === 'form' && messenger.isOpen) return messenger.step;
  return chatStep === 'form' && telephone.isOpen ? telephone.step : chatStep;
}

function drawWays(step) {
  const chosen = messenger.isOpen ? messenger.kind : telephone.isOpen ? 'phone' : 'chat';
  const offered = { chat: true, phone: telephone.isOffered, whatsapp: false, instagram: false, ...messenger.offered };
  for (const [way, isOffered] of Object.entries(offered)) {
    byId(`way-${way}`).hidden = !isOffered;
    byId(`way-${way}`).setAttribute('aria-pressed', String(way === chosen));
  }
  const isForm = step === 'form' || step === 'phone' || step === 'messenger';
  byId('ways').hidden = !isForm || Object.values(offered).filter(Boolean).length < 2;
  card.dataset.ch = chosen === 'phone' ? 'voice' : chosen;
}

function drawHead(state, step) {
  const name = step === 'talking' || (step === 'ended' && state.agent) ? state.agent : text('newTitle');
  byId('who').textContent = name;
  byId('initials').textContent = initials(state.agent);
  byId('avatar').classList.toggle('nobody', state.agent === '');
  byId('avatar-icon').classList.toggle('gone', state.agent !== '');
  const waiting = state.position > 0 ? text('position', { position: state.position }) : text('waiting');
  byId('state').textContent = {
    loading: text('loading'),
    form: text('newState'),
    waiting,
    talking: text('talking'),
    ended: text('ended'),
  }[step];
}

function drawStrip(state, talking) {
  const strip = byId('strip');
  strip.hidden = state.online || !talking;
  strip.textContent = strip.hidden ? '' : text('connectionLost');
}

function drawProblem(state) {
  const told = problem || (state.lost ? 'lost' : '');
  byId('start-problem').hidden = told === '';
  byId('start-problem').textContent = told && text(told);
}

function drawLines() {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
  const lines = conversation.lines();
  const keys = new Set(lines.map((line) => line.key));
  for (const [key, element] of shown) {
    if (keys.has(key)) continue;
    element.remove();
    shown.delete(key);
  }
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    const first = !before || before.kind !== 'message' || before.mine !== line.mine;
    const drawn = shown.get(line.key);
    const isUploading = line.part !== undefined;
    const fingerprint = JSON.stringify([{ ...line, part: isUploading }, first, document.documentElement.lang]);
    if (drawn?.dataset.fingerprint === fingerprint) {
      if (isUploading) drawn.querySelector('progress').value = line.part;
      if (log.children[index] !== drawn) log.insertBefore(drawn, log.children[index] ?? null);
      return;
    }
    const element = line.kind === 'note' ? noteElement(line) : messageElement(line, first);
    element.dataset.fingerprint = fingerprint;
    if (drawn) drawn.replaceWith(element);
    else log.insertBefore(element, log.children[index] ?? null);
    shown.set(line.key, element);
  });
  if (atEnd || lines.at(-1)?.status === 'sending') log.scrollTop = log.scrollHeight;
}

function noteElement(line) {
  return make('p', 'note', text(line.note, line.replacements));
}

function messageElement(line, first) {
  const element = make(
    'article',
    `line${line.mine ? ' mine' : ''}${first ? ' first' : ''}${line.status === 'failed' ? ' failed' : ''}`,
  );
  if (first && !line.mine) element.append(make('p', 'sender', line.sender || text('agent')));
  const row = make('div', 'mg-row');
  row.append(bubbleElement(line));
  // A message without a number of the server cannot be answered yet.
  if (line.seq) row.append(toolsElement(line));
  element.append(row);
  const meta = make('div', 'meta');
  if (line.at) meta.append(make('time', '', clock(line.at)));
  if (line.mine) meta.append(statusElement(line.status));
  element.append(meta);
  if (line.status === 'failed') {
    const again = make('button', 'retry', text('tryAgain'));
    again.type = 'button';
    again.addEventListener('click', () => conversation.retry(line.key));
    meta.prepend(make('span', '', text(line.failed)), again);
    if (line.media) again.after(discardButton(line));
  }
  element.setAttribute(
    'aria-label',
    [line.mine ? text('you') : line.sender || text('agent'), line.at && clock(line.at)].filter(Boolean).join(', '),
  );
  return element;
}

function toolsElement(line) {
  const tools = make('div', 'mg-tools');
  tools.append(iconButton('mg-tool', 'reply', text('mgReply'), () => answer(line)));
  return tools;
}

function bubbleElement(line) {
  if (!line.media && !line.quote) {
    return messageText('div', 'bubble', line.text, 'chat');
  }
  const bubble = make('div', 'bubble');
  if (line.quote) bubble.append(chatQuoteElement(line.quote));
  if (line.media) bubble.append(chatFileElement(line.media));
  if (line.part !== undefined) bubble.append(progressElement(line));
  if (line.text) bubble.append(messageText('div', 'mg-words', line.text, 'chat'));
  return bubble;
}

function progressElement(line) {
  const row = make('div', 'chat-upload');
  const bar = make('progress', '');
  Object.assign(bar, { max: 1, value: line.part });
  bar.setAttribute('aria-label', text('uploading', { name: line.media.fileName }));
  const cancel = iconButton('mg-tool', 'close', text('cancelUpload', { name: line.media.fileName }), () => {
    conversation.discard(line.key);
    field.focus();
  });
  row.append(bar, cancel);
  return row;
}

function discardButton(line) {
  const discard = make('button', 'retry', text('mgDiscard'));
  discard.type = 'button';
  discard.addEventListener('click', () => {
    conversation.discard(line.key);
    field.focus();
  });
  return discard;
}

function statusElement(status) {
  return icon({ sending: 'clock', sent: 'check', failed: 'alert' }[status], text(status));
}

/** Moves focus when the page changes its view. */
function entered(step) {
  if (drawnStep === '') return;
  if (step === 'form') byId('name').focus();
  if (step === 'waiting' && drawnStep !== 'talking') field.focus();
  if (step === 'ended') byId('again').focus();
}

// ---- the form

async function loadQueues() {
  try {
    offeredQueues = await centre.queues();
    problem = '';
  } catch {
    problem = 'queuesFailed';
    offeredQueues ??= [];
    setTimeout(loadQueues, 3000);
  }
  drawQueues();
  draw();
}

function drawQueues() {
  const list = byId('queues');
  list.textContent = '';
  if (offeredQueues.length === 0) list.append(make('p', 'queues-empty', text('noQueues')));
  offeredQueues.forEach((queue, index) => {
    const label = make('label', 'queue');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = 'queue';
    radio.value = queue.id;
    radio.checked = index === 0;
    label.append(radio, make('span', '', queue.name));
    list.append(label);
  });
  markChosen();
}

function markChosen() {
  for (const label of byId('queues').querySelectorAll('.queue'))
    label.classList.toggle('chosen', label.querySelector('input').checked);
}

function showFieldProblems(problems) {
  for (const name of ['name', 'identifier']) {
    const key = problems[name];
    byId(name).setAttribute('aria-invalid', String(Boolean(key)));
    byId(`${name}-problem`).textContent = key
      ? text(['required', 'whitespace', 'tooLong'].includes(key) ? key : 'invalid')
      : '';
  }
  const firstWrong = ['name', 'identifier'].find((name) => problems[name]);
  if (firstWrong) byId(firstWrong).focus();
}

/** The confirmation of the operator's site, as long as the identifier is the signed one. */
function signedFields(identifier) {
  if (!link.has('signature') || identifier !== link.get('identifier')) return {};
  return { identifierExpires: Number(link.get('expires')), identifierSignature: link.get('signature') };
}

byId('identifier').value = link.get('identifier') ?? '';

byId('start').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (beginning) return;
  const name = byId('name').value.trim();
  const identifier = byId('identifier').value.trim();
  const queue = document.querySelector('input[name=queue]:checked')?.value;
  const wrong = {
    ...(name ? {} : { name: 'required' }),
    ...(/\s/.test(identifier) ? { identifier: 'whitespace' } : {}),
  };
  showFieldProblems(wrong);
  if (Object.keys(wrong).length > 0) return;
  problem = queue ? '' : 'noQueues';
  beginning = Boolean(queue);
  draw();
  if (!queue) return;
  try {
    const signed = signedFields(identifier);
    await puzzle.send((proof) => conversation.start(name, identifier, signed, queue, proof));
  } catch (failure) {
    const fields = failure instanceof centre.Refusal ? failure.fields : {};
    const later =
      failure instanceof centre.Refusal && [429, 507].includes(failure.status) ? 'startLater' : 'startFailed';
    problem = fields.name || fields.identifier ? '' : later;
    showFieldProblems(fields);
  } finally {
    beginning = false;
    draw();
  }
});
byId('start').addEventListener('input', () => puzzle.prepare());
byId('queues').addEventListener('change', markChosen);

// ---- the conversation

function newQuoteBar() {
  const bar = make('div', 'mg-bar');
  const words = make('p', '');
  words.append(make('strong', ''), make('span', ''));
  const close = iconButton('mg-icon', 'close', text('mgCancel'), () => answer(null));
  close.dataset.label = 'mgCancel';
  close.removeAttribute('title');
  bar.append(words, close);
  byId('attached').before(bar);
  return bar;
}

function drawQuoteBar() {
  quoteBar.hidden = !quoted || byId('composer').hidden;
  if (!quoted) return;
  const name = quoted.mine ? text('you') : quoted.sender || text('agent');
  quoteBar.querySelector('strong').textContent = text('mgReplyTo', { name });
  quoteBar.querySelector('span').textContent = chatExcerpt(quoteOf(quoted));
}

/** Lets the next message answer this one; `null`: no message. */
function answer(line) {
  quoted = line;
  draw();
  field.focus();
}

/** Only the first sent message answers the quoted one. */
function send(words, file) {
  const quote = quoted ? quoteOf(quoted) : undefined;
  quoted = null;
  conversation.send(words, file, quote);
}

function submit() {
  let message = field.value.trim();
  if (!message && files.isEmpty) return;
  field.value = '';
  fit(field);
  for (const file of files.take()) {
    // Messages with sound have no text of their own.
    const caption = file.kind === 'audio' ? '' : message;
    if (caption) message = '';
    send(caption, file);
  }
  if (message) send(message);
  draw();
}

byId('composer').addEventListener('submit', (event) => {
  event.preventDefault();
  submit();
});
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
  event.preventDefault();
  submit();
});
field.addEventListener('input', () => {
  fit(field);
  conversation.draft = field.value;
  if (field.value.trim()) conversation.typed();
  else conversation.stoppedTyping();
  draw();
});
byId('talk').addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && quoted && !isComposing(event) && !byId('confirm').contains(event.target)) answer(null);
});
byId('end').addEventListener('click', () => {
  confirming = true;
  draw();
  byId('stay').focus();
});
byId('stay').addEventListener('click', () => {
  confirming = false;
  draw();
  field.focus();
});
byId('really-end').addEventListener('click', async () => {
  try {
    await conversation.end();
    byId('confirm-title').textContent = text('endQuestion');
  } catch {
    byId('confirm-title').textContent = text('endFailed');
    return;
  }
  confirming = false;
  draw();
});
byId('confirm').addEventListener('keydown', (event) => {
  if (event.key === 'Escape') byId('stay').click();
});
byId('again').addEventListener('click', () => {
  confirming = false;
  files.reset();
  conversation.reset();
});

// ---- language and theme

function translate() {
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = text(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]'))
    element.setAttribute('aria-label', text(element.dataset.label));
  for (const element of document.querySelectorAll('[data-placeholder]'))
    element.placeholder = text(element.dataset.placeholder);
  for (const button of document.querySelectorAll('[data-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset.language === document.documentElement.lang));
  }
  byId('theme').title = text('theme');
  document.title = text('pageTitle');
}

function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

for (const button of document.querySelectorAll('[data-language]')) {
  button.addEventListener('click', () => {
    document.documentElement.lang = button.dataset.language;
    remember('outside.language', button.dataset.language);
    translate();
    if (offeredQueues) drawQueues();
    telephone.drawLines();
    messenger.translate();
    files.draw();
    draw();
    void drawDesk();
    void drawFaults();
  });
}
byId('theme').addEventListener('click', () => {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  remember('outside.theme', theme);
});

byId('way-chat').addEventListener('click', () => choose(() => {}, 'name'));
byId('way-phone').addEventListener('click', () => choose(() => (telephone.isOpen = true), 'phone-name'));
for (const kind of ['whatsapp', 'instagram'])
  byId(`way-${kind}`).addEventListener('click', () => choose(() => messenger.open(kind), 'mg-number'));

/** Shows the form for one way of contacting the company. */
function choose(open, fieldId) {
  telephone.isOpen = false;
  messenger.close();
  open();
  draw();
  byId(fieldId).focus();
}

translate();
field.value = conversation.draft;
fit(field);
draw();
void loadQueues();
void telephone.load();
void messenger.load();
placeSidePanels();
void drawDesk();
void drawFaults();
