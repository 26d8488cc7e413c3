// Tests of when the name of a control is shown.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip, TooltipProvider } from './Tooltip';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const shown = () => screen.queryByRole('tooltip')?.textContent;
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function show() {
  render(
    <TooltipProvider>
      <Tooltip text="Contatos">
        <a href="/contacts" onClick={(event) => event.preventDefault()}>
          C
        </a>
      </Tooltip>
    </TooltipProvider>,
  );
  return { link: screen.getByRole('link'), user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

test('the name of a control is shown after a short hover', async () => {
  const { link, user } = show();
  await user.hover(link);
  await wait(300);
  expect(shown()).toBeUndefined();
  await wait(200);
  expect(shown()).toBe('Contatos');
});

test('a link that was pressed shows no tooltip until the pointer enters it again', async () => {
  const { link, user } = show();
  await user.hover(link);
  await user.click(link);
  await wait(1_000);
  expect(shown()).toBeUndefined();
  await user.unhover(link);
  await wait(1_000);
  await user.hover(link);
  await wait(500);
  expect(shown()).toBe('Contatos');
});

test('the name of a pressed control is shown when a key moves the focus back to it', async () => {
  const { link, user } = show();
  await user.click(link);
  await wait(1_000);
  await user.tab();
  await user.tab();
  expect([document.activeElement === link, shown()]).toEqual([true, 'Contatos']);
});
