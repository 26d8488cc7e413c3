// The chips above the list: their tooltips say what a click does, or the text that the chip shortens.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ListViewsMenuContainer } from './ListViewsMenuContainer';
import { TriageBar } from './TriageBar';

beforeEach(() => startI18n('pt-BR'));

const queues = [
  { id: '1', name: 'Vendas WhatsApp' },
  { id: '2', name: 'Suporte por telefone e chat' },
];

test.each<[string, object, RegExp, string]>([
  ['waiting customers', {}, /^Aguardando/, 'Aguardando resposta: mostrar só estes 10 atendimentos'],
  ['all again', { onlyWaiting: true }, /^Aguardando/, 'Aguardando resposta: mostrar de novo todos os atendimentos'],
  ['queues', {}, /^Fila/, 'Mostrar só algumas filas'],
  ['chosen queues', { listQueues: ['1', '2'] }, /^Vendas/, 'Vendas WhatsApp, Suporte por telefone e chat'],
  ['saved views', {}, /^Visões/, 'Visões: escolher ou salvar o que a lista mostra'],
])('the chip of %s has a tooltip with its whole text', async (_, preferences, name, hint) => {
  const core = new FakeCore({
    preferences: { onlyWaiting: false, listOrder: 'newest', listQueues: [], ...preferences },
    jobQueues: queues,
    jobSummary: { waiting: 10 },
    listViews: { phase: 'ready', views: [], changed: false, changing: false, full: false },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <TriageBar views={<ListViewsMenuContainer search="" onSearchChange={() => undefined} />} />
      </TooltipProvider>
    </CoreProvider>,
  );
  await userEvent.hover(screen.getByRole('button', { name }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent(hint);
});
