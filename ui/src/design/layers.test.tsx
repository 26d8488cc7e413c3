// Menus, panels and tooltips and the controls that open them.
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openerNow } from './dialogFocus';
import { IconButton } from './IconButton';
import { ContextMenu, DropdownMenu, RowMenu, type MenuEntry } from './Menu';
import { Popover } from './Popover';
import { Tooltip, TooltipProvider } from './Tooltip';

const entries: ReadonlyArray<MenuEntry> = [{ kind: 'action', id: 'copy', label: 'Copiar', onSelect: () => undefined }];

test('a pressed button opens its menu, and Esc closes it and returns the focus', async () => {
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

test('a menu entry that is not available shows the reason and cannot be chosen', async () => {
  const onSelect = vi.fn();
  const unavailable: MenuEntry = {
    kind: 'action',
    id: 'copy',
    label: 'Copiar',
    disabledReason: 'Nada selecionado',
    onSelect,
  };
  render(<DropdownMenu label="Mais" entries={[unavailable]} trigger={<button type="button">Mais</button>} />);
  await userEvent.click(screen.getByRole('button', { name: 'Mais' }));
  const item = await screen.findByRole('menuitem', { name: /Copiar/ });
  expect(item).toHaveTextContent('Nada selecionado');
  expect(item).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onSelect).not.toHaveBeenCalled();
});

test('opening a menu with a key focuses its first entry', async () => {
  render(<DropdownMenu label="Mais" entries={entries} trigger={<button type="button">Mais</button>} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Copiar' })).toHaveFocus());
});

const rowMenu = (
  <main>
    <RowMenu label="Ações" entries={entries}>
      …
    </RowMenu>
    <button type="button">Outro</button>
  </main>
);
/** Number of elements that the menu of a row adds to the page. */
const mounted = () => document.querySelectorAll('[aria-hidden="true"]').length;

test('the menu of a row is mounted when the pointer reaches its button, and the button stays the same element', async () => {
  render(rowMenu);
  const button = screen.getByRole('button', { name: 'Ações' });
  expect([mounted(), button.getAttribute('aria-haspopup')]).toEqual([0, 'menu']);
  await userEvent.hover(button);
  expect(mounted()).toBe(1);
  await userEvent.click(button);
  expect(await screen.findByRole('menuitem', { name: 'Copiar' })).toBeInTheDocument();
  expect(screen.getByRole('menu')).toHaveAccessibleName('Ações');
  expect(screen.getByRole('main')).toContainElement(screen.getByRole('menu'));
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the menu of a row opens at a touch, and a second press closes it', async () => {
  render(rowMenu);
  const button = screen.getByRole('button', { name: 'Ações' });
  await userEvent.pointer({ keys: '[TouchA]', target: button });
  expect(await screen.findByRole('menuitem', { name: 'Copiar' })).toBeInTheDocument();
  await userEvent.click(button);
  expect(screen.queryByRole('menu')).toBeNull();
});

test.each(['{Enter}', ' ', '{ArrowDown}'])('%j opens the menu of a row at its first entry', async (key) => {
  render(rowMenu);
  await userEvent.tab();
  await userEvent.keyboard(key);
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Copiar' })).toHaveFocus());
});

test('a press elsewhere closes the menu of a row and keeps the focus there', async () => {
  render(rowMenu);
  await userEvent.click(screen.getByRole('button', { name: 'Ações' }));
  await screen.findByRole('menu');
  await userEvent.click(screen.getByRole('button', { name: 'Outro' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(screen.getByRole('button', { name: 'Outro' })).toHaveFocus();
});

test('the right mouse button opens the context menu instead of the menu of the browser', async () => {
  const shown = vi.fn<(prevented: boolean) => void>();
  document.addEventListener('contextmenu', (event) => shown(event.defaultPrevented), { once: true });
  render(<ContextMenu label="Mais" entries={entries} trigger={<a href="/1">Helena</a>} />);
  await userEvent.pointer({ keys: '[MouseRight]', target: screen.getByRole('link') });
  expect(await screen.findByRole('menuitem', { name: 'Copiar' })).toBeInTheDocument();
  expect(shown).toHaveBeenCalledWith(true);
});

test('a pressed control opens its panel, and its own click handler runs too', async () => {
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

test('a tooltip describes the control with keyboard focus, not one that was clicked', async () => {
  render(
    <TooltipProvider>
      <Tooltip text="Enviar mensagem">
        <button type="button">Enviar</button>
      </Tooltip>
      <button type="button">Outro</button>
    </TooltipProvider>,
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

test('focus that the browser does not show opens no tooltip; focus moved with Tab does', async () => {
  render(
    <TooltipProvider>
      <Tooltip text="Mais ações">
        <button type="button">Mais</button>
      </Tooltip>
    </TooltipProvider>,
  );
  const button = screen.getByRole('button');
  const shown = vi.spyOn(button, 'matches').mockReturnValue(false);
  // Text before the hover and after it.
  act(() => button.focus());
  await userEvent.hover(button);
  act(() => button.blur());
  act(() => button.focus());
  await userEvent.unhover(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
  act(() => button.blur());
  shown.mockReturnValue(true);
  await userEvent.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Mais ações');
});

test('a tooltip opens after a short hover, and not if the pointer leaves before', async () => {
  render(
    <TooltipProvider>
      <Tooltip text="Enviar mensagem">
        <button type="button">Enviar</button>
      </Tooltip>
    </TooltipProvider>,
  );
  const button = screen.getByRole('button');
  await userEvent.hover(button);
  await userEvent.unhover(button);
  await userEvent.hover(button);
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
});

test('a control with a tooltip and a menu keeps both: the menu opens at the first click', async () => {
  render(
    <TooltipProvider>
      <DropdownMenu label="Canal" entries={entries} trigger={<IconButton label="Canal" />} />
    </TooltipProvider>,
  );
  const button = screen.getByRole('button', { name: 'Canal' });
  await userEvent.click(button);
  expect(await screen.findByRole('menu', { name: 'Canal' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Canal');
});

test.each([
  [
    'dialog' as const,
    <Popover key="panel" label="Teclado de tons" trigger={<IconButton label="Teclado" />}>
      1 2 3
    </Popover>,
  ],
  [
    'menu' as const,
    <DropdownMenu key="menu" label="Teclado de tons" entries={entries} trigger={<IconButton label="Teclado" />} />,
  ],
])('when Esc closes a %s, then the button that gets the focus back shows no tooltip', async (role, control) => {
  render(<TooltipProvider>{control}</TooltipProvider>);
  const button = screen.getByRole('button', { name: 'Teclado' });
  await userEvent.tab();
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole(role)).toBeInTheDocument();
  expect(screen.queryByRole('tooltip')).toBeNull();
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('a dialog that a menu entry opens returns the focus to the button of the menu', async () => {
  render(<DropdownMenu label="Mais" entries={entries} trigger={<button type="button">Mais</button>} />);
  const button = screen.getByRole('button', { name: 'Mais' });
  expect(openerNow()).toBeNull();
  await userEvent.click(button);
  const entry = await screen.findByRole('menuitem', { name: 'Copiar' });
  act(() => entry.focus());
  expect(openerNow()).toBe(button);
});
