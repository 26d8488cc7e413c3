// Connects ListViewsMenu with the core. The search belongs to a view: its field shows the text of the view that was chosen.
import { useIntent, useSlice } from '../../core/react';
import { useCoreText } from '../../i18n/text';
import { ListViewsMenu } from './ListViewsMenu';

export interface ListViewsMenuContainerProps {
  /** The complete text of the search field. */
  search: string;
  onSearchChange: (search: string) => void;
}

export function ListViewsMenuContainer({ search, onSearchChange }: ListViewsMenuContainerProps) {
  const intend = useIntent();
  const say = useCoreText();
  const shown = useSlice('listViews');
  if (shown === undefined) return null;
  const { fault, chosen, ...views } = shown;
  return (
    <ListViewsMenu
      {...views}
      chosen={chosen}
      fault={fault === undefined ? undefined : say(fault)}
      onChoose={(id) => {
        intend({ area: 'listViews', type: 'chooseListView', id });
        onSearchChange(views.views.find((view) => view.id === id)?.search ?? '');
      }}
      onSave={(name) => intend({ area: 'listViews', type: 'saveListView', name, search })}
      onRename={(id, name) => intend({ area: 'listViews', type: 'renameListView', id, name })}
      onDelete={(id) => intend({ area: 'listViews', type: 'deleteListView', id })}
      onReload={() => intend({ area: 'listViews', type: 'reloadListViews' })}
    />
  );
}
