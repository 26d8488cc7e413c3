// The snackbars and the core, which controls their duration.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import { CoreProvider } from '../core/react';
import { TooltipProvider } from '../design/Tooltip';
import { startI18n } from '../i18n';
import { SnackbarRegionContainer } from './SnackbarRegionContainer';

beforeEach(() => startI18n('pt-BR'));

const saved = {
  id: 1,
  type: 'success',
  title: undefined,
  body: { key: 'contacts.saved', params: {}, fallback: undefined },
  time: 0,
};
const finished = {
  id: 2,
  type: 'info',
  title: undefined,
  body: { key: 'jobFinished', params: { protocol: '2026' }, fallback: undefined },
  time: 0,
};

function shown(protocol?: string, slices: Record<string, unknown> = {}): FakeCore {
  const core = new FakeCore({ snackbars: { items: [saved] }, dialog: undefined, ...slices });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <SnackbarRegionContainer protocol={protocol} wholePage={false} />
      </CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

test("the core gets the length of a snackbar's text in the language of the page", () => {
  const core = shown();
  expect(screen.getByText('Alterações salvas com sucesso')).toBeInTheDocument();
  expect(core.intents).toEqual([
    { area: 'shell', type: 'snackbarShown', id: 1, chars: 'Alterações salvas com sucesso'.length },
  ]);
});

test('while the pointer is on a snackbar, all snackbars stay, also a new one', () => {
  const core = shown();
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Avisos' }));
  act(() => core.set('snackbars', { items: [finished, saved] }));
  expect(core.intents.slice(1)).toEqual([
    { area: 'shell', type: 'snackbarHeld', id: 1, held: true },
    { area: 'shell', type: 'snackbarShown', id: 2, chars: 'Atendimento 2026 finalizado'.length },
    { area: 'shell', type: 'snackbarHeld', id: 2, held: true },
  ]);
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Avisos' }));
  expect(core.intents.slice(4)).toEqual([
    { area: 'shell', type: 'snackbarHeld', id: 2, held: false },
    { area: 'shell', type: 'snackbarHeld', id: 1, held: false },
  ]);
});

test.each([
  ['no attendance', undefined, undefined, null],
  ['a conversation', 'P1', 'chat', 'overConversation'],
  ['a voice attendance', 'P1', 'voice', 'overScript'],
])('given %s, then the style sheet gets the places that snackbars must leave free', (_, protocol, channel, place) => {
  const core = shown(protocol, { 'job:P1': { name: 'Ana', channel } });
  const region = screen.getByRole('region', { name: 'Avisos' });
  expect(region.getAttribute('data-raised')).toBe(place);
  // The buttons of a dialog are at its foot.
  act(() => core.set('dialog', { kind: 'preferences' }));
  expect(region).not.toHaveAttribute('data-raised');
});

test('closing a snackbar dismisses it in the core', () => {
  const core = shown();
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  expect(core.intents[core.intents.length - 1]).toEqual({ area: 'shell', type: 'snackbarDismissed', id: 1 });
});

test('a snackbar about a customer names the customer and opens the conversation, unless it is open [BEY-152]', () => {
  const customer = { protocol: 'P2', contactId: '7', name: 'Paula Barreto', initials: 'PB', color: '#517693' };
  const ended = { ...finished, body: { ...finished.body, key: 'endChatByClient' }, customer };
  const core = shown(undefined, { snackbars: { items: [{ ...ended, opens: true }] } });
  expect(screen.getByRole('status')).toHaveTextContent(/^Paula BarretoO cliente encerrou o chat/);
  fireEvent.click(screen.getByRole('button', { name: 'Abrir a conversa com Paula Barreto' }));
  expect(core.intents.slice(1)).toEqual([
    { area: 'notifications', type: 'openCustomer', protocol: 'P2', contactId: '7' },
    { area: 'shell', type: 'snackbarDismissed', id: 2 },
  ]);
  act(() => core.set('snackbars', { items: [ended] }));
  expect(screen.queryByRole('button', { name: /^Abrir/ })).toBeNull();
});
