// The saved views: choosing, saving, renaming and deleting, by keyboard, and refusals.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ListViewsMenuContainer } from './ListViewsMenuContainer';

beforeEach(() => startI18n('pt-BR'));

const waiting = { id: 'V1', name: 'Esperando', search: '', incomplete: false };
const helena = { id: 'V2', name: 'Helena', search: 'helena', incomplete: false };
const ready = { phase: 'ready', views: [waiting, helena], changed: false, changing: false, full: false };

function show(view: Record<string, unknown> = {}) {
  const core = new FakeCore({ listViews: { ...ready, ...view } });
  const onSearchChange = vi.fn();
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <ListViewsMenuContainer search="ana" onSearchChange={onSearchChange} />
      </TooltipProvider>
    </CoreProvider>,
  );
  return { core, onSearchChange };
}

const chip = () => screen.getByRole('button', { name: /^Vis/ });
const open = () => userEvent.click(chip());
/** Ignores the requests that reload the views when the panel opens. */
const asked = (core: FakeCore) => core.intents.filter(({ type }) => type !== 'reloadListViews');
const button = (name: string) => screen.getByRole('button', { name });

test('[BEY-161] choosing a view applies its search, and the view of everything has no search', async () => {
  const { core, onSearchChange } = show();
  await open();
  await userEvent.click(button('Helena'));
  await userEvent.click(button('Todos'));
  expect(asked(core)).toEqual([
    { area: 'listViews', type: 'chooseListView', id: 'V2' },
    { area: 'listViews', type: 'chooseListView', id: '' },
  ]);
  expect(onSearchChange.mock.calls).toEqual([['helena'], ['']]);
});

test.each([
  [undefined, false, 'Visões'],
  ['V1', false, 'Visão: Esperando'],
  ['V1', true, 'Visão: Esperando, alterada'],
])('[BEY-161] the chip names the chosen view: %s, changed %s', (chosen, changed, name) => {
  show({ ...(chosen === undefined ? {} : { chosen }), changed });
  expect(chip()).toHaveAccessibleName(name);
});

test('[BEY-161] the present filters are saved as a view by keyboard, and the name field is cleared when the server has accepted it', async () => {
  const { core } = show();
  chip().focus();
  await userEvent.keyboard('{Enter}');
  const field = screen.getByRole('textbox', { name: 'Nome da visão' });
  await userEvent.type(field, ' Vendas {Enter}');
  expect(asked(core)).toEqual([{ area: 'listViews', type: 'saveListView', name: 'Vendas', search: 'ana' }]);
  act(() => core.set('listViews', { ...ready, changing: true }));
  expect(field).toHaveValue(' Vendas ');
  act(() => core.set('listViews', { ...ready, views: [waiting, { ...helena, id: 'V3', name: 'Vendas' }] }));
  expect(field).toHaveValue('');
});

test('[BEY-161] a refused name is shown with the reason and stays in the field', async () => {
  const { core } = show();
  await open();
  const field = screen.getByRole('textbox', { name: 'Nome da visão' });
  await userEvent.type(field, 'helena{Enter}');
  const fault = { key: 'jobs.views.nameTaken', params: {}, fallback: null };
  act(() => core.set('listViews', { ...ready, fault }));
  expect(screen.getByRole('alert')).toHaveTextContent('Já existe uma visão com este nome.');
  expect(field).toHaveValue('helena');
});

test('[BEY-161] a view is renamed and deleted', async () => {
  const { core } = show();
  await open();
  await userEvent.click(button('Renomear Helena'));
  const [field] = screen.getAllByRole('textbox', { name: 'Nome da visão' });
  await userEvent.clear(field ?? document.body);
  await userEvent.type(field ?? document.body, 'Clientes{Enter}');
  act(() => core.set('listViews', { ...ready, views: [waiting, { ...helena, name: 'Clientes' }] }));
  expect(button('Clientes')).toBeVisible();
  await userEvent.click(button('Excluir Clientes'));
  expect(asked(core)).toEqual([
    { area: 'listViews', type: 'renameListView', id: 'V2', name: 'Clientes' },
    { area: 'listViews', type: 'deleteListView', id: 'V2' },
  ]);
});

test('[BEY-161] a view with a deleted queue or tag says so, and no view can be saved after the twentieth', async () => {
  const { core } = show({ views: [{ ...waiting, incomplete: true }], full: true });
  await open();
  expect(screen.getByRole('button', { name: /^Esperando/ })).toHaveAccessibleName(
    'Esperando Uma fila ou etiqueta não existe mais',
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome da visão' }), 'Mais uma{Enter}');
  expect(asked(core)).toEqual([]);
});

test('[BEY-161] views that could not be loaded are requested again', async () => {
  const { core } = show({ phase: 'failed', views: [] });
  await open();
  await userEvent.click(screen.getByRole('button', { name: /Tentar/ }));
  const reload = { area: 'listViews', type: 'reloadListViews' };
  expect(core.intents).toEqual([reload, reload]);
});
