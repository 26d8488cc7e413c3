// Tests of the tabs of a panel.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Tabs } from './Tabs';

const tabs = (fill: boolean) => [
  { value: 'text', label: 'Script', content: <p>Bom dia</p>, fill },
  { value: 'media', label: 'Media', content: <p>Nada</p> },
];

test.each([
  { fill: true, focused: 'Next' },
  { fill: false, focused: 'Script' },
])('the keyboard stops at a panel only if the panel itself scrolls (filled: $fill)', async ({ fill, focused }) => {
  render(
    <>
      <Tabs label="Details" tabs={tabs(fill)} value="text" onChange={() => undefined} />
      <button type="button">Next</button>
    </>,
  );
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('tab', { name: 'Script' })).toHaveFocus();
  await user.tab();
  expect(document.activeElement).toHaveAccessibleName(focused);
});
