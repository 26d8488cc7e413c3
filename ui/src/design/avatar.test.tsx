// Tests of an avatar's content: the initials of a name, or an icon if there is only a number or nothing.
import { render } from '@testing-library/react';
import { Building2 } from 'lucide-react';
import { expect, test } from 'vitest';
import { Avatar } from './Avatar';

test.each([
  ['MA', 'MA'],
  ['Ç', 'Ç'],
  ['5M', '5M'],
  ['李', '李'],
])('initials "%s" with a letter are shown', (initials, shown) => {
  const { container } = render(<Avatar initials={initials} color="#517693" />);
  expect(container).toHaveTextContent(shown);
  expect(container.querySelector('svg')).toBeNull();
});

test.each(['5', '+5', '55', ''])('for "%s", which is of a number or of nothing, a person icon is drawn', (initials) => {
  const { container } = render(<Avatar initials={initials} color="#517693" size={26} />);
  expect(container).toHaveTextContent('');
  expect(container.querySelector('.lucide-user-round')).not.toBeNull();
});

test('a company without a letter in its name has its own icon', () => {
  const { container } = render(<Avatar initials="9" color="#517693" nameless={Building2} />);
  expect(container.querySelector('.lucide-building-2')).not.toBeNull();
});
