// Tests of the list of found messages in both searches: of long lists only visible rows and the row with the focus are
// rendered.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDesk } from '../../../test/whatsappDesk';
import { TooltipProvider } from '../../design/Tooltip';
import { MessageSearch, type MessageSearchTexts } from './MessageSearch';

beforeEach(async () => {
  await prepareDesk();
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(72);
});
afterEach(() => vi.unstubAllGlobals());

const texts: MessageSearchTexts = {
  label: 'field',
  placeholder: '',
  clear: 'clear',
  results: 'results',
  searching: 'searching',
  empty: 'empty',
  nothing: 'nothing',
  failed: 'failed',
  loadingMore: 'loading more',
  moreFailed: 'more failed',
  found: 'found',
};
const count = 400;
const rows = Array.from({ length: count }, (_, index) => ({ id: `m${index}` }));

function search() {
  const onOpen = vi.fn();
  render(
    <TooltipProvider>
      <MessageSearch
        text="boleto"
        phase="found"
        texts={texts}
        results={rows}
        shown={({ id }) => ({ title: id, time: undefined, excerpt: [{ text: 'boleto', found: true }] })}
        more="complete"
        onType={vi.fn()}
        onMore={vi.fn()}
        onOpen={onOpen}
      />
    </TooltipProvider>,
  );
  return onOpen;
}
const list = () => screen.getByRole('list', { name: 'results' });
const drawn = () => within(list()).getAllByRole('button');

test('of 400 results only the visible ones are drawn, each with its place in the list [BEY-162]', () => {
  search();
  expect(drawn().length).toBeGreaterThan(8);
  expect(drawn().length).toBeLessThan(60);
  const [first] = within(list()).getAllByRole('listitem');
  expect(first).toHaveAttribute('aria-posinset', '1');
  expect(first).toHaveAttribute('aria-setsize', String(count));
});

test('the result with the focus stays drawn while the list scrolls [BEY-162]', async () => {
  const onOpen = search();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const second = screen.getByRole('button', { name: /^m1 ?boleto/ });
  expect(second).toHaveFocus();
  const panel = list().parentElement ?? document.body;
  act(() => {
    panel.scrollTop = 15_000;
    fireEvent.scroll(panel);
  });
  expect(screen.queryByRole('button', { name: /^m3 ?boleto/ })).toBeNull();
  expect(second).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onOpen.mock.calls).toEqual([['m1']]);
});
