// Tests of the wait for an answer: tone, words and label of a card, and the bar above the list.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { currentTime, setClockOffset } from '../../core/page/ticker';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { JobCard } from '../../areas/jobs/JobCard';
import { QueueFilter } from '../../areas/jobs/QueueFilter';
import { TriageBar } from '../../areas/jobs/TriageBar';
import { waitLabel, waitNow, waitText } from './waitingTime';

const minute = 60_000;
const t = i18next.t;

beforeEach(() => startI18n('pt-BR'));
afterEach(() => {
  setClockOffset(0);
  vi.useRealTimers();
});

test.each<[string, number, number | undefined, string, string, string]>([
  ['a moment', 20_000, undefined, 'plain', 'agora', 'sem resposta há menos de um minuto'],
  ['minutes without a target', 59 * minute, undefined, 'plain', '59 min', 'sem resposta há 59 min'],
  ['far from the target', 7 * minute, 10 * minute, 'plain', '7 min', 'sem resposta há 7 min'],
  ['near the target', 8 * minute, 10 * minute, 'near', '8 min', 'sem resposta há 8 min, perto da meta de 10 min'],
  ['at the target', 10 * minute, 10 * minute, 'over', '10 min', 'sem resposta há 10 min, acima da meta de 10 min'],
  ['hours', 65 * minute, 60 * minute, 'over', '1 h 05', 'sem resposta há 1 h 05, acima da meta de 1 h 00'],
  ['days', 50 * 60 * minute, undefined, 'plain', '2 d', 'sem resposta há 2 d'],
  ['a message of the future', -5_000, 10 * minute, 'plain', 'agora', 'sem resposta há menos de um minuto'],
])('%s', (_name, waited, target, tone, text, label) => {
  const wait = { since: 1_000_000_000, target };
  const now = waitNow(wait, wait.since + waited);
  expect([now.tone, waitText(now.minutes, t), waitLabel(wait, now, t)]).toEqual([tone, text, label]);
});

test.each<[string, ReadonlyArray<number> | undefined, string, number]>([
  ['a queue that is always open', undefined, 'over', 20],
  ['open all the time', [-60, 60], 'over', 20],
  ['open for the last nine minutes', [11, 60], 'near', 9],
  ['open in two parts', [-60, 3, 17, 60], 'plain', 6],
  ['closed since a while', [-60, 12], 'closed', 12],
  ['at the end of the hours', [-60, 20], 'closed', 20],
  ['at the opening', [20, 60], 'plain', 0],
  ['closed all the time', [], 'closed', 0],
])(
  'after twenty minutes only the opening hours of the queue count as waiting time: %s',
  (_name, hours, tone, minutes) => {
    const since = 1_000_000_000;
    const wait = { since, target: 10 * minute, hours: hours?.map((at) => since + at * minute) };
    const now = waitNow(wait, since + 20 * minute);
    expect(now).toEqual({ tone, minutes });
    if (tone === 'closed') expect(waitLabel(wait, now, t)).toBe('sem resposta, fora do horário da fila');
  },
);

test("the card of a waiting customer shows the waiting time by the server's clock and updates it", () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  // The browser's clock is an hour behind.
  setClockOffset(60 * minute);
  const wait = { since: currentTime() - 7.5 * minute, target: 10 * minute };
  render(
    <JobCard
      href="/attendance/1"
      name="Rodrigo Farias"
      initials="RF"
      color="#427C77"
      channel="chat"
      selected={false}
      unread={0}
      disabled={false}
      time={null}
      wait={wait}
      preview={{ kind: 'none' }}
      place="Financeiro"
      tabIndex={0}
      menu={[]}
      onOpen={vi.fn()}
    />,
  );
  expect(screen.getByRole('link')).toHaveAccessibleName('Rodrigo Farias, Chat, sem resposta há 7 min, Financeiro');
  act(() => {
    vi.advanceTimersByTime(minute);
  });
  expect(screen.getByRole('link')).toHaveAccessibleName(
    'Rodrigo Farias, Chat, sem resposta há 8 min, perto da meta de 10 min, Financeiro',
  );
  act(() => {
    vi.advanceTimersByTime(2 * minute);
  });
  expect(screen.getByText('10 min')).toHaveAttribute('data-tone', 'over');
});

test('the bar above the list counts waiting customers, can show only them, and can sort the longest waiting first', async () => {
  const core = new FakeCore({
    jobSummary: { waiting: 4 },
    jobQueues: [],
    preferences: { onlyWaiting: false, listOrder: 'newest', listQueues: [] },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <TriageBar />
      </TooltipProvider>
    </CoreProvider>,
  );
  const user = userEvent.setup();
  const only = screen.getByRole('button', { name: 'Aguardando resposta 4', pressed: false });
  await user.click(only);
  await user.click(screen.getByRole('button', { name: 'Ordem: Mensagem mais recente' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Mais tempo esperando' }));
  expect(core.intents).toMatchObject([
    { type: 'changePreferences', change: { onlyWaiting: true } },
    { type: 'changePreferences', change: { listOrder: 'longestWaiting' } },
  ]);
});

test('[BEY-155] the list is filtered by chosen queues, and the chip names them', async () => {
  const onChange = vi.fn();
  const queues = [
    { id: '10', name: 'Suporte N1' },
    { id: '11', name: 'Vendas' },
  ];
  const { rerender } = render(<QueueFilter queues={queues} chosen={[]} onChange={onChange} />, {
    wrapper: TooltipProvider,
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Fila' }));
  await user.click(screen.getByRole('checkbox', { name: 'Vendas' }));
  expect(onChange).toHaveBeenLastCalledWith(['11']);
  rerender(<QueueFilter queues={queues} chosen={['11', '10']} onChange={onChange} />);
  await user.click(screen.getByRole('checkbox', { name: 'Suporte N1' }));
  expect(onChange).toHaveBeenLastCalledWith(['11']);
  await user.click(screen.getByRole('button', { name: 'Todas as filas' }));
  expect(onChange).toHaveBeenLastCalledWith([]);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Suporte N1 +1' })).toBeInTheDocument();
  rerender(<QueueFilter queues={queues} chosen={['99']} onChange={onChange} />);
  expect(screen.getByRole('button', { name: 'Outra fila' })).toBeInTheDocument();
});
