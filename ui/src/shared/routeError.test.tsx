// A broken part keeps the landmark that skip links lead to.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n';
import { BrokenPartContext, brokenDetails, brokenPage } from './brokenPart';
import { RouteBoundary } from './RouteBoundary';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return startI18n('pt-BR');
});

let isBroken = true;
function Part() {
  if (isBroken) throw new Error('broken');
  return <p>whole</p>;
}

test("when a supervisor's page throws, its error has the id of the board and the page's heading, until the page is shown again", async () => {
  isBroken = true;
  const onBrokenChange = vi.fn();
  render(
    <BrokenPartContext value={brokenPage('board')}>
      <RouteBoundary onBrokenChange={onBrokenChange}>
        <Part />
      </RouteBoundary>
    </BrokenPartContext>,
  );
  expect(screen.getByRole('main')).toHaveAttribute('id', 'board');
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(onBrokenChange).toHaveBeenLastCalledWith(true);
  isBroken = false;
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByText('whole')).toBeInTheDocument();
  expect(onBrokenChange).toHaveBeenLastCalledWith(false);
});

test('when the details throw, their landmark stays next to the conversation', () => {
  isBroken = true;
  render(
    <BrokenPartContext value={brokenDetails}>
      <RouteBoundary>
        <Part />
      </RouteBoundary>
    </BrokenPartContext>,
  );
  expect(screen.getByRole('complementary')).toHaveAttribute('id', 'details');
});
