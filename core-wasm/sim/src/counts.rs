//! Statistics of a day: how often each kind of input occurred, and how often each state followed another one in the
//! views. A kind that never occurred means that the simulation does not cover it.

use core_wasm::absence::AbsenceSlice;
use core_wasm::broadcasts::BroadcastsSlice;
use core_wasm::channels::ChannelView;
use core_wasm::channels::ChannelsSlice;
use core_wasm::connection::ConnectionSlice;
use core_wasm::contacts::ContactStateView;
use core_wasm::contacts::ContactsSlice;
use core_wasm::conversation::ConversationSlice;
use core_wasm::conversation::EntryState;
use core_wasm::jobs::JobsSlice;
use core_wasm::notifications::NoticeKind;
use core_wasm::notifications::NotificationsSlice;
use core_wasm::qualification::QualificationSlice;
use core_wasm::session::SessionSlice;
use core_wasm::shell::ShellSlice;
use core_wasm::supervision::SupervisionSlice;
use core_wasm::whatsapp::WhatsAppSlice;
use core_wasm::wire::Channel;
use core_wasm::{BrokerInput, Input, View};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug, Write};

#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub inputs: BTreeMap<String, u64>,
    /// Number of transitions, for example `message: Sending -> Sent`.
    pub transitions: BTreeMap<String, u64>,
    /// Number of slices that were compared with the server, by kind.
    pub compared: BTreeMap<String, u64>,
    /// Number of texts that a page listed as not sent.
    pub told_unsent: BTreeSet<String>,
}

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        for (mine, theirs) in [
            (&mut self.inputs, &other.inputs),
            (&mut self.transitions, &other.transitions),
            (&mut self.compared, &other.compared),
        ] {
            for (name, times) in theirs {
                *mine.entry(name.clone()).or_default() += times;
            }
        }
    }

    pub(crate) fn input(&mut self, input: &Input) {
        let name = match input {
            Input::Intent(intent) => format!("intent {}", name_in_area(intent)),
            Input::Page(page) => format!("page {}", name_of(page)),
            Input::Broker(BrokerInput::Frame(frame)) => format!("frame {}", event_of(&frame.body)),
            Input::Broker(broker) => format!("link {}", name_of(broker)),
            Input::Voice(report) => format!("voice {}", name_of(report)),
            Input::TimeZone(_) => "time zone".to_owned(),
            Input::FileConverted { .. } => "file converted".to_owned(),
            Input::UploadProgress { .. } => "upload progress".to_owned(),
            Input::UploadEnded(_, Ok(reply)) => format!("answer upload {}xx", reply.status / 100),
            Input::UploadEnded(_, Err(failure)) => format!("answer upload {failure:?}"),
            Input::Reply(call, Ok(reply)) => format!("answer {} {}xx", call.area.0, reply.status / 100),
            Input::Reply(call, Err(failure)) => format!("answer {} {failure:?}", call.area.0),
            Input::Stored(_, result) => {
                format!("stored {}", result.map_or_else(|failure| name_of(&failure), |()| "Ok".into()))
            }
            Input::Wake => "wake".to_owned(),
        };
        *self.inputs.entry(name).or_default() += 1;
    }

    pub(crate) fn changed(&mut self, before: &View, now: &View) {
        if let View::Notifications(NotificationsSlice::Notifications(notices)) = now {
            let unsent = notices.items.iter().filter(|notice| notice.kind == NoticeKind::Unsent);
            self.told_unsent.extend(unsent.map(|notice| notice.body.clone()));
        }
        if let (Some((kind, before)), Some((_, now))) = (state_of(before, now), state_of(now, before))
            && before != now
        {
            self.passed(kind, &before, &now);
        }
    }

    pub(crate) fn outbox(&mut self, before: Option<&EntryState>, now: Option<&EntryState>) {
        let name = |state: Option<&EntryState>| state.map_or_else(|| ABSENT.to_owned(), name_of);
        self.passed("outbox", &name(before), &name(now));
    }

    fn passed(&mut self, kind: &str, before: &str, now: &str) {
        *self.transitions.entry(format!("{kind}: {before} -> {now}")).or_default() += 1;
    }
}

const ABSENT: &str = "Absent";

/// The machine in a view and its state; `other` names the machine if the view is absent.
fn state_of(view: &View, other: &View) -> Option<(&'static str, String)> {
    let state = match view {
        View::Session(SessionSlice::Session(session)) => ("session", name_of(&session.phase)),
        View::Connection(ConnectionSlice::Link(link)) => ("link", name_of(&link.server)),
        View::Channels(ChannelsSlice::Channels(channels)) => {
            let chat = |channel: &&ChannelView| channel.channel == Channel::Chat;
            ("chat", channels.items.iter().find(chat).map_or_else(|| ABSENT.to_owned(), |chat| name_of(&chat.status)))
        }
        View::Absence(AbsenceSlice::Absence(absence)) => {
            let state = match (absence.absent, absence.pending) {
                (false, _) => "Present",
                (true, false) => "Absent",
                (true, true) => "Returning",
            };
            ("absence", state.to_owned())
        }
        View::Supervision(SupervisionSlice::Supervision(board)) => {
            let state = match (board.loading, board.failed) {
                (true, _) => "Loading",
                (false, true) => "Failed",
                (false, false) => "Ready",
            };
            ("board", state.to_owned())
        }
        View::Shell(ShellSlice::Dialog(dialog)) => {
            ("dialog", dialog.as_ref().map_or_else(|| "None".to_owned(), name_of))
        }
        View::Shell(ShellSlice::Route(route)) => ("route", route.path.split('/').nth(1).unwrap_or_default().to_owned()),
        View::Conversation(ConversationSlice::Message(message)) => ("message", name_of(&message.delivery)),
        View::Jobs(JobsSlice::Job(job)) => {
            let thread = match (job.thread_loading, job.thread_failed) {
                (true, _) => "loading",
                (false, true) => "failed",
                (false, false) => "quiet",
            };
            ("thread", format!("{thread} {}", name_of(&job.composer)))
        }
        View::Contacts(ContactsSlice::Contact(panel)) => {
            let state = match &panel.contact {
                ContactStateView::Loading => "Loading",
                ContactStateView::Unknown => "Unknown",
                ContactStateView::Several { .. } => "Several",
                ContactStateView::Found { .. } => "Found",
                ContactStateView::Failed => "Failed",
            };
            ("contact", state.to_owned())
        }
        View::Qualification(QualificationSlice::Qualification(form)) => {
            let state = match (form.loading, form.load_failed, form.pending) {
                (true, _, _) => "Loading",
                (_, true, _) => "Failed",
                (_, _, true) => "Pending",
                _ => "Ready",
            };
            ("qualification", state.to_owned())
        }
        View::Qualification(QualificationSlice::Bulk(bulk)) => {
            ("bulk", bulk.dialog.as_ref().map_or_else(|| "Selecting".to_owned(), |dialog| name_of(&dialog.stage)))
        }
        View::Whatsapp(WhatsAppSlice::WhatsappJob(job)) => ("composer", name_of(&job.composer)),
        View::Whatsapp(WhatsAppSlice::Templates(templates)) => ("templates", name_of(&templates.state)),
        View::Whatsapp(WhatsAppSlice::Inbox(inbox)) => {
            let state = match (inbox.failed, inbox.entries.is_empty()) {
                (true, _) => "Failed",
                (false, true) => "Empty",
                (false, false) => "Filled",
            };
            ("inbox", state.to_owned())
        }
        View::Broadcasts(BroadcastsSlice::BroadcastCard(card)) => ("broadcast", name_of(&card.word)),
        View::Broadcasts(BroadcastsSlice::BroadcastEntry(entry)) => ("entry", name_of(&entry.status)),
        View::Broadcasts(BroadcastsSlice::NewBroadcast(draft)) => ("creation", name_of(&draft.phase)),
        View::Absent => {
            let (kind, _) = (!matches!(other, View::Absent)).then(|| state_of(other, view)).flatten()?;
            (kind, ABSENT.to_owned())
        }
        _ => return None,
    };
    Some(state)
}

/// The `"event"` of a frame, without reading the rest.
fn event_of(body: &str) -> &str {
    let rest = body.split_once(r#""event":""#).map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split('"').next()).unwrap_or("(unreadable)")
}

/// The variant's name; the fields are not formatted.
fn name_of(value: &impl Debug) -> String {
    word_of(value, 0)
}

/// The name of the inner variant: the area's variant without the name of the area.
fn name_in_area(value: &impl Debug) -> String {
    word_of(value, 1)
}

/// The word after the first `skipped` words.
fn word_of(value: &impl Debug, skipped: usize) -> String {
    struct Word {
        skipped: usize,
        text: String,
    }
    impl Write for Word {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for letter in text.chars() {
                if letter.is_alphanumeric() {
                    self.text.push(letter);
                } else {
                    self.skipped = self.skipped.checked_sub(1).ok_or(fmt::Error)?;
                    self.text.clear();
                }
            }
            Ok(())
        }
    }
    let mut word = Word { skipped, text: String::new() };
    // The error only means that the word has ended.
    let _ = write!(word, "{value:?}");
    word.text
}
