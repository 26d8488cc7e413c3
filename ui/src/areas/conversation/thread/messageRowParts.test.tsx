// Tests of the parts above a message of the thread.
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startI18n } from '../../../i18n';
import { MessageRow } from './MessageRow';

beforeEach(() => startI18n('pt-BR'));

const message = { kind: 'system', id: 's1', time: 1_000, text: 'Conversa iniciada' } as const;

test('the line "novas mensagens" is above the first message that the agent has not seen', () => {
  const { rerender } = render(<MessageRow day={undefined} message={message} first last />);
  expect(screen.queryByText(/novas mensagens/i)).toBeNull();
  rerender(<MessageRow day={undefined} unreadDivider message={message} first last />);
  expect(screen.getByText(/novas mensagens/i)).toBeInTheDocument();
});
