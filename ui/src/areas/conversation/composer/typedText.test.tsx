// Text typed outside of a field goes into the composer of the open conversation.
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useTypedText } from './useTypedText';

function Page({ layer }: { layer?: string }) {
  useTypedText();
  return (
    <>
      <input aria-label="Busca" />
      <a href="#lista">Atendimento</a>
      <div id="message-log" tabIndex={0}>
        <article tabIndex={-1}>Mensagem</article>
        <button>Responder</button>
        <input type="range" aria-label="Posição" />
      </div>
      <textarea id="composer" aria-label="Mensagem" />
      {layer !== undefined && <div role={layer} />}
    </>
  );
}
const composer = () => screen.getByRole('textbox', { name: 'Mensagem' });

test.each<[string, () => HTMLElement]>([
  ['nothing', () => document.body],
  ['the thread', () => document.getElementById('message-log') ?? document.body],
  ['a message', () => screen.getByText('Mensagem', { selector: 'article' })],
  ['a button of the thread', () => screen.getByRole('button', { name: 'Responder' })],
])('given the focus on %s, a typed word is in the composer', async (_, focused) => {
  render(<Page />);
  focused().focus();
  await userEvent.keyboard('Olá');
  expect(composer()).toHaveFocus();
  expect(composer()).toHaveValue('Olá');
});

test.each<[string, () => HTMLElement]>([
  ['a field', () => screen.getByRole('textbox', { name: 'Busca' })],
  ['a row of the list', () => screen.getByRole('link')],
  ['a slider of the thread', () => screen.getByRole('slider')],
])('given the focus on %s, a letter stays there', async (_, focused) => {
  render(<Page />);
  focused().focus();
  await userEvent.keyboard('a');
  expect(focused()).toHaveFocus();
});

test.each(['dialog', 'alertdialog', 'menu', 'listbox'])(
  'while a %s is open, a letter goes nowhere else',
  async (layer) => {
    render(<Page layer={layer} />);
    await userEvent.keyboard('a');
    expect(composer()).not.toHaveFocus();
  },
);

test.each([
  ['Space', { key: ' ' }],
  ['a shortcut', { key: 'c', ctrlKey: true }],
  ['a shortcut of the page', { key: 'C', altKey: true, shiftKey: true }],
  ['an arrow', { key: 'ArrowUp' }],
])('%s does not move the focus', (_, key) => {
  render(<Page />);
  fireEvent.keyDown(document.body, key);
  expect(composer()).not.toHaveFocus();
});

test('a dead key begins a letter with an accent in the composer', () => {
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'Dead' });
  expect(composer()).toHaveFocus();
});
