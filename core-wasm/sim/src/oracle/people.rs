//! Comparison of the agent with the server: session, link, channels, pauses, absence, notifications, and the
//! supervisor's board.

use super::{Differences, Page};
use contact_centre::store::{AgentRow, ChannelRow, JobState, NotificationRow, PresenceStore, Store};
use core_wasm::View;
use core_wasm::absence::AbsenceSlice;
use core_wasm::channels::ChannelStatusView;
use core_wasm::channels::ChannelsSlice;
use core_wasm::connection::ConnectionSlice;
use core_wasm::connection::{self, LinkHealth, Problem};
use core_wasm::flow::{ItemList, SliceKey};
use core_wasm::notifications::NoticeKind;
use core_wasm::notifications::NotificationsSlice;
use core_wasm::notifications::RingKind;
use core_wasm::pauses::PausesSlice;
use core_wasm::session::SessionSlice;
use core_wasm::shell::Dialog;
use core_wasm::shell::ShellSlice;
use core_wasm::supervision;
use core_wasm::supervision::SupervisionSlice;
use core_wasm::wire::{AgentId, AgentRole, Channel, ChannelStatus, Wall};

/// Page and server see within this time that a pause reaches its limit.
const EXCEEDED_WITHIN_MS: i64 = 10_000;
/// Number of the server's notifications that the notification centre keeps.
const NOTICES_KEPT: usize = 100;

fn row_of(page: &Page<'_>, agent: &AgentId, channel: Channel) -> Option<ChannelRow> {
    page.server.store.channel(agent, channel).expect("store")
}

fn open_jobs(page: &Page<'_>, channel: Channel) -> u32 {
    let jobs = page.server.store.jobs_of_agent(&page.agent).expect("store");
    let open = jobs.iter().filter(|job| job.channel == channel && job.state == JobState::Active);
    u32::try_from(open.count()).unwrap_or(u32::MAX)
}

pub(super) fn session(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Session(SessionSlice::Session(session)) = view else { return };
    let open = page.server.store.session(&page.agent).expect("store").is_some_and(|row| row.ended_at.is_none());
    found.compare("an open session", true, open);
    let Some(shown) = session.agent else { return };
    let Some(agent) = page.server.store.agent(&page.agent).expect("store") else {
        return found.must(false, || format!("the server knows no agent {}", page.agent));
    };
    let record = agent.record;
    found.compare(
        "the signed-in agent",
        (shown.name, shown.email, shown.login_identifier, shown.role),
        (record.agent_name, record.email, record.login_identifier, record.role),
    );
}

pub(super) fn link(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Connection(ConnectionSlice::Link(link)) = view else { return };
    let linked = page.server.store.session(&page.agent).expect("store").is_some_and(|session| session.linked);
    found.compare("the broker link", link.server == LinkHealth::Ok, linked);
    found.compare("the session check", link.product, LinkHealth::Ok);
    found.compare("the network", link.internet, LinkHealth::Ok);
}

/// No delivered event waits for an acknowledgement.
pub(super) fn queue_is_empty(page: &Page<'_>, found: &mut Differences) {
    found.compare("unacknowledged frames", &[][..], &page.server.frame_numbers(&page.agent)[..]);
}

pub(super) fn channels(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Channels(ChannelsSlice::Channels(channels)) = view else { return };
    let agent = page.server.store.agent(&page.agent).expect("store");
    let mut allowed = agent.map(|agent| agent.record.channels).unwrap_or_default();
    allowed.sort_unstable();
    found.compare("the agent's channels", channels.items.iter().map(|item| item.channel).collect(), allowed);
    for item in channels.items {
        let row = row_of(page, &page.agent, item.channel);
        let status = row.as_ref().map_or(ChannelStatus::Disconnected, |row| row.status);
        let connected = row.as_ref().is_some_and(|row| row.connected);
        let held = row.as_ref().and_then(|row| row.pause.as_ref().or(row.scheduled_pause.as_ref()));
        let open = open_jobs(page, item.channel);
        let wrap_up = row.as_ref().filter(|_| connected).and_then(|row| row.wrap_up.as_ref());
        let expected = match (wrap_up, status, open) {
            (Some(_), ChannelStatus::InAttendance, 0) => ChannelStatusView::WrapUp,
            _ => ChannelStatusView::from(status),
        };
        found.compare(
            &format!("wrap-up of {:?}", item.channel),
            item.wrap_up.as_ref().map(|shown| (shown.protocol.clone(), shown.until, shown.extended, shown.extensions)),
            wrap_up.map(|fact| (fact.protocol.to_string(), fact.until.as_js(), fact.extended, fact.extensions)),
        );
        found.compare(
            &format!("{:?}", item.channel),
            (item.connected, item.status, item.pause, item.on_hold, item.open_jobs),
            (
                connected,
                expected,
                held.map(|pause| pause.name.clone()),
                row.as_ref().map_or(0, |row| row.on_hold),
                open,
            ),
        );
        if connected {
            let since = row.and_then(|row| row.since).map(Wall::as_js);
            found.compare(&format!("since when {:?} is {:?}", item.channel, item.status), item.since, since);
        }
    }
}

pub(super) fn pauses(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Pauses(PausesSlice::Pauses(pauses)) = view else { return };
    let Some(agent) = page.server.store.agent(&page.agent).expect("store") else { return };
    let offered = page.server.store.pauses_of(&agent.record.org_unit_id).expect("store");
    let offered: Vec<(String, String)> =
        offered.into_iter().filter(|row| !row.login).map(|row| (row.id, row.name)).collect();
    found.compare("pauses to choose from", pauses.failed, false);
    found.compare(
        "pauses to choose from",
        pauses.reasons.into_iter().map(|reason| (reason.id, reason.name)).collect(),
        offered,
    );
    for item in pauses.channels {
        let row = row_of(page, &page.agent, item.channel);
        let pause = row.as_ref().and_then(|row| row.pause.as_ref());
        let scheduled = row.as_ref().and_then(|row| row.scheduled_pause.as_ref());
        found.compare(
            &format!("pause of {:?}", item.channel),
            (item.pause, item.since, item.max_duration_seconds, item.scheduled),
            (
                pause.map(|pause| pause.name.clone()),
                pause.map(|pause| pause.since.as_js()),
                pause.map_or(0, |pause| pause.max_seconds),
                scheduled.map(|pause| pause.name.clone()),
            ),
        );
        let end = pause.filter(|pause| pause.max_seconds > 0);
        let end = end.map(|pause| pause.since.plus_ms(i64::from(pause.max_seconds) * 1_000));
        if end.is_none_or(|end| page.now.since_ms(end).abs() > EXCEEDED_WITHIN_MS) {
            let exceeded = pause.is_some_and(|pause| pause.exceeded);
            found.compare(&format!("pause of {:?} too long", item.channel), item.exceeded, exceeded);
        }
    }
}

pub(super) fn absence(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Absence(AbsenceSlice::Absence(absence)) = view else { return };
    let fact = page.server.store.agent(&page.agent).expect("store").and_then(|agent| agent.absence);
    let shown = absence.absent.then_some((absence.since, absence.supervisor));
    let held = fact.map(|fact| (Some(fact.since.as_js()), fact.supervisor_name));
    found.compare("absence", shown, held);
}

/// Dialogs that facts of the server open.
pub(super) fn dialog(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Shell(ShellSlice::Dialog(Some(dialog))) = view else { return };
    match dialog {
        Dialog::AgentAbsent => {
            let absent = page.server.store.agent(&page.agent).expect("store").is_some_and(|row| row.absence.is_some());
            found.compare("absent, as the dialog says", true, absent);
        }
        Dialog::PauseAlert => {
            let paused = Channel::ALL.into_iter().any(|channel| {
                row_of(page, &page.agent, channel)
                    .is_some_and(|row| row.pause.is_some_and(|pause| pause.max_seconds > 0))
            });
            found.compare("a pause with a limit, as the dialog says", true, paused);
        }
        Dialog::Qualification { protocol } | Dialog::ConfirmFinish { protocol } => {
            let jobs = page.server.store.jobs_of_agent(&page.agent).expect("store");
            let held = jobs.iter().any(|job| job.protocol == protocol);
            found.compare("the attendance of the dialog", true, held);
        }
        Dialog::Notes { protocol, .. } => {
            let is_known = page.server.store.job(&protocol).expect("store").is_some();
            found.compare("the attendance whose notes the dialog shows", true, is_known);
        }
        Dialog::ConnectionProblem if has_voice_problem(page) => {}
        Dialog::ConnectionProblem | Dialog::Reconnecting => {
            found.must(false, || format!("the dialog {dialog:?} is open while the server answers"));
        }
        _ => {}
    }
}

pub(super) fn notifications(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Notifications(NotificationsSlice::Notifications(notices)) = view else { return };
    let of_server = |kind: NoticeKind| {
        matches!(kind, NoticeKind::System | NoticeKind::Pause | NoticeKind::Mention | NoticeKind::Snooze)
    };
    let listed = page.server.store.notifications_of(&page.agent, NOTICES_KEPT).expect("store");
    let expected: Vec<(String, bool)> = listed.iter().map(|row: &NotificationRow| (row.id.clone(), row.read)).collect();
    let shown: Vec<(String, bool)> = notices
        .items
        .iter()
        .filter(|notice| of_server(notice.kind))
        .map(|notice| (notice.id.clone(), notice.read))
        .collect();
    found.compare("notifications of the server", shown, expected);
    let unread = notices.items.iter().filter(|notice| !notice.read).count();
    found.compare("unread notices", notices.unread as usize, unread);
    let jobs = page.server.store.jobs_of_agent(&page.agent).expect("store");
    for notice in notices.items.iter().filter(|notice| notice.kind == NoticeKind::Message && !notice.read) {
        let open = jobs.iter().any(|job| job.state == JobState::Active && job.protocol.as_str() == notice.protocol);
        found.compare(&format!("an open attendance {} with an unread notice", notice.protocol), true, open);
    }
}

/// The unreadable items are those of the answers; for pauses those of the last answer, unless it was requested in a
/// session that has ended.
pub(super) fn unsupported(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Shell(ShellSlice::Unsupported(lists)) = view else { return };
    let later = &page.browser.later_items;
    let of_pauses = lists.iter().find(|list| list.list == ItemList::Pauses).map_or(0, |list| list.count);
    if of_pauses > 0 {
        found.compare("unreadable pauses", of_pauses, later.pauses);
    }
    for list in lists {
        found.must(list.count <= later.all, || {
            format!("{} unreadable items of {:?}, {} sent", list.count, list.list, later.all)
        });
    }
}

/// A ring has a cause that the server knows.
pub(super) fn alerts(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Notifications(NotificationsSlice::Alerts(alerts)) = view else { return };
    let record = page.server.store.agent(&page.agent).expect("store").expect("the agent").record;
    found.compare(
        "switches of desktop notifications",
        (alerts.notify.chat, alerts.notify.whatsapp),
        (record.agent_preferences.notify_chat_message, record.agent_preferences.notify_whats_app_message),
    );
    if let Some(ring) = alerts.ring.as_ref().filter(|ring| ring.kind == RingKind::Call) {
        let rings = super::calls::ringing(page).is_some();
        found.must(rings, || format!("the call of {} rings, and no call waits for the agent", ring.name));
    } else if let Some(ring) = alerts.ring {
        let jobs = page.server.store.jobs_of_agent(&page.agent).expect("store");
        let open = jobs.iter().any(|job| job.state == JobState::Active && job.protocol.as_str() == ring.protocol);
        found.compare(&format!("an open attendance {} that rings", ring.protocol), true, open);
    }
}

/// The agents that a supervisor sees, by name; none for another agent.
fn agents_of_board(page: &Page<'_>) -> Vec<AgentRow> {
    let Some(supervisor) = page.server.store.agent(&page.agent).expect("store") else { return Vec::new() };
    let is_seen = |agent: &AgentRow| {
        supervisor.record.role == AgentRole::Supervisor
            && agent.record.role == AgentRole::Agent
            && agent.record.org_unit_id == supervisor.record.org_unit_id
    };
    let mut agents: Vec<_> = page.server.store.agents().expect("store").into_iter().filter(is_seen).collect();
    agents.sort_by(|one, other| (&one.record.agent_name, &one.id).cmp(&(&other.record.agent_name, &other.id)));
    agents
}

/// Whether the page shows the board: only a supervisor who has opened the board sees it.
fn shows_board(page: &Page<'_>) -> bool {
    match page.view(&supervision::slices::SUPERVISION.key()) {
        View::Supervision(SupervisionSlice::Supervision(board)) => !board.loading && !board.failed,
        _ => false,
    }
}

pub(super) fn board(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Supervision(SupervisionSlice::Supervision(board)) = view else { return };
    if !shows_board(page) {
        return found.compare("agents on a board that is not loaded", board.summary.total, 0);
    }
    let agents = agents_of_board(page);
    let open_jobs = |agent: &AgentRow| -> u32 {
        let rows = Channel::ALL.into_iter().filter_map(|channel| row_of(page, &agent.id, channel));
        rows.map(|row| row.open_jobs).sum()
    };
    let is_logged = |agent: &&AgentRow| {
        let session = page.server.store.session(&agent.id).expect("store");
        session.is_some_and(|session| session.ended_at.is_none())
    };
    let count = |agents: usize| u32::try_from(agents).unwrap_or(u32::MAX);
    found.compare(
        "agents, sessions, absences and attendances of the board",
        (board.summary.total, board.summary.logged, board.summary.absent, board.summary.attendances),
        (
            count(agents.len()),
            count(agents.iter().filter(is_logged).count()),
            count(agents.iter().filter(|agent| agent.absence.is_some()).count()),
            agents.iter().map(open_jobs).sum(),
        ),
    );
}

/// No random day filters the board.
pub(super) fn board_order(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::List(list) = view else { return };
    let expected = if shows_board(page) { agents_of_board(page) } else { Vec::new() };
    found.compare(
        "agents on the board",
        list.ids.iter().map(ToString::to_string).collect::<Vec<_>>(),
        expected.iter().map(|agent| agent.id.0.clone()).collect(),
    );
}

pub(super) fn board_row(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Supervision(SupervisionSlice::BoardRow(shown)) = view else { return };
    let agents = agents_of_board(page);
    let Some(agent) = agents.iter().find(|agent| agent.id.0 == shown.agent_id) else {
        return found.must(false, || format!("{} is not on the server's board", shown.name));
    };
    let session = page.server.store.session(&agent.id).expect("store");
    let open = session.as_ref().filter(|session| session.ended_at.is_none());
    found.compare(
        &format!("{} on the board", shown.name),
        (shown.logged, shown.linked, shown.absent, shown.absent_since),
        (
            open.is_some(),
            open.is_some_and(|session| session.linked),
            agent.absence.is_some(),
            agent.absence.as_ref().map(|fact| fact.since.as_js()),
        ),
    );
    let jobs = page.server.store.jobs_of_agent(&agent.id).expect("store").into_iter();
    let waits: Vec<f64> = jobs
        // A customer whose conversation is snoozed counts nowhere as waiting.
        .filter(|job| job.state == JobState::Active && job.snoozed.is_none())
        .filter_map(|job| job.unanswered_since.map(Wall::as_js))
        .collect();
    // Which customer waits longest depends on the opening hours of the queues, and on the time of the last change.
    let wait = shown.longest_wait.as_ref().map(|wait| wait.since);
    found.must(wait.map_or(waits.is_empty(), |since| waits.contains(&since)), || {
        format!("the longest wait for {} on the board is {wait:?} of {waits:?}", shown.name)
    });
    for channel in shown.channels {
        let row = row_of(page, &agent.id, channel.channel);
        let (status, open_jobs) = row.as_ref().map_or_else(Default::default, |row| (row.status, row.open_jobs));
        let name = |pause: &contact_centre::store::PauseFact| pause.name.clone();
        found.compare(
            &format!("{:?} of {} on the board", channel.channel, shown.name),
            (
                channel.status,
                channel.active_attendances,
                channel.since,
                channel.pause,
                channel.scheduled_pause,
                channel.pause_exceeded,
            ),
            (
                ChannelStatusView::from(status),
                open_jobs,
                row.as_ref().and_then(|row| row.since).map(Wall::as_js),
                row.as_ref().and_then(|row| row.pause.as_ref()).map(name),
                row.as_ref().and_then(|row| row.scheduled_pause.as_ref()).map(name),
                row.as_ref().and_then(|row| row.pause.as_ref()).is_some_and(|pause| pause.exceeded),
            ),
        );
    }
}

/// Voice has a problem that only this page knows: its microphone, or its connection to the gateway.
fn has_voice_problem(page: &Page<'_>) -> bool {
    let link = page.view(&connection::slices::LINK.key());
    matches!(link, View::Connection(ConnectionSlice::Link(link)) if matches!(link.problem, Some(Problem::Device | Problem::VoiceMedia)))
}
