// The card of an attendance: its accessible name, its preview and its click.
import { fireEvent, render, screen } from '@testing-library/react';
import type { MessageMedia } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { JobCard, type JobCardProps, type JobPreview } from './JobCard';
import { JobCardContainer } from './JobCardContainer';
import { lastMessage } from './jobPreview';

beforeEach(() => startI18n('pt-BR'));

const card: JobCardProps = {
  href: '/new-agent/attendance/1',
  name: 'Mariana Albuquerque',
  initials: 'MA',
  color: '#B1508D',
  channel: 'whatsapp',
  selected: false,
  unread: 0,
  disabled: false,
  time: null,
  preview: { kind: 'none' },
  place: 'Vendas',
  tabIndex: 0,
  menu: [],
  onOpen: vi.fn(),
};

test('the accessible name of a card has customer, channel, unread count and queue', () => {
  render(<JobCard {...card} unread={2} />);
  expect(
    screen.getByRole('link', { name: 'Mariana Albuquerque, WhatsApp, 2 mensagens não lidas, Vendas' }),
  ).toBeInTheDocument();
});

test.each<[JobPreview, string]>([
  [{ kind: 'error' }, 'Mariana Albuquerque, Não foi possível enviar a mensagem, WhatsApp, Vendas, 14:20'],
  [{ kind: 'typing' }, 'Mariana Albuquerque, WhatsApp, Vendas, digitando…, 14:20'],
  [{ kind: 'draft', text: 'até já' }, 'Mariana Albuquerque, WhatsApp, Vendas, Rascunho: até já, 14:20'],
  [{ kind: 'text', text: 'Bom dia', author: 'own' }, 'Mariana Albuquerque, WhatsApp, Vendas, Você: Bom dia, 14:20'],
  [{ kind: 'media', media: 'image', author: 'customer' }, 'Mariana Albuquerque, WhatsApp, Vendas, Foto, 14:20'],
  [{ kind: 'revoked' }, 'Mariana Albuquerque, WhatsApp, Vendas, Mensagem apagada pelo cliente, 14:20'],
])('the accessible name of a card has the preview %o and the time, and a failed message first', (preview, name) => {
  const time = new Date().setHours(14, 20, 0, 0);
  render(<JobCard {...card} preview={preview} time={time} />);
  expect(screen.getByRole('link', { name })).toBeInTheDocument();
});

test("the preview of the agent's own message begins with 'Você: ' [JOB-038]", () => {
  const { rerender } = render(<JobCard {...card} preview={{ kind: 'text', text: 'Bom dia', author: 'own' }} />);
  expect(screen.getByText('Você: Bom dia')).toBeInTheDocument();
  rerender(<JobCard {...card} preview={{ kind: 'text', text: 'Bom dia', author: 'customer' }} />);
  expect(screen.getByText('Bom dia')).toBeInTheDocument();
});

test.each<[JobCardProps['preview'], string]>([
  [{ kind: 'typing' }, 'digitando…'],
  [{ kind: 'error' }, 'Não foi possível enviar a mensagem'],
  [{ kind: 'closed' }, 'Atendimento finalizado'],
  [{ kind: 'draft', text: 'até já' }, 'Rascunho: até já'],
  [{ kind: 'media', media: 'image', author: 'own' }, 'Você: Foto'],
])('the preview %o shows "%s"', (preview, text) => {
  render(<JobCard {...card} preview={preview} />);
  expect(screen.getByRole('link')).toHaveTextContent(text);
});

test('a plain click opens the attendance in the page, and with Ctrl the browser opens a tab', () => {
  const onOpen = vi.fn();
  render(<JobCard {...card} onOpen={onOpen} />);
  const link = screen.getByRole('link');
  expect(fireEvent.click(link)).toBe(false);
  expect(onOpen).toHaveBeenCalledOnce();
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link, { ctrlKey: true });
  expect(onOpen).toHaveBeenCalledOnce();
});

const hour = 3_600_000;

test('the accessible name of a card says that the attendance is pinned and how long the conversation window lasts', () => {
  render(<JobCard {...card} pinned unread={2} window={{ state: 'open', endsAt: Date.now() + 23.5 * hour }} />);
  const name = 'Mariana Albuquerque, WhatsApp, fixado, 2 mensagens não lidas, janela 23 horas, Vendas';
  expect(screen.getByRole('link', { name })).toBeInTheDocument();
});

test('an attendance that the agent marked as unread shows it without a count', () => {
  render(<JobCard {...card} markedUnread />);
  expect(screen.getByRole('link', { name: /, marcada como não lida, Vendas$/ })).toBeInTheDocument();
  expect(screen.queryByRole('img')).toBeNull();
});

test('an attendance that has ended shows no window', () => {
  render(<JobCard {...card} disabled window={{ state: 'expired' }} />);
  expect(screen.queryByText('Expirada')).toBeNull();
});

test.each<[string, MessageMedia, string]>([
  ['[JOB-032]', 'sticker', 'Figurinha'],
  ['[JOB-033]', 'audio', 'Áudio'],
  ['[JOB-034]', 'image', 'Foto'],
  ['[JOB-035]', 'video', 'Vídeo'],
  ['[JOB-036]', 'file', 'Documento'],
  ['[JOB-037]', 'contact', 'Contato'],
])('%s the preview of a message of the kind %s is "%s"', (_row, label, text) => {
  const previewOf = (author: 'customer' | 'own'): JobPreview =>
    lastMessage({ author, text: '', label, line: undefined }, 'whatsapp', ({ key }) => key);
  const { rerender } = render(<JobCard {...card} preview={previewOf('customer')} />);
  expect(screen.getByText(text)).toBeInTheDocument();
  rerender(<JobCard {...card} preview={previewOf('own')} />);
  expect(screen.getByText(`Você: ${text}`)).toBeInTheDocument();
});

test('an attendance that a colleague transferred is new, with the note as its preview, until it is opened [BEY-152]', () => {
  const transfer = { agent: 'Bruno Lima', agentShort: 'Bruno', note: 'Falta enviar o boleto' };
  const preview = { kind: 'transfer', agent: 'Bruno', note: transfer.note } as const;
  const { rerender } = render(<JobCard {...card} unread={2} transfer={transfer} preview={preview} />);
  const name =
    'Mariana Albuquerque, WhatsApp, novo, transferido por Bruno Lima, nota: Falta enviar o boleto, 2 mensagens não lidas, Vendas';
  expect(screen.getByRole('link', { name })).toHaveTextContent('Bruno: Falta enviar o boleto');
  expect(screen.getByText('Novo')).toBeInTheDocument();
  const without = { ...transfer, note: '' };
  rerender(<JobCard {...card} transfer={without} preview={{ ...preview, note: '' }} />);
  expect(screen.getByText('Bruno transferiu para você')).toBeInTheDocument();
  rerender(<JobCard {...card} />);
  expect(screen.queryByText('Novo')).toBeNull();
});

test('[BEY-161] a snooze without a time names no day', () => {
  render(<JobCard {...card} snoozedUntil={Date.UTC(9999, 11, 31)} />);
  expect(screen.getByText('até responder')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /adiado até o cliente responder/ })).toBeInTheDocument();
});

test('an ended attendance says when it ended, and not when its last message came', () => {
  const at = (hour: number) => new Date().setHours(hour, 20, 0, 0);
  render(<JobCard {...card} disabled preview={{ kind: 'closed' }} time={at(14)} endedAt={at(15)} />);
  expect(screen.getByText('15:20')).toHaveAttribute('title', 'finalizado 15:20');
  expect(screen.getByRole('link', { name: /Atendimento finalizado, finalizado 15:20$/ })).toBeInTheDocument();
});

test('of a server that does not say when it ended, the time says that it is that of the last message', () => {
  const time = new Date().setHours(14, 20, 0, 0);
  render(<JobCard {...card} disabled preview={{ kind: 'closed' }} time={time} />);
  expect(screen.getByText('msg. 14:20')).toHaveAttribute('title', 'última mensagem 14:20');
  expect(screen.getByRole('link', { name: /Atendimento finalizado, última mensagem 14:20$/ })).toBeInTheDocument();
});

test('a draft of a note is marked as one', () => {
  render(<JobCard {...card} preview={{ kind: 'noteDraft', text: 'ligar amanhã' }} />);
  expect(screen.getByText('Rascunho de nota:')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Rascunho de nota: ligar amanhã/ })).toBeInTheDocument();
});

test.each<[Partial<JobCardProps>, string | null, string | null]>([
  [{ window: { state: 'expired' }, notBegun: true }, 'Ainda não iniciada', null],
  [{ window: { state: 'expired' } }, null, 'Expirada'],
  [{ window: { state: 'none' }, notBegun: true }, null, null],
  [{ window: { state: 'open', endsAt: Date.now() + 60_000 }, notBegun: true }, null, null],
  [{ window: { state: 'expired' }, notBegun: true, disabled: true }, null, null],
])('the window of %o is shown as "%s", or as "%s"', (props, notBegun, expired) => {
  render(<JobCard {...card} {...props} />);
  expect(screen.queryByText('Ainda não iniciada')?.textContent ?? null).toBe(notBegun);
  expect(screen.queryByText('Expirada')?.textContent ?? null).toBe(expired);
});

test('an attendance whose snooze is over shows that until it is opened', () => {
  const { rerender } = render(<JobCard {...card} returned />);
  expect(screen.getByText('Voltou')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /voltou do adiamento/ })).toBeInTheDocument();
  rerender(<JobCard {...card} />);
  expect(screen.queryByText('Voltou')).toBeNull();
});

test.each<[object, boolean]>([
  [{ kind: 'snooze', protocol: 'W1', read: false }, true],
  [{ kind: 'snooze', protocol: 'W1', read: true }, false],
  [{ kind: 'snooze', protocol: 'W2', read: false }, false],
  [{ kind: 'message', protocol: 'W1', read: false }, false],
])('given the notification %o, the card has the mark: %s [BEY-161]', (notice, expected) => {
  const row = { name: 'Mariana', channel: 'chat', unread: 0, queue: '', tags: [], disabled: false };
  const core = new FakeCore({
    'jobRow:W1': row,
    'draft:W1': { text: '' },
    'noteDraft:W1': undefined,
    notifications: { unread: 1, items: [notice] },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <JobCardContainer protocol="W1" selected={false} tabIndex={0} onOpen={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  expect(screen.queryAllByText('Voltou')).toHaveLength(expected ? 1 : 0);
});
