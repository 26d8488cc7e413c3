// Errors of parts beside the page: only the part is replaced, and the error is reported.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { rootOptions } from '../app/drawingErrors';
import { startI18n } from '../i18n';
import { BrokenLine, PartBoundary } from './PartBoundary';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return startI18n('pt-BR');
});

let isBroken = true;
function Part() {
  if (isBroken) throw new Error('broken part');
  return <p>whole</p>;
}

test('a part that throws leaves its place empty, and is tried again with another key', () => {
  isBroken = true;
  const onBroken = vi.fn();
  const part = (resetKey: string) => (
    <>
      <p>page</p>
      <PartBoundary resetKey={resetKey} onBroken={onBroken}>
        <Part />
      </PartBoundary>
    </>
  );
  const { container, rerender } = render(part('one'));
  expect(container).toHaveTextContent(/^page$/);
  expect(onBroken).toHaveBeenCalledOnce();
  isBroken = false;
  rerender(part('one'));
  expect(container).toHaveTextContent(/^page$/);
  rerender(part('two'));
  expect(screen.getByText('whole')).toBeInTheDocument();
});

test('a part with an error line in its place is shown again on request', async () => {
  isBroken = true;
  render(
    <PartBoundary fallback={(retry) => <BrokenLine onRetry={retry} />}>
      <Part />
    </PartBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Esta parte não pôde ser mostrada.');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(screen.getByText('whole')).toBeInTheDocument();
});

test('an error that a boundary caught reaches the error reporting of the page', () => {
  isBroken = true;
  const thrown: unknown[] = [];
  vi.stubGlobal('setTimeout', (work: () => void) => {
    try {
      work();
    } catch (error) {
      thrown.push(error);
    }
  });
  const root = createRoot(document.createElement('div'), rootOptions);
  act(() =>
    root.render(
      <PartBoundary>
        <Part />
      </PartBoundary>,
    ),
  );
  vi.unstubAllGlobals();
  expect(thrown).toEqual([new Error('broken part')]);
});
