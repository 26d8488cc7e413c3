// The call in the row of its attendance.
import { render } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { startI18n } from '../../i18n';
import { LiveCall } from './LiveCall';

beforeEach(() => startI18n('pt-BR'));

const customer = (music: boolean) => ({ role: 'customer', music, since: Date.now() - 48_000 });
const room = (phase: string, music: boolean) => ({
  transfer: { phase },
  parties: [{ role: 'agent' }, customer(music)],
});

test.each([
  ['a call of two', undefined, 'Em ligação'],
  ['a colleague who is called', room('ringing', true), 'Em espera · 00:48'],
  ['a consultation', room('consulting', true), 'Em espera · 00:48'],
  ['the customer, swapped back', room('withCustomer', false), 'Em ligação'],
])('during %s the row says whether the customer waits', (_, shown, expected) => {
  const callBar = { protocol: 'V1', status: 'inCall', since: Date.now() - 300_000, room: shown };
  const { container } = render(
    <CoreProvider core={new FakeCore({ callBar })}>
      <LiveCall protocol="V1" />
    </CoreProvider>,
  );
  expect(container).toHaveTextContent(expected);
});
