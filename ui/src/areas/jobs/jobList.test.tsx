// The list of attendances: what it says about those that it does not show.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { JobList, type JobListProps } from './JobList';

beforeEach(() => startI18n('pt-BR'));

const everything: Pick<JobListProps, 'groups' | 'total' | 'channels' | 'shownChannels' | 'search'> = {
  groups: { pinned: [], active: ['P1', 'P2'], toQualify: ['P3'] },
  total: 3,
  channels: ['whatsapp', 'chat'],
  shownChannels: ['whatsapp', 'chat'],
  search: '',
};

function show(props: Partial<JobListProps>) {
  const onShownChannelsChange = vi.fn();
  render(
    <TooltipProvider>
      <JobList
        {...everything}
        state="ready"
        canReceive
        selected={null}
        onRetry={vi.fn()}
        onSearchChange={vi.fn()}
        onShownChannelsChange={onShownChannelsChange}
        onHoldChange={vi.fn()}
        renderJob={(protocol) => <a href={`#${protocol}`}>{protocol}</a>}
        {...props}
      />
    </TooltipProvider>,
  );
  return onShownChannelsChange;
}

const hidden = () => screen.queryByRole('button', { name: /em canais ocultos$/ });

test('attendances in hidden channels are told below the others, and one press shows them', async () => {
  const onShownChannelsChange = show({ groups: { pinned: [], active: ['P1'], toQualify: [] }, shownChannels: ['chat'] });
  expect(hidden()).toHaveAccessibleName('Mostrar 2 em canais ocultos');
  await userEvent.click(screen.getByRole('button', { name: /em canais ocultos$/ }));
  expect(onShownChannelsChange).toHaveBeenCalledWith(['whatsapp', 'chat']);
});

test.each<[string, Partial<JobListProps>]>([
  ['nothing is hidden', {}],
  ['no attendance stands in the hidden channel', { shownChannels: ['chat'] }],
  ['a search shows fewer', { groups: { pinned: [], active: ['P1'], toQualify: [] }, shownChannels: ['chat'], search: 'P1' }],
  ['all of them are hidden, which the empty list says', { groups: { pinned: [], active: [], toQualify: [] }, shownChannels: ['chat'] }],
])('nothing of that is told when %s', (_, props) => {
  show(props);
  expect(hidden()).toBeNull();
});
