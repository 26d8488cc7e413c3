// Tests of the text for the cause of a status.
import i18next from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import { startI18n } from '../../i18n';
import { statusExplanation, type StatusCause } from './why';

beforeEach(() => startI18n('pt-BR'));

const limit = new Date(2026, 10, 20, 15, 0).getTime();

test.each<[StatusCause, string]>([
  [{ status: 'available', openJobs: 0 }, 'Conectado e sem atendimentos abertos'],
  [{ status: 'inAttendance', openJobs: 1 }, 'Há 1 atendimento aberto'],
  [{ status: 'inAttendance', openJobs: 3 }, 'Há 3 atendimentos abertos'],
  [{ status: 'paused', openJobs: 0, pauseName: 'Reunião' }, 'Pausa Reunião'],
  [{ status: 'paused', openJobs: 0, pauseName: 'Almoço', limit }, 'Pausa Almoço, limite às 15:00'],
  [
    { status: 'paused', openJobs: 0, pauseName: 'Almoço', limit, exceeded: true },
    'Pausa Almoço, passou do limite das 15:00',
  ],
  [
    { status: 'scheduledPause', openJobs: 2, pauseName: 'Almoço' },
    'A pausa Almoço começa quando 2 atendimentos terminarem',
  ],
  [
    { status: 'inAttendance', openJobs: 1, cause: 'microphoneRefused' },
    'O microfone está bloqueado no navegador: nenhuma ligação nova chega',
  ],
  [
    { status: 'disconnected', openJobs: 0, cause: 'telephoneNotRegistered' },
    'O telefone do ramal não está registrado: nenhuma ligação chega. Ligue o telefone e conecte o canal',
  ],
  [{ status: 'disconnected', openJobs: 0 }, 'Sem conexão, o canal não recebe atendimentos'],
])('the status %o is explained [BEY-041]', (cause, text) => {
  expect(statusExplanation(cause, i18next.t)).toBe(text);
});
