// The dialog of the snooze and the panel of the saved views.
import type { ReactNode } from 'react';
import { ListViewsMenu, ViewsPanel, type ListViewsMenuProps } from '../areas/jobs/ListViewsMenu';
import { SnoozeDialog, type SnoozeDialogProps } from '../areas/jobs/SnoozeDialog';
import { at, ignore, longName } from './samples';
import { State } from './Sheet';

const snooze: SnoozeDialogProps = {
  now: at(14, 31),
  zone: 'America/Sao_Paulo',
  name: 'Sônia Guimarães',
  pending: false,
  onSnooze: ignore,
  onClose: ignore,
};

/** Samples by the name in the address of the gallery. */
export const snoozeDialogs: Readonly<Record<string, () => ReactNode>> = {
  snooze: () => <SnoozeDialog {...snooze} />,
  snoozeWindow: () => <SnoozeDialog {...snooze} name={longName} windowEnd={at(14, 50)} />,
  snoozePending: () => <SnoozeDialog {...snooze} pending />,
  snoozeFailed: () => <SnoozeDialog {...snooze} failure="O atendimento já foi finalizado." />,
};

const view = (id: string, name: string) => ({ id, name, search: '', incomplete: false });

const views: ListViewsMenuProps = {
  phase: 'ready',
  views: [view('1', 'Meu dia'), { ...view('2', 'Vendas'), incomplete: true }, view('3', longName)],
  changed: false,
  changing: false,
  full: false,
  onChoose: ignore,
  onSave: ignore,
  onRename: ignore,
  onDelete: ignore,
  onReload: ignore,
};

const chips: ReadonlyArray<[string, Partial<ListViewsMenuProps>]> = [
  ['Visões: nenhuma escolhida', {}],
  ['Visões: escolhida', { chosen: '1' }],
  ['Visões: escolhida e alterada', { chosen: '1', changed: true }],
  ['Visões: nome longo', { chosen: '3' }],
];

const panels: ReadonlyArray<[string, Partial<ListViewsMenuProps>]> = [
  ['Painel das visões', { chosen: '1' }],
  ['Painel: nome repetido', { fault: 'Já existe uma visão com este nome.' }],
  ['Painel: salvando', { changing: true }],
  ['Painel: vinte visões', { full: true }],
  ['Painel: nenhuma', { views: [] }],
  ['Painel: não carregou', { phase: 'failed', views: [] }],
];

export function ListViewsStates() {
  return (
    <>
      {chips.map(([caption, props]) => (
        <State key={caption} caption={caption}>
          <ListViewsMenu {...views} {...props} />
        </State>
      ))}
      {panels.map(([caption, props]) => (
        <State key={caption} caption={caption}>
          <ViewsPanel {...views} {...props} />
        </State>
      ))}
    </>
  );
}
