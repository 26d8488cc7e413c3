// Tests of the warnings that the agent reads before signing out.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { startI18n } from '../../i18n';
import { LogOffDialogContainer } from './LogOffDialogContainer';

beforeEach(() => startI18n('pt-BR'));

const call = { protocol: 'P1', name: 'Helena Duarte', phone: '+55 (11) 95555-0101', status: 'inCall' };
const attendance = { name: 'Helena Duarte', channel: 'voice', disabled: false };

function show(openJobs: number, slices: Record<string, unknown>): FakeCore {
  const core = new FakeCore(slices);
  render(
    <CoreProvider core={core}>
      <LogOffDialogContainer dialog={{ kind: 'confirmSignOut', openJobs }} onClose={() => undefined} />
    </CoreProvider>,
  );
  return core;
}

const inCall = 'Você está em ligação com Helena Duarte. Ao sair, a ligação é encerrada.';
const oneOpen = 'Você tem 1 atendimento aberto. Ao sair, ele volta para a fila.';

test.each([
  ['only a call', 1, call, attendance, 'Sair durante a ligação', inCall],
  ['a call and another attendance', 2, call, attendance, 'Sair durante a ligação', `${inCall} ${oneOpen}`],
  [
    'a call whose attendance has not arrived',
    1,
    { ...call, protocol: '' },
    undefined,
    'Sair durante a ligação',
    `${inCall} ${oneOpen}`,
  ],
  [
    'a call that has ended',
    1,
    { ...call, status: 'ended' },
    { ...attendance, disabled: true },
    'Sair com atendimentos abertos',
    oneOpen,
  ],
  ['no call', 1, undefined, undefined, 'Sair com atendimentos abertos', oneOpen],
])(
  'given %s, when the agent signs out, then the dialog says what happens to it',
  (_, openJobs, bar, job, title, text) => {
    show(openJobs, { callBar: bar, 'job:P1': job });
    expect(screen.getByRole('alertdialog', { name: title })).toHaveAccessibleDescription(text);
  },
);

test('given a call of a number that is not registered, then the dialog shows the number as the call bar does', () => {
  show(1, { callBar: { ...call, name: call.phone }, 'job:P1': attendance });
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/em ligação com \+55 \(11\) 95555-0101\./);
});

test('given a call whose customer is not known yet, then the dialog shows no name', () => {
  show(1, { callBar: { ...call, protocol: '', name: '', phone: '' } });
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
    `Você está em ligação. Ao sair, a ligação é encerrada. ${oneOpen}`,
  );
});

test('the button of the dialog confirms signing out', async () => {
  const core = show(1, { callBar: call, 'job:P1': attendance });
  await userEvent.click(screen.getByRole('button', { name: 'Sair' }));
  expect(core.intents).toEqual([{ area: 'session', type: 'signOut', confirmed: true }]);
});
