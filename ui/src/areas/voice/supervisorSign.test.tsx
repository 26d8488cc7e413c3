// Tests of the supervisor's sign in the agent's call bar, and of its announcement.
import type { CallSupervisor, SupervisionMode } from 'core-wasm';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { SupervisorSign } from './SupervisorSign';

const announced: string[] = [];
vi.mock('../../design/Announcer', () => ({ announce: (text: string) => announced.push(text) }));

const one = (mode: SupervisionMode, name = 'Carla Dias'): CallSupervisor => ({ name, mode });

beforeEach(async () => {
  await startI18n('pt-BR');
  announced.length = 0;
});

test('[BEY-137] the sign shows the mode of the supervisor, and each change is announced once', () => {
  const { rerender, container } = render(<SupervisorSign supervisors={[]} />);
  const show = (...supervisors: CallSupervisor[]): void => rerender(<SupervisorSign supervisors={supervisors} />);
  expect(container).toBeEmptyDOMElement();
  show(one('listen'));
  expect(screen.getByText('Supervisor ouvindo')).toBeVisible();
  show(one('listen'), one('listen', 'Marcos Prado'));
  show(one('whisper'));
  expect(screen.getByText('Supervisor orientando, o cliente não ouve')).toBeVisible();
  show(one('whisper'), one('barge', 'Marcos Prado'));
  expect(screen.getByText('Supervisor na ligação')).toBeVisible();
  show();
  expect(container).toBeEmptyDOMElement();
  expect(announced).toEqual([
    'Supervisor ouvindo',
    'Supervisor orientando, o cliente não ouve',
    'Supervisor na ligação',
    'O supervisor saiu da ligação',
  ]);
});
