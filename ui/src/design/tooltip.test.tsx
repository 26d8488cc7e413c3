// When the name of a control shows.
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

test('the name shows after a while of hover', async () => {
  const { link, user } = show();
  await user.hover(link);
  await wait(300);
  expect(shown()).toBeUndefined();
  await wait(200);
  expect(shown()).toBe('Contatos');
});

test('a link that was pressed does not cover its page with its name until the pointer comes again', async () => {
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

test('the name of a pressed control shows when the focus comes back by a key', async () => {
  const { link, user } = show();
  await user.click(link);
  await wait(1_000);
  await user.tab();
  await user.tab();
  expect([document.activeElement === link, shown()]).toEqual([true, 'Contatos']);
});
