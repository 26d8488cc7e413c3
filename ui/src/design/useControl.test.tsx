// Controls before and after what hangs from them has arrived: the same element throughout, and the first press counts.
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ContextMenu, DropdownMenu, type MenuEntry } from './Menu';
import { Popover } from './Popover';
import { Tooltip } from './Tooltip';

const entries: ReadonlyArray<MenuEntry> = [{ kind: 'action', id: 'copy', label: 'Copiar', onSelect: () => undefined }];

test('a menu that is pressed before it has arrived opens when it has, from the same button', async () => {
  render(<DropdownMenu label="Mais" entries={entries} trigger={<button type="button">Mais</button>} />);
  const button = screen.getByRole('button', { name: 'Mais' });
  expect(button).toHaveAttribute('aria-haspopup', 'menu');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  expect(await screen.findByRole('menuitem', { name: 'Copiar' })).toBeInTheDocument();
  expect(button).toBeInTheDocument();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('menu')).toBeNull();
});

test('who opens a menu with a key stands on its first entry', async () => {
  render(<DropdownMenu label="Mais" entries={entries} trigger={<button type="button">Mais</button>} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Copiar' })).toHaveFocus());
});

test('the menu of the right button opens, and the browser shows none of its own', async () => {
  const shown = vi.fn<(prevented: boolean) => void>();
  document.addEventListener('contextmenu', (event) => shown(event.defaultPrevented), { once: true });
  render(<ContextMenu label="Mais" entries={entries} trigger={<a href="/1">Helena</a>} />);
  await userEvent.pointer({ keys: '[MouseRight]', target: screen.getByRole('link') });
  expect(await screen.findByRole('menuitem', { name: 'Copiar' })).toBeInTheDocument();
  expect(shown).toHaveBeenCalledWith(true);
});

test('a panel opens at the first press, and what the control does by itself is done too', async () => {
  const pressed = vi.fn();
  render(
    <Popover
      label="Avisos"
      trigger={
        <button type="button" onClick={pressed}>
          Avisos
        </button>
      }
    >
      Nada de novo
    </Popover>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByRole('dialog', { name: 'Avisos' })).toHaveTextContent('Nada de novo');
  expect(pressed).toHaveBeenCalledOnce();
});

test('a tooltip describes the control that has the focus by the keyboard, and no control that was pressed', async () => {
  render(
    <>
      <Tooltip text="Enviar mensagem">
        <button type="button">Enviar</button>
      </Tooltip>
      <button type="button">Outro</button>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Enviar' });
  await userEvent.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Enviar mensagem');
  expect(button).toHaveAccessibleDescription('Enviar mensagem');
  await userEvent.tab();
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(button).not.toHaveAttribute('aria-describedby');
  await userEvent.click(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('a focus that a menu gives back after a press shows no tooltip; one by the keyboard does', async () => {
  render(
    <Tooltip text="Mais ações">
      <button type="button">Mais</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  const shown = vi.spyOn(button, 'matches').mockReturnValue(false);
  // Asleep, and awake from pointing at it.
  act(() => button.focus());
  await userEvent.hover(button);
  act(() => button.blur());
  act(() => button.focus());
  await userEvent.unhover(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
  act(() => button.blur());
  shown.mockReturnValue(true);
  act(() => button.focus());
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Mais ações');
});

test('a tooltip comes after a moment of pointing and goes with the pointer; who left before does not see it', async () => {
  render(
    <Tooltip text="Enviar mensagem">
      <button type="button">Enviar</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  await userEvent.hover(button);
  await userEvent.unhover(button);
  await userEvent.hover(button);
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
});
