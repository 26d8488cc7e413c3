//! Saved views that agents create, change and choose. They differ only by the order of the list, because a filter would
//! hide attendances from the comparison with the server.

use crate::actions::{Action, Dice, Step};
use crate::day::Day;
use core_wasm::list_views::{self, ListViewItem, ListViewsIntent, ListViewsSlice};
use core_wasm::shell::{ListOrder, PreferencesChange, ShellIntent};
use core_wasm::{Intent, View};
use workspace_sim::core_wasm;

impl Day {
    fn a_view(&mut self, dice: &mut Dice, seat: usize) -> Option<ListViewItem> {
        let View::ListViews(ListViewsSlice::ListViews(shown)) =
            self.sim.agent(seat).view(&list_views::slices::VIEWS.key())
        else {
            return None;
        };
        dice.one(&shown.views).cloned()
    }

    pub fn views(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        let Step { number, action, seat, .. } = step;
        self.ready(seat)?;
        // Names that are taken or too long are refused.
        let name = match dice.below(6) {
            0 => self.a_view(dice, seat).map(|view| view.name.to_uppercase()).unwrap_or_default(),
            1 => "x".repeat(41),
            _ => format!("Visão {number}"),
        };
        let intent = match action {
            Action::SortList => {
                let order = if dice.coin() { ListOrder::Newest } else { ListOrder::LongestWaiting };
                let change = PreferencesChange { list_order: Some(order), ..PreferencesChange::default() };
                return self.intent(seat, Intent::Shell(ShellIntent::ChangePreferences { change }));
            }
            Action::SaveView => ListViewsIntent::SaveListView { name, search: String::new() },
            Action::RenameView => ListViewsIntent::RenameListView { id: self.a_view(dice, seat)?.id, name },
            Action::DeleteView => ListViewsIntent::DeleteListView { id: self.a_view(dice, seat)?.id },
            _ => {
                let id = self.a_view(dice, seat).filter(|_| dice.below(4) > 0).map(|view| view.id);
                ListViewsIntent::ChooseListView { id: id.unwrap_or_default() }
            }
        };
        self.intent(seat, Intent::ListViews(intent))
    }
}
