// Tags: chips, the picker by keyboard, and the silent return to the saved state.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Preferences, TagGroupView, TagsOfView } from 'core-wasm';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { Announcer } from '../../design/Announcer';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { allVisible, isFiltered, noTags } from '../../shared/listTags';
import { chosenTags, groupsOf, withTag } from './listFilter';
import { ListFilterContainer } from './ListFilterContainer';
import { TagEditorContainer } from './TagEditorContainer';

const vip = { id: '1', name: 'VIP', color: '#1B5E20' };
const fibre = { id: '2', name: 'Fibra', color: '#0279B6' };
const health = { id: '3', name: 'Saúde', color: '#906E04' };
const profile: TagGroupView = { id: 'a', name: 'Perfil', kind: 'contact', items: [vip, health] };
const product: TagGroupView = { id: 'b', name: 'Produto', kind: 'contact', items: [fibre] };

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  return startI18n('pt-BR');
});

function tagsOf(items: TagsOfView['items'], pending = false): TagsOfView {
  return { state: 'ready', items, pending, choicesState: 'ready', choices: [profile, product] };
}

function show(part: ReactNode, slices: Record<string, unknown>): FakeCore {
  const core = new FakeCore(slices);
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        {part}
        <Announcer />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

describe('the tags of a contact, a company or an attendance', () => {
  test.each(['contact', 'employer', 'attendance'] as const)(
    'given tags of kind %s, then they are loaded, and one is added and removed [TAG-001]',
    async (kind) => {
      const core = show(<TagEditorContainer kind={kind} id="9" />, { [`tagsOf:${kind}/9`]: tagsOf([vip]) });
      expect(core.intents).toContainEqual({ area: 'tags', type: 'loadTagsOf', kind, id: '9' });
      await userEvent.click(screen.getByRole('button', { name: 'Etiqueta' }));
      await userEvent.click(screen.getByRole('option', { name: 'Fibra' }));
      expect(core.intents.at(-1)).toEqual({ area: 'tags', type: 'addTagItems', kind, id: '9', itemIds: ['2'] });
      await userEvent.click(screen.getByRole('option', { name: 'VIP' }));
      expect(core.intents.at(-1)).toEqual({ area: 'tags', type: 'removeTagItem', kind, id: '9', itemId: '1' });
    },
  );

  test('a chip has its own button that removes the tag', async () => {
    const core = show(<TagEditorContainer kind="contact" id="9" />, { 'tagsOf:contact/9': tagsOf([vip]) });
    await userEvent.click(screen.getByRole('button', { name: 'Remover a etiqueta VIP' }));
    expect(core.intents.at(-1)).toEqual({ area: 'tags', type: 'removeTagItem', kind: 'contact', id: '9', itemId: '1' });
  });

  test('the picker groups items by tag and works by keyboard, without accents', async () => {
    const core = show(<TagEditorContainer kind="contact" id="9" />, { 'tagsOf:contact/9': tagsOf([vip]) });
    screen.getByRole('button', { name: 'Etiqueta' }).focus();
    await userEvent.keyboard('{Enter}');
    const group = screen.getByRole('group', { name: 'Perfil' });
    expect(
      within(group)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['VIP', 'Saúde']);
    expect(screen.getByRole('option', { name: 'VIP' })).toHaveAttribute('aria-checked', 'true');
    await userEvent.keyboard('saude');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Saúde']);
    await userEvent.keyboard('{Enter}');
    expect(core.intents.at(-1)).toMatchObject({ type: 'addTagItems', itemIds: ['3'] });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });

  test('given a failed change, then the chips show the saved tags without a message, and screen readers announce it', async () => {
    const core = show(<TagEditorContainer kind="contact" id="9" />, { 'tagsOf:contact/9': tagsOf([vip]) });
    await userEvent.click(screen.getByRole('button', { name: 'Remover a etiqueta VIP' }));
    act(() => core.set('tagsOf:contact/9', tagsOf([], true)));
    expect(screen.queryByText('VIP')).not.toBeInTheDocument();
    act(() => core.set('tagsOf:contact/9', tagsOf([vip])));
    expect(screen.getByText('VIP')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toHaveTextContent(/./);
    expect(await screen.findByText('As etiquetas voltaram ao que estava salvo')).toBeInTheDocument();
  });

  test('given a saved change, then nothing is announced', async () => {
    const core = show(<TagEditorContainer kind="contact" id="9" />, { 'tagsOf:contact/9': tagsOf([vip, fibre]) });
    await userEvent.click(screen.getByRole('button', { name: 'Remover a etiqueta VIP' }));
    act(() => core.set('tagsOf:contact/9', tagsOf([fibre], true)));
    act(() => core.set('tagsOf:contact/9', tagsOf([fibre])));
    expect(screen.queryByText('As etiquetas voltaram ao que estava salvo')).not.toBeInTheDocument();
  });
});

describe('the filter of the attendance list', () => {
  const preferences = { hiddenChannels: [], listTags: noTags, tagVisibility: allVisible } as unknown as Preferences;
  const company: TagGroupView = { id: 'c', name: 'Porte', kind: 'employer', items: [fibre] };
  const catalogue = { state: 'ready', tags: [profile, company] };
  const filter = (own: Partial<Preferences> = {}) =>
    show(<ListFilterContainer channels={['voice', 'whatsapp']} />, {
      preferences: { ...preferences, ...own },
      tagCatalogue: catalogue,
    });
  const changeOf = (core: FakeCore) => core.intents.at(-1);

  test('tags of contact and company are chosen each in their own list, as numbers', async () => {
    const core = filter();
    const group = screen.getByRole('group', { name: 'Da empresa' });
    await userEvent.click(within(group).getByRole('button', { name: 'Etiqueta' }));
    await userEvent.click(screen.getByRole('option', { name: 'Fibra' }));
    expect(changeOf(core)).toEqual({
      area: 'shell',
      type: 'changePreferences',
      change: { listTags: { contact: [], employer: [2], attendance: [] } },
    });
  });

  test('the switches of the three kinds are on at first, and each one hides the tags of its kind', async () => {
    const core = filter();
    const shown = screen.getByRole('group', { name: 'Mostrar nos cartões' });
    const boxes = within(shown).getAllByRole('checkbox');
    expect(boxes.map((box) => box.getAttribute('aria-checked'))).toEqual(['true', 'true', 'true']);
    await userEvent.click(within(shown).getByRole('checkbox', { name: 'Da empresa' }));
    expect(changeOf(core)).toMatchObject({ change: { tagVisibility: { ...allVisible, employer: false } } });
  });

  test('a channel is hidden and shown again, and one button clears the whole filter', async () => {
    const core = filter({ hiddenChannels: ['voice'], listTags: { ...noTags, contact: [1] } });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Voz' }));
    expect(changeOf(core)).toMatchObject({ change: { hiddenChannels: [] } });
    await userEvent.click(screen.getByRole('checkbox', { name: 'WhatsApp' }));
    expect(changeOf(core)).toMatchObject({ change: { hiddenChannels: ['voice', 'whatsapp'] } });
    await userEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(changeOf(core)).toMatchObject({
      change: { hiddenChannels: [], listTags: noTags, tagVisibility: allVisible },
    });
  });

  test('without a filter there is no button to clear it', () => {
    filter();
    expect(screen.queryByRole('button', { name: 'Limpar filtros' })).not.toBeInTheDocument();
    expect(isFiltered(preferences)).toBe(false);
    expect(isFiltered({ ...preferences, tagVisibility: { ...allVisible, contact: false } })).toBe(true);
  });

  test('an item without a numeric id cannot be chosen', () => {
    const odd = { ...profile, items: [vip, { ...fibre, id: 'x1' }] };
    expect(groupsOf('contact', [odd]).flatMap(({ items }) => items.map(({ id }) => id))).toEqual(['1']);
    expect(groupsOf('attendance', [odd])).toEqual([]);
  });

  test('a tag that was chosen twice is in the filter only once', () => {
    const once = withTag(noTags, 'contact', '1', true);
    expect(withTag(once, 'contact', '1', true)).toEqual(once);
    expect(withTag(once, 'contact', '1', false)).toEqual(noTags);
    expect(chosenTags('contact', once, groupsOf('contact', [profile]))).toEqual([vip]);
  });
});
