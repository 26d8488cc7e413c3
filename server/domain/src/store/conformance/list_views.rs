//! Conformance of saved views of the attendance list.

use super::{Check, committed, holds};
use crate::store::{ListViewRow, ListViewStore, Store};
use wire::{AgentId, ListViewFilters, ListViewOrder};

fn row(agent: &str, id: &str, name: &str) -> ListViewRow {
    let filters = ListViewFilters {
        hidden_channels: vec!["chat".to_owned()],
        queues: vec!["10".to_owned()],
        contact_tags: vec![1],
        employer_tags: vec![2],
        attendance_tags: vec![3],
        only_waiting: true,
        order: ListViewOrder::LongestWaiting,
        search: "íris".to_owned(),
    };
    ListViewRow { agent_id: AgentId::from(agent), id: id.to_owned(), name: name.to_owned(), filters }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    let rows = [row("lv-1", "A", "Vendas"), row("lv-1", "B", "Suporte"), row("lv-2", "A", "Outra")];
    committed(store, |store| Ok(rows.iter().try_for_each(|row| store.put_list_view(row))?))?;
    let agent = AgentId::from("lv-1");
    holds(store.list_views_of(&agent)? == rows[..2], "the views of an agent are read by their ids")?;
    let renamed = ListViewRow { name: "Vendas e suporte".to_owned(), ..rows[0].clone() };
    committed(store, |store| Ok(store.put_list_view(&renamed)?))?;
    holds(store.list_view(&agent, "A")? == Some(renamed), "a view is replaced by its key")?;
    committed(store, |store| Ok(store.delete_list_view(&agent, "A")?))?;
    holds(store.list_view(&agent, "A")?.is_none(), "a deleted view is gone")?;
    holds(store.list_views_of(&AgentId::from("lv-2"))? == rows[2..], "that of another agent stays")
}
