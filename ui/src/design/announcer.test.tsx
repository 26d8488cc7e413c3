// Tests of announcements for screen readers: a sentence is not replaced before it can be read.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, Announcer } from './Announcer';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const polite = () => screen.getByRole('status').textContent.trim();

test('the first sentence is announced at once, and each further one stays long enough to be read', () => {
  render(<Announcer />);
  act(() => {
    announce('Conexão restabelecida');
    announce('Nova mensagem do cliente');
    announce('Canal Chat disponível');
  });
  expect(polite()).toBe('Conexão restabelecida');
  act(() => void vi.advanceTimersByTime(199));
  expect(polite()).toBe('Conexão restabelecida');
  act(() => void vi.advanceTimersByTime(1));
  expect(polite()).toBe('Nova mensagem do cliente');
  act(() => void vi.advanceTimersByTime(200));
  expect(polite()).toBe('Canal Chat disponível');
  act(() => void vi.advanceTimersByTime(200));
  act(() => announce('Mudo'));
  expect(polite()).toBe('Mudo');
});

test('the same sentence again changes the text of the live region, so that it is announced again', () => {
  render(<Announcer />);
  act(() => announce('Mudo'));
  const first = screen.getByRole('status').textContent;
  act(() => {
    vi.advanceTimersByTime(200);
    announce('Mudo');
  });
  expect([polite(), screen.getByRole('status').textContent === first]).toEqual(['Mudo', false]);
});
