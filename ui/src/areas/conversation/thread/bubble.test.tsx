// Tests of a message: plain text, its delivery state, and the actions of a failed one.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { Bubble, type TextMessageView } from './Bubble';

beforeEach(() => startI18n('pt-BR'));

const time = new Date(2026, 10, 20, 14, 20).getTime();
const message: TextMessageView = {
  kind: 'text',
  id: 'm',
  sender: 'customer',
  senderName: 'Mariana',
  initials: 'M',
  color: '#B1508D',
  text: 'Olá',
  time,
};

test('markup in a message is shown as text', () => {
  const hostile = '<img src=x onerror="window.ran = true"> <script>window.ran = true</script> javascript:alert(1)';
  const { container } = render(<Bubble message={{ ...message, text: hostile }} first last />);
  expect(screen.getByText(hostile)).toBeInTheDocument();
  expect(container.querySelector('img, script, a')).toBeNull();
});

test.each([
  ['sending', 'Você, 14:20, enviando'],
  ['queued', 'Você, 14:20, aguardando a rede'],
  ['sent', 'Você, 14:20, enviada'],
  ['delivered', 'Você, 14:20, entregue'],
  ['read', 'Você, 14:20, lida'],
  ['failed', 'Você, 14:20, não enviada'],
] as const)('the delivery mark of an own message that is %s is named "%s"', (delivery, name) => {
  render(<Bubble message={{ ...message, sender: 'own', delivery }} first last />);
  expect(screen.getByRole('article', { name })).toBeInTheDocument();
});

test('a failed message offers to send it again, to edit it and to discard it', async () => {
  const failure = { onRetry: vi.fn(), onEdit: vi.fn(), onDiscard: vi.fn() };
  render(<Bubble message={{ ...message, sender: 'own', delivery: 'failed', failure }} first last />);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect([failure.onRetry, failure.onEdit, failure.onDiscard].map((call) => call.mock.calls.length)).toEqual([1, 1, 1]);
  expect(screen.getByText('Não foi possível enviar a mensagem')).toBeInTheDocument();
});

test('a failed message offers only the actions that the core allows', () => {
  const { rerender } = render(
    <Bubble message={{ ...message, sender: 'own', delivery: 'failed', failure: { onEdit: vi.fn() } }} first last />,
  );
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Editar']);
  rerender(<Bubble message={{ ...message, sender: 'own', delivery: 'failed', failure: {} }} first last />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Não foi possível enviar a mensagem')).toBeInTheDocument();
});

test('a message that may have arrived is sent again only after the agent confirms it [BEY-171]', () => {
  const failure = { text: 'Não se sabe se chegou', mayHaveArrived: true, onEdit: vi.fn() };
  render(<Bubble message={{ ...message, sender: 'own', delivery: 'failed', failure }} first last />);
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Escrever de novo mesmo assim' })).toBeInTheDocument();
});

test('while one action of a failed message is pending no other can be started, and the error mark stays [BEY-005]', () => {
  const failure = { busy: true, onRetry: vi.fn(), onEdit: vi.fn(), onDiscard: vi.fn() };
  render(<Bubble message={{ ...message, sender: 'own', delivery: 'failed', failure }} first last />);
  for (const name of ['Tentar de novo', 'Editar', 'Descartar'])
    expect(screen.getByRole('button', { name })).toBeDisabled();
  expect(screen.getByText('Aguarde…')).toBeInTheDocument();
  expect(screen.getByRole('article', { name: 'Você, 14:20, não enviada' })).toBeInTheDocument();
});

test('a very long text is folded at a character boundary and can be unfolded', async () => {
  const long = `${'a'.repeat(2999)}😀${'b'.repeat(2000)}`;
  const { container } = render(<Bubble message={{ ...message, text: long }} first last />);
  const shown = (): string => container.querySelector('[dir="auto"]')?.textContent ?? '';
  expect(shown()).toBe(`${'a'.repeat(2999)}…`);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mensagem completa' }));
  expect(shown()).toBe(long);
});

test('a template is shown as the customer saw it: heading, text, footer and buttons, in this order', () => {
  const template = { name: 'renovacao', header: 'Renovação', footer: 'Equipe de vendas', buttons: ['Quero renovar'] };
  const { rerender } = render(<Bubble message={{ ...message, sender: 'own', template }} first last />);
  const text = screen.getByRole('article').textContent;
  const parts = ['Modelo · Renovacao', 'Renovação', 'Olá', 'Equipe de vendas', 'Quero renovar'];
  const places = parts.map((part) => text.indexOf(part));
  expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
  const plain = { ...template, header: '', footer: '', buttons: [] };
  rerender(<Bubble message={{ ...message, sender: 'own', template: plain }} first last />);
  expect(screen.getByRole('article')).not.toHaveTextContent(/Renovação|Equipe/);
});

test('the bubble of an edited message shows the edit, its reactions and its order [BEY-166] [BEY-167]', () => {
  const details = [{ heading: 'Pedido', lines: ['2 × Camiseta', '1 × Boné'] }];
  render(<Bubble message={{ ...message, edited: true, reactions: ['👍'], details }} first last />);
  expect(screen.getByText(/editada/)).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Reação do cliente: 👍' })).toBeInTheDocument();
  expect(screen.getByText('2 × Camiseta')).toBeInTheDocument();
});

test('a revoked message keeps its bubble with a mark [BEY-166]', () => {
  render(<Bubble message={{ ...message, text: '', note: 'Mensagem apagada pelo cliente' }} first last />);
  expect(screen.getByRole('article')).toHaveTextContent('Mensagem apagada pelo cliente');
});

test('a template is shown by its readable name, and its name at the provider is in the tooltip', () => {
  const template = { name: 'renovacao_de_contrato', header: '', footer: '', buttons: [] };
  render(<Bubble message={{ ...message, sender: 'own', template }} first last />);
  expect(screen.getByText('Modelo · Renovacao de contrato')).toHaveAttribute('title', 'renovacao_de_contrato');
});
