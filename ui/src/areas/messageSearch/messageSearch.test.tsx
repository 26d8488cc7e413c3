// The search over messages: what its dialog shows in each state, its keys, and what its container asks of the core.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FoundTextView, MessageSearchView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { MessageSearchDialog, type FoundText, type MessageSearchDialogProps } from './MessageSearchDialog';
import { MessageSearchDialogContainer } from './MessageSearchDialogContainer';

beforeEach(async () => {
  giveElementsASize();
  await startI18n('pt-BR');
});

const time = new Date(2026, 10, 20, 14, 20).getTime();
const found = (id: string, word: string): FoundText => ({
  id,
  name: 'Mariana Albuquerque',
  initials: 'MA',
  color: '#1565C0',
  channel: 'whatsapp',
  author: 'Cliente',
  time,
  excerpt: [
    { text: 'Preciso do ', found: false },
    { text: word, found: true },
    { text: ' hoje', found: false },
  ],
});
const two = [found('r1', 'boleto'), found('r2', 'Boletos')];

function dialog(props: Partial<MessageSearchDialogProps> = {}) {
  const calls = { onType: vi.fn(), onMore: vi.fn(), onOpen: vi.fn(), onClose: vi.fn() };
  const view = (more: Partial<MessageSearchDialogProps>) => (
    <TooltipProvider>
      <MessageSearchDialog text="boleto" phase="empty" results={[]} more="complete" {...calls} {...props} {...more} />
    </TooltipProvider>
  );
  const { rerender } = render(view({}));
  return { ...calls, change: (more: Partial<MessageSearchDialogProps>) => rerender(view(more)) };
}
const field = () => screen.getByRole('searchbox', { name: 'Buscar nas mensagens de todas as conversas' });
const results = () => within(screen.getByRole('list', { name: 'Mensagens encontradas' })).getAllByRole('button');

test.each<[MessageSearchDialogProps['phase'], string]>([
  ['empty', 'Busque palavras em todas as suas conversas'],
  ['tooShort', 'Digite pelo menos duas letras'],
  ['searching', 'Buscando…'],
  ['nothing', 'Nada encontrado para ‘boleto’'],
  ['failed', 'Não foi possível buscar nas mensagens'],
])('the state "%s" is explained by a text [BEY-162]', (phase, text) => {
  dialog({ phase });
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('list')).toBeNull();
});

test('a result shows customer, channel, author, time and the text with its words marked [BEY-162]', () => {
  dialog({ phase: 'found', results: two });
  const [first] = results();
  expect(first).toHaveTextContent('Mariana Albuquerque');
  expect(first).toHaveTextContent('WhatsApp · Cliente');
  expect(first).toHaveTextContent('Preciso do boleto hoje');
  expect(first?.querySelector('[title]')).not.toBeNull();
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['boleto', 'Boletos']);
});

test('markup in a message is text [BEY-162]', () => {
  const excerpt = [
    { text: '<img src=x> ', found: false },
    { text: '<b>boleto</b>', found: true },
  ];
  dialog({ phase: 'found', results: [{ ...found('r1', ''), excerpt }] });
  expect(results()[0]).toHaveTextContent('<img src=x> <b>boleto</b>');
  expect(document.querySelector('img, mark b')).toBeNull();
});

test('the arrows move between field and results, and Enter opens [BEY-162]', async () => {
  const { onOpen } = dialog({ phase: 'found', results: two });
  expect(field()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(results()[0]).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onOpen.mock.calls).toEqual([['r2']]);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(field()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onOpen.mock.calls).toEqual([['r2'], ['r1']]);
});

test('Enter opens no result of an earlier text [BEY-162]', async () => {
  const { onOpen } = dialog({ phase: 'searching', results: two });
  await userEvent.keyboard('{Enter}');
  expect(onOpen).not.toHaveBeenCalled();
  expect(results().length).toBe(2);
});

test('a failed search and a failed portion are repeated by their buttons [BEY-162]', async () => {
  const { onMore, change } = dialog({ phase: 'failed' });
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onMore).toHaveBeenCalledTimes(1);
  change({ phase: 'found', results: two, more: 'failed' });
  expect(screen.getByText('Não foi possível carregar mais resultados')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onMore).toHaveBeenCalledTimes(2);
});

test('the next portion is requested while there is room below the results [BEY-162]', () => {
  const { onMore } = dialog({ phase: 'found', results: two, more: 'more' });
  expect(onMore).toHaveBeenCalled();
});

const shown = (id: string, changes: Partial<FoundTextView> = {}): FoundTextView => ({
  id,
  protocol: 'P1',
  name: 'Mariana',
  initials: 'M',
  color: '#1565C0',
  channel: 'whatsapp',
  metaType: undefined,
  author: 'customer',
  agentName: '',
  note: false,
  time,
  excerpt: [{ text: 'boleto', found: true }],
  ...changes,
});

function connected(view: Partial<MessageSearchView> = {}) {
  const core = new FakeCore({
    messageSearch: { text: 'boleto', foundBy: 'boleto', phase: 'found', results: [], more: 'complete', ...view },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <MessageSearchDialogContainer dialog={{ kind: 'messageSearch' }} onClose={() => undefined} />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

test('authors are named as the agent knows them [BEY-162]', () => {
  connected({
    results: [
      shown('1'),
      shown('2', { author: 'own', agentName: 'Ana Souza' }),
      shown('3', { author: 'colleague', agentName: 'Bruno Lima', metaType: 'instagram' }),
      shown('4', { author: 'colleague', agentName: 'Bruno Lima', note: true }),
      shown('5', { author: 'own', note: true }),
      shown('6', { author: 'bot', channel: 'chat' }),
    ],
  });
  const said = results().map((row) => /(WhatsApp|Instagram|Chat) · (.*?)boleto/.exec(row.textContent)?.[0]);
  expect(said).toEqual([
    'WhatsApp · Clienteboleto',
    'WhatsApp · Vocêboleto',
    'Instagram · Bruno Limaboleto',
    'WhatsApp · Nota interna de Bruno Limaboleto',
    'WhatsApp · Sua nota internaboleto',
    'Chat · Botboleto',
  ]);
});

test('typing searches, and a result opens its message [BEY-162]', async () => {
  const core = connected({ text: '', results: [shown('P1/3')] });
  await userEvent.type(field(), 'b');
  await userEvent.click(results()[0] ?? document.body);
  expect(core.intents).toEqual([
    { area: 'messageSearch', type: 'typeMessageSearch', text: 'b' },
    { area: 'messageSearch', type: 'openFoundMessage', id: 'P1/3' },
  ]);
});
