// The list of attendances: the count of hidden ones, and clicks while its order changes.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { giveElementsASize } from '../../../test/virtual';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { JobList, type JobListProps } from './JobList';

beforeEach(async () => {
  giveElementsASize();
  await startI18n('pt-BR');
});

const everything: Pick<
  JobListProps,
  'groups' | 'total' | 'active' | 'hidden' | 'channels' | 'shownChannels' | 'search'
> = {
  groups: { pinned: [], active: ['P1', 'P2'], toQualify: ['P3'] },
  total: 3,
  active: 2,
  hidden: 0,
  channels: ['whatsapp', 'chat'],
  shownChannels: ['whatsapp', 'chat'],
  search: '',
};

function show(props: Partial<JobListProps>) {
  const onShowAll = vi.fn();
  render(
    <TooltipProvider>
      <JobList
        {...everything}
        state="ready"
        receiving={{ state: 'available' }}
        selected={null}
        onRetry={vi.fn()}
        onSearchChange={vi.fn()}
        onShownChannelsChange={vi.fn()}
        onShowAll={onShowAll}
        onHoldChange={vi.fn()}
        renderJob={(protocol) => <a href={`#${protocol}`}>{protocol}</a>}
        {...props}
      />
    </TooltipProvider>,
  );
  return onShowAll;
}

test('a list with attendances and no connected channel offers to connect, where a phone shows nothing else', () => {
  const onConnect = vi.fn();
  show({ receiving: { state: 'disconnected' }, connect: { several: true, pending: false, onConnect } });
  fireEvent.click(screen.getByRole('button', { name: 'Conectar tudo', hidden: true }));
  expect(onConnect).toHaveBeenCalledTimes(1);
  expect(screen.getByText('Você recebe atendimentos quando um canal está conectado.')).toBeInTheDocument();
});

describe('the group of ended attendances', () => {
  const group = () => screen.getByRole('button', { name: /^A qualificar/ });

  test('is closed below the rows, with its number, and opens on request', async () => {
    const onEndedOpenChange = vi.fn();
    show({ endedOpen: false, onEndedOpenChange });
    expect(screen.queryByRole('link', { name: 'P3' })).toBeNull();
    expect(group()).toHaveAccessibleName('A qualificar 1');
    expect(group()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(group());
    expect(onEndedOpenChange).toHaveBeenLastCalledWith(true);
    group().focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onEndedOpenChange).toHaveBeenCalledTimes(2);
  });

  test('is open among the rows, and closes', async () => {
    const onEndedOpenChange = vi.fn();
    show({ endedOpen: true, onEndedOpenChange });
    expect(screen.getByRole('link', { name: 'P3' })).toBeVisible();
    expect(group()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(group());
    expect(onEndedOpenChange).toHaveBeenLastCalledWith(false);
  });

  test('is open during a search, which finds in it', () => {
    show({ endedOpen: false, onEndedOpenChange: vi.fn(), search: 'P3' });
    expect(screen.getByRole('link', { name: 'P3' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^A qualificar/ })).toBeNull();
  });

  test('is below the empty list where nothing else is there', () => {
    const groups = { pinned: [], active: [], toQualify: ['P3'] };
    show({ groups, total: 1, active: 0, endedOpen: false, onEndedOpenChange: vi.fn() });
    expect(group()).toBeVisible();
    expect(screen.getByText('Nenhum atendimento')).toBeVisible();
  });
});

describe('the group of snoozed conversations', () => {
  const groups = { pinned: [], active: ['P1'], snoozed: ['S1', 'S2'], toQualify: ['P3'] };
  const group = () => screen.getByRole('button', { name: /^Adiadas/ });

  test('[BEY-161] is closed below the rows, above those to qualify, and opens on request', async () => {
    const onSnoozedOpenChange = vi.fn();
    show({ groups, snoozedOpen: false, onSnoozedOpenChange, endedOpen: false, onEndedOpenChange: vi.fn() });
    expect(screen.queryByRole('link', { name: 'S1' })).toBeNull();
    const names = screen.getAllByRole('button', { expanded: false }).map((button) => button.textContent);
    expect(names).toEqual(['Adiadas2', 'A qualificar1']);
    await userEvent.click(group());
    expect(onSnoozedOpenChange).toHaveBeenLastCalledWith(true);
    group().focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onSnoozedOpenChange).toHaveBeenCalledTimes(2);
  });

  test('[BEY-161] is open among the rows, closes, and is open during a search', async () => {
    const onSnoozedOpenChange = vi.fn();
    show({ groups, snoozedOpen: true, onSnoozedOpenChange });
    expect(screen.getByRole('link', { name: 'S2' })).toBeVisible();
    await userEvent.click(group());
    expect(onSnoozedOpenChange).toHaveBeenLastCalledWith(false);
  });
});

const hidden = () => screen.queryByRole('button', { name: /em canais ocultos$/ });

test('given attendances in hidden channels, then a button below the list counts them and shows them', async () => {
  const onShowAll = show({
    groups: { pinned: [], active: ['P1'], toQualify: [] },
    hidden: 2,
    shownChannels: ['chat'],
  });
  expect(hidden()).toHaveAccessibleName('Mostrar 2 em canais ocultos');
  await userEvent.click(screen.getByRole('button', { name: /em canais ocultos$/ }));
  expect(onShowAll).toHaveBeenCalledOnce();
});

test('the filter of waiting customers says that nobody waits, and has a button to show the others', async () => {
  const onShowAll = show({ groups: { pinned: [], active: [], toQualify: [] }, hidden: 3, onlyWaiting: true });
  expect(screen.getByText('Ninguém espera resposta neste filtro')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar todos' }));
  expect(onShowAll).toHaveBeenCalledOnce();
});

test('given attendances outside the filter by tags, then the button below the list and the empty list say so', async () => {
  const groups = { pinned: [], active: ['P1'], toQualify: [] };
  const onShowAll = show({ groups, hidden: 2, tagsFiltered: true });
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar 2 fora do filtro' }));
  expect(onShowAll).toHaveBeenCalledOnce();
  show({ groups: { ...groups, active: [] }, total: 3, hidden: 3, tagsFiltered: true });
  expect(screen.getByText('Nenhum atendimento neste filtro')).toBeInTheDocument();
});

test.each<[string, Partial<JobListProps>]>([
  ['nothing is hidden', {}],
  ['no attendance is in the hidden channel', { shownChannels: ['chat'] }],
  [
    'a search shows fewer',
    { groups: { pinned: [], active: ['P1'], toQualify: [] }, hidden: 2, shownChannels: ['chat'], search: 'P1' },
  ],
  [
    'all of them are hidden, which the empty list says',
    { groups: { pinned: [], active: [], toQualify: [] }, hidden: 3, shownChannels: ['chat'] },
  ],
])('when %s, then the list has no button for hidden attendances', (_, props) => {
  show(props);
  expect(hidden()).toBeNull();
});

const attendances = (): (string | null)[] => screen.getAllByRole('link').map(({ textContent }) => textContent);

test.each(['pointerUp', 'pointerCancel'] as const)(
  'while a row is pressed the order of the list does not change, and after the %s it is the new one',
  async (end) => {
    const list = (active: ReadonlyArray<string>) => (
      <TooltipProvider>
        <JobList
          {...everything}
          groups={{ pinned: [], active, toQualify: [] }}
          state="ready"
          receiving={{ state: 'available' }}
          selected={null}
          onRetry={vi.fn()}
          onSearchChange={vi.fn()}
          onShownChannelsChange={vi.fn()}
          onShowAll={vi.fn()}
          onHoldChange={vi.fn()}
          renderJob={(protocol) => <a href={`#${protocol}`}>{protocol}</a>}
        />
      </TooltipProvider>
    );
    const { rerender } = render(list(['P1', 'P2', 'P3']));
    fireEvent.pointerDown(screen.getByRole('link', { name: 'P3' }));
    rerender(list(['P3', 'P1', 'P2']));
    expect(attendances()).toEqual(['P1', 'P2', 'P3']);
    fireEvent[end](window);
    // The click follows pointerup and must reach the pressed row.
    expect(attendances()).toEqual(['P1', 'P2', 'P3']);
    await waitFor(() => expect(attendances()).toEqual(['P3', 'P1', 'P2']));
  },
);

describe('a list of two hundred attendances', () => {
  const many = Array.from({ length: 200 }, (_, index) => `P${index}`);
  const rows = { groups: { pinned: [], active: many, toQualify: [] }, total: 200 };
  const link = (name: string) => screen.getByRole('link', { name });

  test('keeps the focused row where it is when the wheel scrolls it out of sight', () => {
    show(rows);
    const scroller = screen.getByRole('list').parentElement as HTMLElement;
    act(() => link('P2').focus());
    scroller.scrollTop = 9_000;
    fireEvent.scroll(scroller);
    expect(link('P2')).toHaveFocus();
    expect(screen.queryByRole('link', { name: 'P50' })).toBeNull();
  });

  test('tells screen readers the number of its rows and the place of each', () => {
    show(rows);
    const items = screen.getAllByRole('listitem');
    expect(items.length).toBeLessThan(100);
    for (const [index, item] of items.entries()) {
      // A single group has a heading, too.
      expect(item).toHaveAttribute('aria-setsize', '201');
      expect(item).toHaveAttribute('aria-posinset', `${index + 1}`);
    }
  });

  test('shows the other rows when one cannot be drawn', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = (): never => {
      throw new Error('broken row');
    };
    show({
      groups: { pinned: [], active: ['P1', 'P2'], toQualify: [] },
      total: 2,
      renderJob: (protocol) => (protocol === 'P1' ? <Broken /> : <a href="#2">{protocol}</a>),
    });
    expect(screen.getByText('Esta parte não pôde ser mostrada.')).toBeInTheDocument();
    expect(link('P2')).toBeInTheDocument();
  });
});
