//! Comparison of the views of a page with the server, when everything is quiet (BEY-120). The table below contains
//! every kind of slice: compared with the server, or local with the reason. A kind that is in neither column fails.

mod attendances;
mod broadcasts;
mod calls;
mod dead_effects;
mod messages;
mod notes;
mod people;
mod records;
mod texts;
mod views;

pub(crate) use calls::ringing_at;

use crate::browser::Browser;
use crate::server::Server;
use contact_centre::wire::{AgentId, Protocol, Wall};
use core_wasm::View;
use core_wasm::flow::{Row, SliceKey};
use core_wasm::session::SessionSlice;
use core_wasm::session::{self, SessionPhaseView};
use core_wasm::shell;
use core_wasm::shell::{ShellSlice, Viewer};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// A typing mark lasts 10 s without a new event; the rest is the transmission of the event.
const TYPING_MARK_MS: i64 = 11_000;

type Compare = fn(&Page<'_>, &SliceKey, View, &mut Differences);

enum Truth {
    Server(Compare),
    Local(&'static str),
}

use Truth::{Local, Server as Compared};

const TRUTH: &[(&str, Truth)] = &[
    ("session", Compared(people::session)),
    ("link", Compared(people::link)),
    ("channels", Compared(people::channels)),
    ("pauses", Compared(people::pauses)),
    ("absence", Compared(people::absence)),
    ("supervision", Compared(people::board)),
    ("boardOrder:shown", Compared(people::board_order)),
    ("boardRow", Compared(people::board_row)),
    ("deadEffects", Compared(dead_effects::dead_effects)),
    ("dialog", Compared(people::dialog)),
    ("notifications", Compared(people::notifications)),
    ("alerts", Compared(people::alerts)),
    ("jobSummary", Compared(attendances::summary)),
    ("jobQueues", Compared(attendances::queues)),
    ("jobOrder:waiting", Compared(attendances::order)),
    ("jobOrder:active", Compared(attendances::order)),
    ("jobOrder:snoozed", Compared(attendances::order)),
    ("jobOrder:toQualify", Compared(attendances::order)),
    ("jobOrder:pinned", Compared(attendances::order)),
    ("jobRow", Compared(attendances::row)),
    ("job", Compared(attendances::job)),
    ("thread", Compared(attendances::thread)),
    ("message", Compared(attendances::message)),
    ("contact", Compared(attendances::contact)),
    ("foundContacts", Local("a list that the agent asked for, as the server sent it")),
    ("contactsPage", Compared(records::contacts_page)),
    ("contactOrder:shown", Local("compared with contactsPage, which counts its entries")),
    ("contactListRow", Compared(records::contact_row)),
    ("contactSummary", Local("the contact is compared in its row")),
    ("contactForm", Local("what is typed and not saved exists on the page only")),
    ("contactPage", Compared(records::contact_page)),
    ("companiesPage", Compared(records::companies_page)),
    ("companyOrder:shown", Local("compared with companiesPage, which counts its entries")),
    ("companyListRow", Compared(records::company_row)),
    ("companyForm", Local("what is typed and not saved exists on the page only")),
    ("companyPage", Compared(records::company_page)),
    ("companyContacts:shown", Local("compared with companyPage, which counts its entries")),
    ("companyPicker", Local("a list that the agent asked for, as the server sent it")),
    (
        "samePersons",
        Local(
            "a list that the agent asked for, as the server sent it; decisions of others show when it is loaded again",
        ),
    ),
    ("qualification", Compared(attendances::qualification)),
    ("bulk", Compared(attendances::bulk)),
    ("route", Local("which page the agent chose; the server does not know it")),
    ("preferences", Local("kept on the machine, per agent")),
    ("snackbars", Local("what came of the actions of this page; each disappears by itself")),
    ("unsupported", Compared(people::unsupported)),
    ("announcements", Local("the last texts for a screen reader")),
    ("voice", Compared(calls::voice)),
    ("callBar", Compared(calls::call_bar)),
    ("incomingCall", Compared(calls::incoming_call)),
    ("callDestinations", Local("agents, queues and campaigns as the server listed them while the dialog was open")),
    ("jobTransfers", Local("a list that the agent asked for, as the server sent it")),
    ("voiceJob", Compared(calls::job)),
    ("callLevels", Local("measured by the page; the server does not know it")),
    ("callQuality", Local("measured by the page; the server does not know it")),
    ("preferentialCall", Compared(calls::preferential_call)),
    ("internalCall", Compared(calls::internal_call)),
    ("supervisedCall", Compared(calls::supervised_call)),
    ("supervisionLevels", Local("measured by the page; the server does not know it")),
    ("colleagues", Compared(calls::colleagues)),
    ("colleagueOrder:all", Local("compared with colleagues, which counts its entries")),
    ("colleagueOrder:shown", Local("compared with colleagues, which counts its entries")),
    ("colleagueRow", Local("presence as the server said it last: every 5 s, and only of the rows that are shown")),
    ("whatsapp", Compared(messages::whatsapp)),
    ("jobScript", Compared(messages::script)),
    ("whatsappJob", Compared(messages::job)),
    ("inbox", Compared(messages::inbox)),
    ("forward", Local("which messages the agent selected; the server does not know it")),
    ("templates", Compared(messages::templates)),
    ("presets", Compared(messages::presets)),
    ("transferDestinations", Local("agents, queues and campaigns as the server listed them while the dialog was open")),
    (
        "conversationSearch",
        Local("a list that the agent asked for: as the server sent it, or from the thread, which is compared"),
    ),
    ("mediaGallery", Local("a list that the agent asked for, as the server sent it")),
    ("earlierMessages", Local("a list that the agent asked for, as the server sent it")),
    ("tagCatalogue", Local("a list that the agent asked for, as the server sent it")),
    ("tagsOf", Compared(records::tags_of)),
    ("messageSearch", Compared(texts::message_search)),
    ("listViews", Compared(views::list_views)),
    ("foundMessage", Local("which result the agent chose last; the server does not know it")),
    ("historyPage", Compared(records::history_page)),
    ("historyEntry", Local("messages that the agent asked for, as the server sent them")),
    ("historyOf", Compared(records::history_of)),
    ("churnOf", Compared(records::churn_of)),
    ("contactImport", Local("how far an import of this page is; the server reports it only while it is asked")),
    ("broadcasts", Compared(broadcasts::broadcasts)),
    ("broadcastOrder:shown", Local("compared with broadcasts, which counts its entries")),
    ("broadcastCard", Compared(broadcasts::card)),
    ("broadcast", Compared(broadcasts::opened)),
    ("broadcastEntries:shown", Local("which entries the filter shows; the entries are compared")),
    ("broadcastEntry", Compared(broadcasts::entry)),
    ("newBroadcast", Local("what is prepared and not created exists on the machine only")),
    ("broadcastContacts", Local("a search that the agent asked for, as the server answered it")),
    ("broadcastContactOrder:shown", Local("a list that the agent asked for, as the server sent it")),
    ("broadcastContact", Local("a list that the agent asked for, as the server sent it")),
    ("notes", Compared(notes::notes)),
    ("noteDraft", Local("what is typed and not added exists on the machine only")),
    ("notePeople", Local("a list that the agent asked for, as the server sent it")),
    ("draft", Local("what is typed and not sent exists on the machine only")),
];

/// Kinds that are compared with the server, by their names.
pub fn compared_kinds() -> impl Iterator<Item = &'static str> {
    TRUTH.iter().filter(|(_, truth)| matches!(truth, Compared(_))).map(|(kind, _)| *kind)
}

/// Kinds that only the page knows, with the reason.
pub fn local_kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    TRUTH.iter().filter_map(|(kind, truth)| match truth {
        Local(reason) => Some((*kind, *reason)),
        Compared(_) => None,
    })
}

/// The kind as the slice table of the core names it.
pub fn kind_of(key: &SliceKey) -> &'static str {
    key.row().name().as_str()
}

/// When a browser last showed an attendance or sent a message in it, and when its customer last typed. The server does
/// not store these times, but they decide which messages are unread and whether a typing mark may be shown.
#[derive(Default)]
pub(crate) struct ReadTimes {
    seen: BTreeMap<(usize, Protocol), Wall>,
    typed: BTreeMap<Protocol, Wall>,
}

impl ReadTimes {
    pub fn saw(&mut self, machine: usize, protocol: &Protocol, now: Wall) {
        self.seen.insert((machine, protocol.clone()), now);
    }

    pub fn types(&mut self, protocol: &Protocol, now: Wall) {
        self.typed.insert(protocol.clone(), now);
    }
}

/// A signed-in page, and the server.
pub(crate) struct Page<'sim> {
    pub browser: &'sim Browser,
    pub server: &'sim Server,
    pub read_times: &'sim ReadTimes,
    pub agent: AgentId,
    pub now: Wall,
}

impl Page<'_> {
    /// The agent at the page. Agents of the simulation are named by the server.
    fn viewer(&self) -> Viewer<'_> {
        Viewer { agent_id: self.agent.as_str(), name: "" }
    }

    fn view(&self, key: &SliceKey) -> View {
        self.browser.workspace.view(key)
    }

    /// The attendance that is shown.
    fn shown(&self) -> Option<Protocol> {
        match self.view(&shell::slices::ROUTE.key()) {
            View::Shell(ShellSlice::Route(route)) => route.protocol.map(|protocol| Protocol::from(protocol.as_str())),
            _ => None,
        }
    }

    /// Whether a typing event arrived so recently that its mark may still be shown (CHT-009).
    fn has_typed(&self, protocol: &Protocol) -> bool {
        self.read_times.typed.get(protocol).is_some_and(|at| self.now.since_ms(*at) <= TYPING_MARK_MS)
    }

    fn seen_at(&self, protocol: &Protocol) -> Option<Wall> {
        self.read_times.seen.get(&(self.browser.machine, protocol.clone())).copied()
    }
}

#[derive(Default)]
pub(crate) struct Differences {
    browser: String,
    pub found: Vec<String>,
}

impl Differences {
    fn compare<T: PartialEq + Debug>(&mut self, what: &str, page: T, server: T) {
        if page != server {
            self.found.push(format!("{}: {what}: the page has {page:?}, the server has {server:?}", self.browser));
        }
    }

    /// A check that is more than an equality.
    fn must(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.found.push(format!("{}: {}", self.browser, what()));
        }
    }
}

/// The differences between a page at work and the server, slice by slice; empty if they agree. `compared` counts the
/// slices by kind.
pub(crate) fn differences(
    browser: &Browser,
    server: &Server,
    read_times: &ReadTimes,
    now: Wall,
    compared: &mut BTreeMap<String, u64>,
) -> Vec<String> {
    let View::Session(SessionSlice::Session(session)) = browser.workspace.view(&session::slices::SESSION.key()) else {
        return Vec::new();
    };
    let Some(agent) = session.agent.filter(|_| session.phase == SessionPhaseView::Ready) else { return Vec::new() };
    let page = Page { browser, server, read_times, agent: AgentId(agent.id), now };
    let mut differences = Differences { browser: browser.name.clone(), found: Vec::new() };
    for key in browser.workspace.live_keys() {
        let kind = kind_of(&key);
        match TRUTH.iter().find(|(name, _)| *name == kind) {
            Some((_, Compared(compare))) => {
                compare(&page, &key, page.view(&key), &mut differences);
                *compared.entry(kind.to_owned()).or_default() += 1;
            }
            Some((_, Local(_))) => {}
            None => differences.found.push(format!("slices of the kind {kind} are compared with nothing")),
        }
    }
    people::queue_is_empty(&page, &mut differences);
    differences.found
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::Workspace;
    use std::collections::BTreeSet;

    #[test]
    fn bey_120_every_kind_of_slice_is_compared_with_the_server_or_local_with_a_reason() {
        let of_core: BTreeSet<&str> = Workspace::slice_rows().map(|row| row.name().as_str()).collect();
        let here: BTreeSet<&str> = TRUTH.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(of_core, here);
        assert_eq!(TRUTH.len(), here.len(), "a kind is in the table twice");
        assert!(local_kinds().all(|(_, reason)| reason.contains(' ')), "a local kind has a reason");
    }
}
