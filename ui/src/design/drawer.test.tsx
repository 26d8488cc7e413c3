// Tests of a panel beside a page: Esc closes the topmost part, and the focus moves into the panel and returns.
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n';
import { Drawer } from './Drawer';
import { IconButton } from './IconButton';
import { DropdownMenu } from './Menu';
import { TooltipProvider } from './Tooltip';
import { useSidePanel } from './useSidePanel';

const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  return startI18n('pt-BR');
});

test('Esc in a menu of a drawer closes the menu only, and the next Esc the drawer', async () => {
  const entries = [{ kind: 'action', id: 'a', label: 'Exportar', onSelect: vi.fn() }] as const;
  render(
    <TooltipProvider>
      <Drawer title="Resumo" onClose={onClose}>
        <DropdownMenu label="Ações" entries={entries} trigger={<IconButton glyph={X} label="Mais" />} />
      </Drawer>
    </TooltipProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Mais' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Esc in a layer over the drawer does not close it, and Esc in a field inside does, unless an input method composes', () => {
  render(
    <TooltipProvider>
      <Drawer title="Mídia" onClose={onClose}>
        <input aria-label="Busca" />
        {createPortal(<button type="button">Foto</button>, document.body)}
      </Drawer>
    </TooltipProvider>,
  );
  fireEvent.keyDown(screen.getByRole('button', { name: 'Foto' }), { key: 'Escape' });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape', isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each(['menu', 'dialog', 'alertdialog'])(
  'Esc in a layer of the role %s inside the drawer does not close the drawer',
  (role) => {
    render(
      <TooltipProvider>
        <Drawer title="Mídia" onClose={onClose}>
          <div role={role} aria-label="Camada">
            <button type="button">Foto</button>
          </div>
        </Drawer>
      </TooltipProvider>,
    );
    fireEvent.keyDown(screen.getByRole('button', { name: 'Foto' }), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
  },
);

function Panel({ subject }: { subject: string }) {
  const { panel, onKeyDownCapture } = useSidePanel(onClose, subject);
  return (
    <aside ref={panel} tabIndex={-1} aria-label={subject} onKeyDownCapture={onKeyDownCapture}>
      <button type="button">Dentro</button>
    </aside>
  );
}

function Page({ subject }: { subject?: string }) {
  return (
    <>
      <button type="button">Linha 1</button>
      <button type="button">Linha 2</button>
      {subject !== undefined && <Panel subject={subject} />}
    </>
  );
}

const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());

test('each new subject moves the focus into the panel, and closing returns it to the row that opened the last subject', () => {
  const { rerender } = render(<Page />);
  focus('Linha 1');
  rerender(<Page subject="A" />);
  expect(screen.getByRole('complementary', { name: 'A' })).toHaveFocus();
  focus('Linha 2');
  rerender(<Page subject="B" />);
  expect(screen.getByRole('complementary', { name: 'B' })).toHaveFocus();
  rerender(<Page />);
  expect(screen.getByRole('button', { name: 'Linha 2' })).toHaveFocus();
});

test('when the subject changes while the focus is in the panel, the focus still returns to the row', () => {
  const { rerender } = render(<Page />);
  focus('Linha 1');
  rerender(<Page subject="A" />);
  focus('Dentro');
  rerender(<Page subject="B" />);
  expect(screen.getByRole('complementary', { name: 'B' })).toHaveFocus();
  rerender(<Page />);
  expect(screen.getByRole('button', { name: 'Linha 1' })).toHaveFocus();
});

test('a focus outside the panel stays there when the panel closes', () => {
  const { rerender } = render(<Page />);
  focus('Linha 1');
  rerender(<Page subject="A" />);
  focus('Linha 2');
  rerender(<Page />);
  expect(screen.getByRole('button', { name: 'Linha 2' })).toHaveFocus();
});
