// Tests of the workspace without an open attendance: its text, and the button that connects the channels.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import type { Receiving } from '../channels/receiving';
import { WorkspaceEmpty } from './WorkspaceEmpty';

beforeEach(() => startI18n('pt-BR'));

test.each<[Receiving, string]>([
  [{ state: 'available' }, 'Aguardando atendimentos'],
  [{ state: 'some', channels: ['chat'] }, 'Aguardando atendimentos'],
  [{ state: 'wrapUp' }, 'Em pós-atendimento'],
  [{ state: 'paused' }, 'Em pausa'],
  [{ state: 'notNow' }, 'Nenhum canal recebe agora'],
  [{ state: 'disconnected' }, 'Nenhum canal conectado'],
])('[BEY-159] given %j, the workspace says "%s"', (receiving, title) => {
  render(<WorkspaceEmpty receiving={receiving} hasJobs={false} />);
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.queryByText(/disponível/)).toBeNull();
});

test.each([false, true])(
  'while no channel is connected there is a button to connect; attendances in the list: %s',
  async (hasJobs) => {
    const onConnect = vi.fn();
    const connect = { several: true, pending: false, onConnect };
    render(<WorkspaceEmpty receiving={{ state: 'disconnected' }} hasJobs={hasJobs} connect={connect} />);
    await userEvent.click(screen.getByRole('button', { name: 'Conectar tudo' }));
    expect(onConnect).toHaveBeenCalledOnce();
  },
);
