// Tests of the choice of the columns in the list of contacts. The name is always the first one and cannot be moved or
// hidden.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContactColumnView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ColumnsPopover } from './ColumnsPopover';

beforeEach(() => startI18n('pt-BR'));

const column = (database: string): ContactColumnView =>
  ({ database, label: database }) as Partial<ContactColumnView> as ContactColumnView;
const [name, phone, email, plan] = ['fullname', 'phone', 'email', 'plano'].map(column);

async function open() {
  const onChange = vi.fn<(columns: string[]) => void>();
  const all = [name, phone, email, plan].flatMap((given) => given ?? []);
  render(
    <TooltipProvider>
      <ColumnsPopover all={all} shown={all.slice(0, 3)} onChange={onChange} />
    </TooltipProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button'));
  return { user, onChange };
}

test('the list of columns does not contain the name, and hidden columns follow the shown ones', async () => {
  const { user, onChange } = await open();
  expect(screen.getAllByRole('checkbox').map((box) => [box.ariaLabel ?? box.parentElement?.textContent])).toEqual([
    ['phone'],
    ['email'],
    ['plano'],
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'plano' }));
  expect(onChange).toHaveBeenLastCalledWith(['fullname', 'phone', 'email', 'plano']);
  await user.click(screen.getByRole('checkbox', { name: 'phone' }));
  expect(onChange).toHaveBeenLastCalledWith(['fullname', 'email']);
});

test('a column moves by one place, and the first one cannot move up', async () => {
  const { user, onChange } = await open();
  await user.click(screen.getByRole('button', { name: 'Mover email para antes' }));
  expect(onChange).toHaveBeenLastCalledWith(['fullname', 'email', 'phone']);
  onChange.mockClear();
  await user.click(screen.getByRole('button', { name: 'Mover phone para antes' }));
  expect(onChange).not.toHaveBeenCalled();
});
