// What the agent is asked before an attendance ends.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { startI18n } from '../../i18n';
import { FinishDialogContainer } from './FinishDialogContainer';

beforeEach(() => startI18n('pt-BR'));

test.each([
  ['voice', 'Encerrar ligação', 'A ligação com Ana será encerrada. Depois, qualifique o atendimento.', 'Encerrar'],
  [
    'chat',
    'Finalizar atendimento',
    'A conversa com Ana será encerrada. Depois, qualifique o atendimento.',
    'Finalizar',
  ],
])('given an attendance of %s, then the question names what ends', async (channel, title, text, confirm) => {
  const core = new FakeCore({ 'job:P1': { name: 'Ana', channel } });
  render(
    <CoreProvider core={core}>
      <FinishDialogContainer dialog={{ kind: 'confirmFinish', protocol: 'P1' }} onClose={() => undefined} />
    </CoreProvider>,
  );
  expect(screen.getByRole('alertdialog', { name: title })).toHaveAccessibleDescription(text);
  await userEvent.click(screen.getByRole('button', { name: confirm }));
  expect(core.intents).toEqual([{ area: 'jobs', type: 'finishJob', protocol: 'P1', confirmed: true }]);
});
