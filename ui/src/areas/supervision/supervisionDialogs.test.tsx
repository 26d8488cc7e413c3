// Tests of the warning that a supervisor reads before ending an agent's session.
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { ConfirmForceDisconnectDialog } from './SupervisionDialogs';

beforeEach(() => startI18n('pt-BR'));

test.each([
  [0, 'O agente sai do sistema e os canais são desconectados.'],
  [
    1,
    'O agente sai do sistema e os canais são desconectados. Há 1 atendimento aberto, que volta para a fila em alguns minutos.',
  ],
  [
    3,
    'O agente sai do sistema e os canais são desconectados. Há 3 atendimentos abertos, que voltam para a fila em alguns minutos.',
  ],
])('for %i open attendances, the question says what happens to them', (openJobs, text) => {
  render(<ConfirmForceDisconnectDialog open name="Ana" openJobs={openJobs} onConfirm={vi.fn()} onCancel={vi.fn()} />);
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(text);
});
