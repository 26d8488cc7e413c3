// Tests of the fact that a card's preview shows if there are several.
import { expect, test } from 'vitest';
import { isNotBegun, jobPreview, type PreviewFacts } from './jobPreview';

const said = { author: 'customer', text: 'Bom dia', label: undefined, line: undefined } as const;
const line = { key: 'chatStarted', params: {}, fallback: undefined };
const row: PreviewFacts['row'] = {
  ...{ failed: false, typing: false, disabled: false, unread: 0, preview: said },
  ...{ channel: 'whatsapp', metaType: undefined },
};
const noDraft = {
  epoch: 0,
  text: '',
  answered: undefined,
  textLength: undefined,
  captionLength: undefined,
  noCaption: false,
};
const draft = { ...noDraft, text: 'até já' };
const preview = (facts: Partial<Omit<PreviewFacts, 'row'>> & { row?: Partial<PreviewFacts['row']> }) =>
  jobPreview({
    draft: noDraft,
    selected: false,
    say: ({ key }) => `<${key}>`,
    ...facts,
    row: { ...row, ...facts.row },
  });

test.each<[string, Parameters<typeof preview>[0], ReturnType<typeof preview>]>([
  ['the draft of a note', { noteDraft: 'ligar amanhã' }, { kind: 'noteDraft', text: 'ligar amanhã' }],
  ['the text for the customer before the note', { draft, noteDraft: 'nota' }, { kind: 'draft', text: 'até já' }],
  [
    'no note of the open conversation',
    { noteDraft: 'nota', selected: true },
    { kind: 'text', text: 'Bom dia', author: 'customer' },
  ],
  [
    'an unread message before a note',
    { noteDraft: 'nota', row: { unread: 1 } },
    { kind: 'text', text: 'Bom dia', author: 'customer' },
  ],
  ['the last message', {}, { kind: 'text', text: 'Bom dia', author: 'customer' }],
  ['a failed message rather than the typing mark', { row: { failed: true, typing: true } }, { kind: 'error' }],
  ['the typing mark of the customer', { row: { typing: true }, draft }, { kind: 'typing' }],
  ['the end of the attendance', { row: { disabled: true }, draft }, { kind: 'closed' }],
  ['a draft', { draft }, { kind: 'draft', text: 'até já' }],
  [
    'no draft while its composer is open',
    { draft, selected: true },
    { kind: 'text', text: 'Bom dia', author: 'customer' },
  ],
  [
    'no draft over unread messages',
    { draft, row: { unread: 2 } },
    { kind: 'text', text: 'Bom dia', author: 'customer' },
  ],
  [
    'a kind without text',
    { row: { preview: { ...said, text: '', label: 'image', author: 'own' } } },
    { kind: 'media', media: 'image', author: 'own' },
  ],
  [
    'a message that was taken back [BEY-166]',
    { row: { preview: { ...said, text: '', revoked: true } } },
    { kind: 'revoked' },
  ],
  ['a text that nobody can see [BEY-167]', { row: { preview: { ...said, text: '' } } }, { kind: 'noText' }],
  [
    'what a network sends in a form of its own [BEY-167]',
    { row: { preview: { ...said, text: '', detail: 'order' } } },
    { kind: 'detail', detail: 'order' },
  ],
  [
    'a kind with text',
    { row: { preview: { ...said, label: 'image' } } },
    { kind: 'text', text: 'Bom dia', author: 'customer' },
  ],
  [
    'a system line',
    { row: { preview: { ...said, text: '', line } } },
    { kind: 'text', text: '<chatStarted>', author: 'system' },
  ],
  [
    'the note of a new transfer [BEY-152]',
    { row: { transfer: { agent: 'Bruno Lima', agentShort: 'Bruno', note: 'Falta o boleto' } } },
    { kind: 'transfer', agent: 'Bruno', note: 'Falta o boleto' },
  ],
  ['nothing', { row: { preview: undefined } }, { kind: 'none' }],
])('the preview of an attendance shows %s', (_case, facts, expected) => {
  expect(preview(facts)).toEqual(expected);
});

test.each<[string, PreviewFacts['row']['preview'], boolean]>([
  ['nothing', undefined, true],
  ['a line of the system', { ...said, author: 'system', text: '', line }, true],
  ['a message of the customer', said, false],
  ['a message of the agent', { ...said, author: 'own' }, false],
])('an attendance whose last line is %s has not begun: %s', (_, last, expected) => {
  expect(isNotBegun({ preview: last })).toBe(expected);
});
