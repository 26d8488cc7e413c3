// Keyboard focus in lists and grids: one tab stop, arrows, Home and End, skipped headings, items rendered later.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { useRovingFocus } from './useRovingFocus';

interface ListProps {
  keys: ReadonlyArray<string | null>;
  columns?: number;
  preferred?: string;
  /** Number of items that are rendered until a later one is revealed. */
  itemsDrawnFirst?: number;
}

function List({ keys, columns = 1, preferred, itemsDrawnFirst = keys.length }: ListProps) {
  const container = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState(itemsDrawnFirst);
  const drawn = keys.map((_, index) => index).slice(0, last);
  const focus = useRovingFocus(container, {
    count: keys.length,
    keyAt: (index) => keys[index] ?? null,
    columns,
    preferred: preferred ?? null,
    drawn,
    reveal: (index) => setLast((before) => Math.max(before, index + 1)),
  });
  return (
    <div ref={container} onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
      {drawn.map((index) => {
        const key = keys[index] ?? null;
        if (key === null) return <h2 key={index}>Grupo</h2>;
        return (
          <span key={key} data-item={key}>
            <button type="button" tabIndex={key === focus.tabStop ? 0 : -1}>
              {key}
            </button>
          </span>
        );
      })}
    </div>
  );
}

const expectFocus = (name: string): void => {
  expect(screen.getByRole('button', { name })).toHaveFocus();
};

test('the Tab key moves to the preferred item, and later to the item that last had the focus', async () => {
  render(
    <>
      <List keys={['a', 'b', 'c']} preferred="b" />
      <button type="button">after</button>
    </>,
  );
  await userEvent.tab();
  expectFocus('b');
  await userEvent.keyboard('{ArrowDown}');
  expectFocus('c');
  await userEvent.tab();
  expectFocus('after');
  await userEvent.tab({ shift: true });
  expectFocus('c');
});

test('the arrow keys skip headings and stop at both ends, and with a modifier they do nothing', async () => {
  render(<List keys={[null, 'a', null, 'b']} />);
  await userEvent.tab();
  expectFocus('a');
  await userEvent.keyboard('{ArrowUp}{Control>}{ArrowDown}{/Control}{ArrowRight}');
  expectFocus('a');
  await userEvent.keyboard('{ArrowDown}');
  expectFocus('b');
  await userEvent.keyboard('{ArrowDown}');
  expectFocus('b');
  await userEvent.keyboard('{Home}');
  expectFocus('a');
});

test('in a grid the arrow keys move by one item and by one row', async () => {
  render(<List keys={['a', 'b', 'c', 'd', 'e']} columns={2} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expectFocus('c');
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  expectFocus('b');
  await userEvent.keyboard('{ArrowLeft}{End}');
  expectFocus('e');
});

test('an item that is rendered later takes the focus after it is rendered', async () => {
  render(<List keys={['a', 'b', 'c', 'd']} itemsDrawnFirst={2} />);
  await userEvent.tab();
  await userEvent.keyboard('{End}');
  expectFocus('d');
});
