//! Stored records are restored.

use crate::browser::USER_AGENT;
use core_wasm::channels;
use core_wasm::connection;
use core_wasm::conversation;
use core_wasm::flow::{JobGroup, Now, StoreKey};
use core_wasm::jobs;
use core_wasm::notifications;
use core_wasm::pauses;
use core_wasm::qualification;
use core_wasm::session;
use core_wasm::session::SessionPhaseView;
use core_wasm::session::SessionSlice;
use core_wasm::shell;
use core_wasm::wire::{Protocol, Secret};
use core_wasm::{Input, PageInput, Restored, View, Workspace};
use std::collections::BTreeSet;

/// restore(persist(s)) = s: a new instance with the records of this one stores the same records and shows the same
/// lists.
pub(crate) fn comes_back_whole(workspace: &Workspace) -> Result<(), String> {
    let Some(token) = workspace.record(&session::records::TOKEN.key()) else { return Ok(()) };
    if matches!(workspace.view(&session::slices::SESSION.key()), View::Session(SessionSlice::Session(session)) if session.phase == SessionPhaseView::InOtherTab)
    {
        // The disk contains the records of the other tab.
        return Ok(());
    }
    let mut keys = vec![
        session::records::AUTHENTICATION.key(),
        session::records::AGENT.key(),
        session::records::SYSTEM.key(),
        channels::records::CHANNEL.key(),
        pauses::records::PAUSE.key(),
        session::records::ATTENDANCE_GROUPS.key(),
        notifications::records::NOTIFICATIONS.key(),
        connection::records::JOURNAL.key(),
    ];
    let lists = JobGroup::ALL.map(jobs::order_key);
    for key in &lists {
        let View::List(list) = workspace.view(key) else { continue };
        for id in list.ids {
            let protocol = Protocol(id);
            keys.push(conversation::records::THREAD.of(protocol.clone()));
            keys.push(jobs::records::JOB.of(protocol.clone()));
            keys.push(qualification::records::QUALIFICATION.of(protocol));
        }
    }
    let kept = |key: &StoreKey| workspace.record(key).map(|text| (key.name(), text));
    let mut records: Vec<(String, String)> = keys.iter().filter_map(kept).collect();
    records.extend(kept(&jobs::records::JOBS.key()));
    let restored = Restored {
        token: Some(Secret::new(token)),
        preferences: workspace.record(&shell::records::PREFERENCES.key()),
        records,
        ..Restored::default()
    };
    let mut again = Workspace::new([0; 32], restored);
    let started = PageInput::Started {
        path: "/attendance".to_owned(),
        user_agent: USER_AGENT.to_owned(),
        online: true,
        focused: false,
        visible: true,
    };
    again.handle(Input::Page(started), Now::default());
    for key in &keys {
        let (before, after) = (durable(key, workspace.record(key)), durable(key, again.record(key)));
        if before != after {
            return Err(format!("{} does not come back\nbefore {before:?}\nafter  {after:?}", key.name()));
        }
    }
    // The same attendances; rows that are held at their places (JOB-029) take other places after a reload, also among
    // waiting customers.
    let ids = |workspace: &Workspace, group: JobGroup| match workspace.view(&jobs::order_key(group)) {
        View::List(list) => list.ids.into_iter().collect::<BTreeSet<_>>(),
        _ => BTreeSet::new(),
    };
    let open = |workspace: &Workspace| &ids(workspace, JobGroup::Waiting) | &ids(workspace, JobGroup::Active);
    let of = |workspace: &Workspace, group: JobGroup| match group {
        JobGroup::Waiting | JobGroup::Active => open(workspace),
        JobGroup::Pinned | JobGroup::Snoozed | JobGroup::ToQualify => ids(workspace, group),
    };
    for group in JobGroup::ALL {
        let (before, after) = (of(workspace, group), of(&again, group));
        if before != after {
            return Err(format!("{group:?} comes back as {after:?} instead of {before:?}"));
        }
    }
    Ok(())
}

/// Present actions of the customer, for example typing, are not stored.
fn durable(key: &StoreKey, record: Option<String>) -> Option<String> {
    if jobs::records::JOB.has(key) {
        record.map(|text| text.replacen(r#""typing":true"#, r#""typing":false"#, 1))
    } else {
        record
    }
}
