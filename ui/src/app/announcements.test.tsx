// Tests of the core's messages for screen readers.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import { CoreProvider } from '../core/react';
import { Announcer } from '../design/Announcer';
import { startI18n } from '../i18n';
import { Announcements } from './Announcements';

beforeEach(async () => {
  await startI18n('pt-BR');
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const sentence = (number: number, key: string) => ({ number, text: { key, params: {}, fallback: undefined } });
const polite = () => screen.getByRole('status').textContent.trim();

test('sentences that arrive between two renders are all announced, each once', () => {
  const core = new FakeCore({ announcements: [] });
  render(
    <CoreProvider core={core}>
      <Announcer />
      <Announcements />
    </CoreProvider>,
  );
  const lost = sentence(1, 'connection.announce.lost');
  const message = sentence(2, 'chat.announce.newMessage');
  act(() => core.set('announcements', [lost, message]));
  const first = polite();
  act(() => void vi.advanceTimersByTime(200));
  const second = polite();
  act(() => void vi.advanceTimersByTime(1_000));
  expect([first, second, polite()]).toEqual([
    'Conexão perdida',
    'Nova mensagem do cliente',
    'Nova mensagem do cliente',
  ]);

  act(() => core.set('announcements', [lost, message, sentence(3, 'connection.announce.lost')]));
  expect(polite()).toBe('Conexão perdida');
});
