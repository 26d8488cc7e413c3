// Tests of which values a dialog keeps while another dialog covers it, and for how long.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { KeptContext, useKept } from './useKept';

function Field() {
  const [typed, setTyped] = useKept('field', 'first');
  return <input value={typed} onChange={(event) => setTyped(event.target.value)} />;
}

function Dialogs({ shown }: { shown: 'field' | 'urgent' }) {
  const [kept] = useState(() => new Map<string, unknown>());
  return <KeptContext value={kept}>{shown === 'field' && <Field />}</KeptContext>;
}

test('typed text is restored when a more urgent dialog closes, and discarded when the last dialog closes', async () => {
  const { rerender } = render(<Dialogs shown="field" />);
  await userEvent.type(screen.getByRole('textbox'), ' second');
  rerender(<Dialogs shown="urgent" />);
  expect(screen.queryByRole('textbox')).toBeNull();
  rerender(<Dialogs shown="field" />);
  expect(screen.getByRole('textbox')).toHaveValue('first second');
  rerender(<></>);
  rerender(<Dialogs shown="field" />);
  expect(screen.getByRole('textbox')).toHaveValue('first');
});

test('outside of dialogs the hook keeps plain state', async () => {
  render(<Field />);
  await userEvent.type(screen.getByRole('textbox'), '!');
  expect(screen.getByRole('textbox')).toHaveValue('first!');
});
