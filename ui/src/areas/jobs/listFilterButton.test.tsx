// The button that opens the filter of the attendance list.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { allVisible, noTags } from '../../shared/listTags';
import { ListFilterButton } from './ListFilterButton';

beforeEach(() => startI18n('pt-BR'));

const preferences = { hiddenChannels: [], listTags: noTags, tagVisibility: allVisible };

function show(own: object): FakeCore {
  const core = new FakeCore({
    preferences: { ...preferences, ...own },
    channels: { items: [{ channel: 'whatsapp' }] },
    tagCatalogue: { state: 'notAsked', tags: [] },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <ListFilterButton />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

test('the filter button opens the channels of the agent and loads the tags', async () => {
  const core = show({});
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar atendimentos' }));
  expect(await screen.findByRole('checkbox', { name: 'Instagram' })).toBeChecked();
  expect(core.intents).toEqual([{ area: 'tags', type: 'loadTagCatalogue' }]);
});

test.each([
  ['a channel is hidden', { hiddenChannels: ['chat'] }],
  ['a tag is chosen', { listTags: { ...noTags, employer: [7] } }],
  ['tags of a kind are hidden', { tagVisibility: { ...allVisible, contact: false } }],
])('given that %s, then name and dot of the filter button say that the list is filtered', (_, own) => {
  show(own);
  const button = screen.getByRole('button', { name: 'Filtrar atendimentos, filtro ligado' });
  expect(button.querySelector('i')).not.toBeNull();
});
