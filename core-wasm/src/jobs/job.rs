//! One attendance: the server's last state, later changes by events and the agent, and local facts. Every
//! change goes through a method of `Jobs`, which updates row, order and totals.

use super::messages::is_as_new;
use super::read_mark::ReadMark;
use super::snooze::Snooze;
use super::unanswered::{Unanswered, UnansweredEvent};
use crate::flow::{EventNumber, JobGroup};
use crate::shell::Viewer;
use crate::wire::{
    self, Channel, ClientStatus, Contact, JobTab, Message, OpenSpan, Protocol, QueueId, ScriptField, SenderType, Wall,
};

/// Messages count as read after they were visible for this time with the page focused (spec conversation §9).
pub(super) const READ_AFTER_MS: u64 = 750;

/// The tab with which a voice attendance opens (VOI-003).
const SCRIPT_TAB: &str = "script";

/// Facts that only this page knows; no answer of the server changes them (JOB-015).
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LocalFacts {
    pub scroll_top: f64,
    /// Script answers that differ from those of the server (QUA-007).
    pub script_answers: Vec<ScriptField>,
    pub tab: Option<JobTab>,
    /// Color of the avatar as `#RRGGBB`, derived from the name that the attendance had on arrival.
    pub color: String,
}

/// The newest message that is not a system message, as reported outside the thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Latest {
    /// The highest sequence number known of the thread.
    pub seq: u64,
    /// Time at which the message was written.
    pub moment: Option<Wall>,
    pub message: Option<Message>,
}

/// One attendance.
pub struct Job {
    /// The server's last state of the whole attendance.
    pub(super) server: wire::Job,
    pub(super) local: LocalFacts,
    /// The server's contact, or a contact found by the customer's identifier before the server links it.
    pub(super) contact: Option<Contact>,
    pub(super) client_status: ClientStatus,
    pub(super) typing: bool,
    /// Customer or agent ended the attendance; it waits for qualification.
    pub(super) ended: bool,
    pub(super) qualification_started: Option<Wall>,
    pub(super) latest: Latest,
    pub(super) read_mark: ReadMark,
    pub(super) unanswered: Unanswered,
    pub(super) snooze: Snooze,
    /// The agent marked the attendance as unread although it has no unread message (JOB-028).
    pub(super) marked_unread: bool,
    /// The last event that changed the attendance: an older list must not undo it.
    pub(super) event: Option<EventNumber>,
    /// The last event about the state of the customer's page: an older list must not undo it either.
    pub(super) status_event: Option<EventNumber>,
    /// The last event about whether the customer's number has WhatsApp.
    pub(super) number_event: Option<EventNumber>,
    /// Interface parts that wait for an answer (`finish`, …), by name.
    pub(super) busy: Vec<&'static str>,
    /// The contribution of this attendance to the totals.
    pub(super) counted: Counted,
}

/// The part of the totals that one attendance contributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted {
    pub unread: u32,
    pub waits: bool,
    pub open_on: Option<Channel>,
}

/// An attendance that was closed without qualification has ended, whatever else the server reports (VOI-017).
fn is_ended(server: &wire::Job) -> bool {
    server.disabled || server.closed_without_qualify
}

/// Since when the customer waits, according to the server's state.
fn listed_wait(server: &wire::Job) -> UnansweredEvent {
    UnansweredEvent::Listed { since: server.unanswered_since, seq: server.seq, answered: server.answered }
}

impl Job {
    /// A new attendance as the server reports it.
    pub fn new(mut server: wire::Job) -> Self {
        let latest =
            Latest { seq: server.seq, moment: server.timestamp_last_message, message: server.last_message.take() };
        let mut job = Self {
            local: LocalFacts::default(),
            contact: server.contact.take(),
            client_status: server.client_status,
            typing: server.typing,
            ended: is_ended(&server),
            qualification_started: server.start_date_qualification,
            latest,
            read_mark: ReadMark::new(server.messages_not_read, server.seq),
            unanswered: Unanswered::default(),
            snooze: Snooze::listed(&server),
            marked_unread: is_marked_unread(&server),
            server,
            event: None,
            status_event: None,
            number_event: None,
            busy: Vec::new(),
            counted: Counted::default(),
        };
        job.unanswered.after(listed_wait(&job.server));
        job.local.color = crate::shell::avatar_color(job.name()).to_owned();
        if job.channel() == Channel::Voice {
            job.local.tab = Some(JobTab { index: 0, name: SCRIPT_TAB.to_owned() });
        }
        job
    }

    /// Replaces the server's state of a known attendance. A late answer does not remove a newer last message or a
    /// change of it by the customer, and a contact found by the page stays until the server names one. Returns whether
    /// the customer wrote something new.
    pub(super) fn take_server(&mut self, mut server: wire::Job) -> bool {
        let message = server.last_message.take();
        let is_newer = |held: &Message| message.as_ref().is_some_and(|new| is_as_new(new, held));
        if self.latest.message.as_ref().is_none_or(is_newer) {
            self.latest.message = message.or(self.latest.message.take());
        }
        let is_older = server.seq < self.latest.seq;
        self.latest.seq = self.latest.seq.max(server.seq);
        self.latest.moment = self.latest.moment.max(server.timestamp_last_message);
        self.contact = server.contact.take().or(self.contact.take());
        self.client_status = server.client_status;
        self.ended = is_ended(&server);
        self.qualification_started = server.start_date_qualification.or(self.qualification_started);
        let grew = self.read_mark.recount(server.messages_not_read, server.seq);
        self.unanswered.after(listed_wait(&server));
        self.snooze.apply_report(server.snoozed_until, server.version);
        self.marked_unread = is_marked_unread(&server);
        // An older answer does not close a window that a message of the customer has opened.
        let (held, new) = (self.server.last_receipt, server.last_receipt);
        if is_older && held > new {
            server.last_receipt = held;
            server.template_sent = self.server.template_sent;
        }
        self.server = server;
        grew
    }

    /// The identity of the attendance (JOB-001).
    pub fn protocol(&self) -> &Protocol {
        &self.server.protocol
    }

    /// The server's last state of the whole attendance. Contact, last message and facts that events change have methods
    /// of their own.
    pub fn server(&self) -> &wire::Job {
        &self.server
    }

    /// The attendance as the server would send it now.
    pub fn with_contact(&self) -> wire::Job {
        wire::Job { contact: self.contact.clone(), disabled: self.ended, ..self.server.clone() }
    }

    /// The channel of the attendance; chat if the server sent none.
    pub fn channel(&self) -> Channel {
        self.server.channel.unwrap_or(Channel::Chat)
    }

    /// The registered contact, if one is known.
    pub fn contact(&self) -> Option<&Contact> {
        self.contact.as_ref().filter(|contact| !contact.id.is_empty())
    }

    /// The customer or the agent ended it: it waits for qualification.
    pub fn is_ended(&self) -> bool {
        self.ended
    }

    /// Whether the agent opened the conversation at least once.
    pub fn is_opened(&self) -> bool {
        self.read_mark.is_opened()
    }

    /// The transfer by which a colleague gave the attendance to the agent; `None` once the agent has opened it.
    pub fn new_transfer(&self, viewer: Viewer<'_>) -> Option<&wire::JobTransfer> {
        let is_new = |transfer: &&wire::JobTransfer| {
            !self.ended && !self.is_opened() && !viewer.is(transfer.agent_id.as_str(), &transfer.agent_name)
        };
        self.server.transfer.as_ref().filter(is_new)
    }

    /// Messages of the customer that the agent has not read.
    pub fn unread(&self) -> u32 {
        self.read_mark.unread()
    }

    /// Number of messages that the list, the totals and the alerts count as unread. An ended attendance has none,
    /// because it only waits for its qualification; a snoozed one counts when it returns.
    pub fn counted_unread(&self) -> u32 {
        if self.ended || self.snoozed_until().is_some() { 0 } else { self.unread() }
    }

    /// Where the lists of the attendance are found: `campaigns` or `queues`, and the id.
    pub fn queue_or_campaign(&self) -> (&'static str, &QueueId) {
        match (&self.server.campaign, &self.server.queue) {
            (Some(campaign), _) if !campaign.id.is_empty() => ("campaigns", &campaign.id),
            (_, Some(queue)) => ("queues", &queue.id),
            (_, None) => ("campaigns", &self.server.campaign_id),
        }
    }

    /// When the qualification began: at the end of the attendance, on the server's clock.
    pub fn qualification_started(&self) -> Option<Wall> {
        self.qualification_started
    }

    /// Answers of the script that the agent gave (QUA-006).
    pub fn script_answers(&self) -> &[ScriptField] {
        &self.local.script_answers
    }

    /// Whether this part of the interface waits for an answer (JOB-039).
    pub fn is_busy(&self, part: &str) -> bool {
        self.busy.contains(&part)
    }

    pub(super) fn group(&self) -> JobGroup {
        match (self.ended, self.snoozed_until().is_some(), self.server.pinned) {
            (true, _, _) => JobGroup::ToQualify,
            (false, true, _) => JobGroup::Snoozed,
            (false, false, true) => JobGroup::Pinned,
            (false, false, false) => JobGroup::Active,
        }
    }

    /// Whether the attendance is unread: it has unread messages or an unread mark of the agent.
    pub fn is_unread(&self) -> bool {
        self.unread() > 0 || self.marked_unread
    }

    /// The agent marked it as unread; the mark of an ended one does not show.
    pub fn is_marked_unread(&self) -> bool {
        self.marked_unread && !self.ended
    }

    /// A message of the thread moves the conversation window: an answer of the customer opens it (WAP-028), a template of
    /// the agent waits for an answer (WAP-029).
    pub(super) fn move_window(&mut self, message: &Message) {
        let is_later = message.time.is_some() && message.time > self.server.last_receipt;
        match message.sender_type {
            SenderType::Customer if is_later => {
                self.server.last_receipt = message.time;
                self.server.template_sent = false;
            }
            SenderType::Agent | SenderType::Bot if is_later && message.template.is_some() => {
                self.server.template_sent = true;
            }
            _ => {}
        }
    }

    /// Whether the agent may open the attendance: not one of chat and WhatsApp that is not in attendance (NAV-036).
    pub fn may_navigate(&self) -> bool {
        self.channel() == Channel::Voice || self.server.active_attendance
    }

    /// Since when the customer waits for an answer; `None` after the end, during a snooze, and if no answer is needed.
    pub fn waiting_since(&self) -> Option<Wall> {
        self.unanswered.since().filter(|_| !self.ended && self.snoozed_until().is_none())
    }

    /// Until when the agent snoozed the attendance; `None` after its end.
    pub fn snoozed_until(&self) -> Option<Wall> {
        self.snooze.until().filter(|_| !self.ended)
    }

    /// How long the customer has waited for an answer within the hours of the queue; `None`: nobody waits.
    pub(super) fn wait(&self, now: Wall) -> Option<Wait> {
        let since = self.waiting_since()?;
        Some(match &self.server.open_hours {
            None => Wait {
                open: true,
                waited_ms: u64::try_from(now.since_ms(since)).unwrap_or_default(),
                counted_since: since,
            },
            Some(hours) => {
                let waited_ms = OpenSpan::open_ms(hours, since, now);
                let counted_since = now.plus_ms(-i64::try_from(waited_ms).unwrap_or_default());
                Wait { open: OpenSpan::is_open(hours, now), waited_ms, counted_since }
            }
        })
    }

    /// In how many milliseconds the queue of a customer who waits opens or closes.
    pub(super) fn hours_change_in(&self, now: Wall) -> Option<u64> {
        let hours = self.server.open_hours.as_ref().filter(|_| self.waiting_since().is_some())?;
        let moments = hours.iter().flat_map(|span| [span.from, span.until]);
        moments.filter_map(|moment| u64::try_from(moment.since_ms(now)).ok().filter(|ms| *ms > 0)).min()
    }

    /// The agent said that what the customer wrote last needs no answer.
    pub fn needs_no_answer(&self) -> bool {
        !self.ended && self.unanswered.dismissed().is_some()
    }

    /// Time of the last message, otherwise of the attendance.
    pub(super) fn last_moment(&self) -> Option<Wall> {
        self.latest.moment.or(self.server.time)
    }

    /// Sets a script answer; an emptied answer is removed from the list (QUA-007).
    pub fn answer_script(&mut self, id: &str, value: &str) {
        let answers = &mut self.local.script_answers;
        answers.retain(|field| field.id != id);
        if !value.trim().is_empty() {
            answers.push(ScriptField { id: id.to_owned(), value: value.to_owned() });
        }
    }

    /// Name of the customer; empty if only an identifier is known.
    pub fn known_name(&self) -> &str {
        let contact = self.contact.as_ref().map(|contact| contact.fullname.as_str()).unwrap_or_default();
        let server = &self.server;
        let name = wire::first_visible([contact, &server.from]);
        let is_identifier =
            [&server.contact_identifier, &server.phone].into_iter().any(|identifier| identifier == name);
        let is_number = !name.chars().any(char::is_alphabetic);
        if is_identifier || is_number { "" } else { name }
    }

    /// The contact's name, otherwise an identifier of the customer.
    pub fn name(&self) -> &str {
        let contact = self.contact.as_ref().map(|contact| contact.fullname.as_str()).unwrap_or_default();
        let server = &self.server;
        wire::first_visible([
            contact,
            &server.from,
            &server.contact_identifier,
            &server.phone,
            server.protocol.as_str(),
        ])
    }
}

/// How long a customer has waited for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wait {
    /// The queue is open.
    pub open: bool,
    /// Within the hours of the queue.
    pub waited_ms: u64,
    /// The beginning of the wait if the queue had been open ever since; it stays the same while the queue is open.
    pub counted_since: Wall,
}

/// The server's mark without unread messages is the agent's own.
fn is_marked_unread(server: &wire::Job) -> bool {
    server.unread && server.messages_not_read == 0
}
