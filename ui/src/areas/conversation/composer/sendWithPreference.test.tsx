// Tests of the preference for the key that sends a message.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SendWith } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { SendWithPreference } from './SendWithPreference';

beforeEach(() => startI18n('pt-BR'));

test.each<[SendWith, RegExp, SendWith]>([
  ['enter', /^Ctrl\+Enter/, 'ctrlEnter'],
  ['ctrlEnter', /^Enter/, 'enter'],
])(
  'given that "%s" sends, when the agent chooses the other key, then that key is saved',
  async (sendWith, other, expected) => {
    const onSendWithChange = vi.fn();
    render(<SendWithPreference sendWith={sendWith} onSendWithChange={onSendWithChange} />);
    const choice = screen.getByRole('radio', { name: other });
    expect(choice).not.toBeChecked();
    await userEvent.click(choice);
    expect(onSendWithChange.mock.calls).toEqual([[expected]]);
  },
);
