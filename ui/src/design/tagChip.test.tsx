// Tests that a tag shows its name and its own colour, and accepts only colours.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TagChip, TagSquare } from './TagChip';

const square = (container: HTMLElement): HTMLElement => container.querySelector('i') as HTMLElement;

test.each([
  ['#1B5E20', '#1B5E20'],
  ['#fff', '#fff'],
  ['url(https://exemplo.com.br/rastro.png)', ''],
  ['red', ''],
  ['', ''],
])('the square of the colour %j is filled with %j', (color, filled) => {
  const { container } = render(<TagSquare color={color} />);
  expect(square(container).style.getPropertyValue('--tag-color')).toBe(filled);
});

test('a tag that can be removed has a button with its own name', async () => {
  const onRemove = vi.fn();
  render(<TagChip name="VIP" color="#1B5E20" onRemove={onRemove} removeLabel="Remover VIP" />);
  await userEvent.click(screen.getByRole('button', { name: 'Remover VIP' }));
  expect(onRemove).toHaveBeenCalledOnce();
});

test('a tag that cannot be removed has no button', () => {
  render(<TagChip name="VIP" color="#1B5E20" />);
  expect(screen.getByText('VIP')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
