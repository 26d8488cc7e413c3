// Tests of the card of an internal call: the content of each stage, and the effect of its buttons and keys.
import type { InternalCallView } from 'core-wasm';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { useShortcutListener } from '../../shared/shortcuts';
import { FakeCore } from '../../../test/fakeCore';
import { InternalCallCardContainer } from './InternalCallCardContainer';

const call = (changes: Partial<InternalCallView>): InternalCallView => ({
  stage: 'inProgress',
  isCaller: true,
  name: 'Rafael Souza',
  initials: 'RS',
  color: '#517693',
  extension: '4027',
  groups: ['Suporte N2'],
  since: 1_000,
  here: true,
  muted: false,
  ...changes,
});

function Keys() {
  useShortcutListener(true);
  return null;
}

let core: FakeCore;
beforeEach(async () => {
  await startI18n('pt-BR');
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
});

function show(changes: Partial<InternalCallView>) {
  core = new FakeCore({ internalCall: call(changes) });
  return render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <Keys />
        <InternalCallCardContainer />
      </CoreProvider>
    </TooltipProvider>,
  );
}

test('[INT-004] a colleague who calls shows the ringing card, without taking the focus', async () => {
  show({ stage: 'ringing', isCaller: false });
  const card = screen.getByRole('alertdialog', { name: 'Chamada de Rafael Souza, ramal 4027' });
  expect(card).toHaveTextContent('ramal 4027 · Suporte N2');
  expect(card).not.toContainElement(document.activeElement as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: /Atender/ }));
  await userEvent.click(screen.getByRole('button', { name: /Recusar/ }));
  expect(core.intents).toEqual([
    { area: 'colleagues', type: 'acceptColleague' },
    { area: 'colleagues', type: 'declineColleague' },
  ]);
});

test('F2 accepts the call and Alt+Shift+R declines it', async () => {
  show({ stage: 'ringing', isCaller: false });
  fireEvent.keyDown(document.body, { key: 'F2', code: 'F2' });
  await userEvent.keyboard('{Alt>}{Shift>}[KeyR]{/Shift}{/Alt}');
  expect(core.intents.map(({ type }) => type)).toEqual(['acceptColleague', 'declineColleague']);
});

test('a call that rings on the desk phone cannot be accepted in the page', () => {
  show({ stage: 'ringing', isCaller: false, here: false });
  expect(screen.queryByRole('button', { name: /Atender/ })).toBeNull();
  expect(screen.getByText('Atenda no seu telefone')).toBeVisible();
});

test('[INT-005] the call in progress has its time, a mute button and a hang-up button', async () => {
  show({});
  expect(screen.getByRole('region', { name: 'Ligação com Rafael Souza' })).toHaveTextContent('você ligou');
  expect(screen.getByRole('timer')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Mudo/ }));
  expect(core.intents.at(-1)).toEqual({ area: 'voice', type: 'mute', muted: true });
  act(() => core.set('internalCall', call({ muted: true })));
  expect(screen.getByRole('button', { name: /Mudo/ })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(screen.getByRole('button', { name: /Encerrar/ }));
  expect(core.intents.at(-1)).toEqual({ area: 'colleagues', type: 'hangUpColleague' });
});

test('the key hangs up a call when it is pressed twice', async () => {
  show({});
  await userEvent.keyboard('{Alt>}{Shift>}[KeyE]{/Shift}{/Alt}');
  expect(core.intents).toEqual([]);
  await userEvent.keyboard('{Alt>}{Shift>}[KeyE]{/Shift}{/Alt}');
  expect(core.intents).toEqual([{ area: 'colleagues', type: 'hangUpColleague' }]);
});

test('a call that is being dialled can be cancelled', async () => {
  show({ stage: 'calling', since: undefined });
  expect(screen.getByText('Chamando…')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(core.intents).toEqual([{ area: 'colleagues', type: 'hangUpColleague' }]);
});

test.each(['ringing', 'calling', 'inProgress'] as const)(
  '[INT-006] after a call that was %s there is no card',
  (stage) => {
    const { container } = show({ stage, isCaller: stage !== 'ringing' });
    expect(container).not.toBeEmptyDOMElement();
    act(() => core.set('internalCall', undefined));
    expect(container).toBeEmptyDOMElement();
  },
);
