//! The notification centre: entries are kept until read or dismissed. Some are kept on the server: marking one
//! read is a request, and is reverted if the server refuses (NOT-006).

use super::notice::{Held, News, Notice, NoticeKind};
use super::registry::NAME;
use super::{records, slices};
use crate::flow::{Answer, Context, HttpRequest, ItemList, RequestId, Requests, ServerWrite, Text};
use crate::shell::NamedCustomer;
use crate::wire::{AgentId, ListBody, Named, NotificationEvent, Protocol, Wall};
use std::collections::VecDeque;

/// Entries kept per class (server, snackbars, others); the oldest are dropped first. Each class has its own limit.
const MOST: usize = 100;
/// The limit for entries of snackbars.
const MOST_NOTES: usize = 30;
/// Events of one kind within this time share one entry (BEY-152).
const GROUP_MS: i64 = 10 * 60_000;
/// A call that rang for longer counts as another call.
const LONGEST_RING_MS: i64 = 2 * 60_000;
/// Entries that the server does not store are kept for this time (BEY-058).
const KEPT_MS: i64 = 7 * 24 * 60 * 60_000;

/// The server's type of a notification about a note that mentions the agent.
pub const MENTION: &str = "mention";
/// The server's type of a notification about a snoozed attendance that returned.
pub const SNOOZE: &str = "snooze";

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    List,
    /// A mark of one notification; reverted if the server refuses it.
    Read {
        ids: Vec<String>,
        read: bool,
    },
    /// All notifications are marked as read; these were known. Reverted if the server refuses it.
    ReadAll(Vec<String>),
    Dismiss(String),
}

/// The notification centre.
pub struct Notifications {
    notices: VecDeque<Held>,
    /// The agent whose entries these are.
    agent: AgentId,
    /// Read marks that were set while the list is being loaded: its answer may be older.
    marked_during_load: Vec<String>,
    /// Notifications that an event reported while the list is being loaded.
    raised_during_load: Vec<String>,
    /// Dismissals of notifications that the server did not find; they are not sent again.
    unknown_dismissals: Vec<String>,
    requests: Requests<Pending>,
}

impl Default for Notifications {
    fn default() -> Self {
        Self {
            notices: VecDeque::new(),
            agent: AgentId::default(),
            marked_during_load: Vec::new(),
            raised_during_load: Vec::new(),
            unknown_dismissals: Vec::new(),
            requests: Requests::new(NAME),
        }
    }
}

impl Notifications {
    /// Loads the server's list, unless that is pending.
    pub fn load(&mut self, context: &mut Context, agent: &AgentId) {
        self.agent = agent.clone();
        if !self.is_loading() {
            let request = HttpRequest::get("agents/notifications/agent").query("agentId", agent);
            context.request(&mut self.requests, Pending::List, request);
        }
    }

    fn is_loading(&self) -> bool {
        self.requests.any(|pending| *pending == Pending::List)
    }

    /// Handles the answer to a request of this area. False: the load got no answer and must be repeated.
    #[must_use]
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> bool {
        match self.requests.take(request) {
            Some(Pending::List) => match answer.read::<ListBody<NotificationEvent>>() {
                Ok(list) => {
                    context.report_unreadable(ItemList::Notifications, list.data.unreadable);
                    self.merge(context, &list.data);
                }
                Err(answer) => return !answer.is_passing(),
            },
            Some(Pending::ReadAll(_)) if matches!(answer, Answer::Ok(_)) => {
                // The server marked the notifications that it had: one that arrived since the request may be among
                // them.
                if self.notices.iter().any(|notice| notice.stored && !notice.read) {
                    self.load_after_mark(context);
                }
            }
            Some(Pending::ReadAll(ids)) => self.mark_failed(context, &ids, true, &answer),
            Some(Pending::Read { ids, read }) if !matches!(answer, Answer::Ok(_)) => {
                self.mark_failed(context, &ids, read, &answer);
            }
            Some(Pending::Dismiss(id)) => match answer {
                Answer::Ok(_) => {}
                // The next list contains the notification: the dismissal is sent again then.
                answer if answer.is_passing() => return false,
                // The server does not have the notification, or cannot delete any.
                Answer::NotFound(_) => self.unknown_dismissals.push(id),
                _ => self.restore_dismissed(context, &id),
            },
            Some(Pending::Read { .. }) | None => {}
        }
        true
    }

    /// The server refused a mark, or did not answer. Without an answer the mark stays until the next list shows the
    /// server's state.
    fn mark_failed(&mut self, context: &mut Context, ids: &[String], read: bool, answer: &Answer) {
        if !answer.is_uncertain() {
            self.mark(context, |notice| ids.contains(&notice.id), !read);
        }
        if answer.is_passing() {
            self.load_after_mark(context);
        }
    }

    /// Refetches the list. A load that was requested before may not contain the mark.
    fn load_after_mark(&mut self, context: &mut Context) {
        self.requests.forget(|pending| *pending == Pending::List);
        self.marked_during_load.clear();
        let agent = self.agent.clone();
        self.load(context, &agent);
    }

    /// Merges the server's list: new entries are inserted by time, known ones are not moved to the top, those that the
    /// server does not have any more are removed, and a dismissal that the server does not have is sent again.
    fn merge(&mut self, context: &mut Context, listed: &[NotificationEvent]) {
        let marked = std::mem::take(&mut self.marked_during_load);
        let raised = std::mem::take(&mut self.raised_during_load);
        for event in listed.iter().take(MOST) {
            let id = &event.agent_notify_id;
            if self.notices.iter().any(|notice| notice.dismissed && notice.id == *id) {
                self.send_dismissal(context, id);
                continue;
            }
            if self.knows(id) {
                let asked = self.requests.any(|pending| match pending {
                    Pending::Read { ids, .. } | Pending::ReadAll(ids) => ids.contains(id),
                    Pending::List | Pending::Dismiss(_) => false,
                });
                if !asked && !marked.contains(id) {
                    self.mark(context, |notice| notice.id == *id, is_read(event));
                }
                continue;
            }
            let notice = of_server(event, context.server_now());
            let place = self.notices.iter().position(|held| held.time < notice.time).unwrap_or(self.notices.len());
            self.notices.insert(place, notice);
            self.changed(context);
        }
        let is_whole = listed.len() <= MOST;
        let is_listed = |notice: &Notice| listed.iter().any(|event| event.agent_notify_id == notice.id);
        let before = self.notices.len();
        self.notices.retain(|notice| {
            let is_gone = is_whole && notice.stored && !notice.dismissed && !is_listed(notice);
            !is_gone || raised.contains(&notice.id)
        });
        if self.notices.len() != before {
            self.changed(context);
        }
        self.drop_oldest(context.server_now());
    }

    fn knows(&self, id: &str) -> bool {
        self.notices.iter().any(|notice| notice.id == id)
    }

    /// Applies the limit of each class, and the time that entries are kept.
    fn drop_oldest(&mut self, now: Wall) {
        let (mut of_server, mut snackbars, mut others, mut dismissed) = (0, 0, 0, 0);
        self.notices.retain(|notice| {
            if !notice.stored && now.since_ms(notice.time) > KEPT_MS {
                return false;
            }
            let (kept, most) = match () {
                () if notice.dismissed => (&mut dismissed, MOST),
                () if notice.stored => (&mut of_server, MOST),
                () if notice.kind.is_note() => (&mut snackbars, MOST_NOTES),
                () => (&mut others, MOST),
            };
            *kept += 1;
            *kept <= most
        });
    }

    /// Messages of one conversation collapse into one entry with the number of unread ones (BEY-058).
    pub fn add_message(&mut self, context: &mut Context, customer: NamedCustomer, text: &str) {
        let protocol = &customer.protocol;
        let number = protocol.text_hash();
        let is_same = |notice: &Held| {
            notice.number == number && notice.kind == NoticeKind::Message && notice.protocol == *protocol
        };
        let collapsed = self.notices.iter().position(is_same).and_then(|index| self.notices.remove(index));
        let count = collapsed.as_ref().filter(|notice| !notice.read).map_or(0, |notice| notice.count).saturating_add(1);
        let notice = collapsed.unwrap_or_else(|| Notice::of(NoticeKind::Message, protocol.clone()));
        self.raise(context, notice, &customer.name, text, count);
        if let Some(notice) = self.notices.front_mut() {
            notice.customers = vec![customer];
        }
    }

    /// Adds a snackbar; `read` if the page was visible and focused. A repeated one is counted in the same entry.
    pub fn add_snackbar(&mut self, context: &mut Context, kind: NoticeKind, said: Text, read: bool) {
        let repeated = self.notices.front().is_some_and(|notice| notice.kind == kind && notice.said == said);
        let count = if repeated { self.notices.pop_front().map_or(0, |notice| notice.count) } else { 0 };
        self.raise(context, Notice::of(kind, Protocol::default()), "", "", count.saturating_add(1));
        if let Some(notice) = self.notices.front_mut() {
            notice.said = said;
            notice.read = read;
        }
    }

    /// Removes the newest entry with this text, because it turned out to be untrue, unless it is about an earlier call.
    pub fn remove_untrue_entry(&mut self, context: &mut Context, said: &Text) {
        let now = context.server_now();
        let is_meant = |notice: &Held| notice.said == *said && now.since_ms(notice.time) <= LONGEST_RING_MS;
        let Some(index) = self.notices.iter().position(is_meant) else { return };
        match self.notices.get_mut(index) {
            Some(notice) if notice.count > 1 => notice.count -= 1,
            _ => drop(self.notices.remove(index)),
        }
        self.changed(context);
    }

    /// Adds an event of a customer. Events of one kind within ten minutes share one entry with all names; the same
    /// customer is named once.
    pub fn add_customer_event(&mut self, context: &mut Context, news: News) {
        let News { kind, said, body, customer } = news;
        let now = context.server_now();
        let is_same = |notice: &Held| {
            let is_recent = now.since_ms(notice.time) <= GROUP_MS;
            let says_same = kind != NoticeKind::NumberFault || notice.said == said;
            notice.kind == kind && !notice.dismissed && is_recent && says_same
        };
        let grouped = self.notices.iter().position(is_same).and_then(|index| self.notices.remove(index));
        let mut customers = grouped.map(|mut notice| std::mem::take(&mut notice.customers)).unwrap_or_default();
        customers.retain(|other| {
            *other != customer && (customer.protocol.is_empty() || other.protocol != customer.protocol)
        });
        customers.insert(0, customer);
        let count = u32::try_from(customers.len()).unwrap_or(u32::MAX);
        let protocol = customers.first().map(|customer| customer.protocol.clone()).filter(|_| count == 1);
        let body = if count == 1 { body } else { String::new() };
        self.raise(context, Notice::of(kind, protocol.unwrap_or_default()), "", &body, count);
        if let Some(notice) = self.notices.front_mut() {
            notice.said = said;
            notice.customers = customers;
        }
    }

    /// An event with a notification of the server. A known one is ignored, so that its read mark stays. Returns whether it is new.
    pub fn on_server_notification(
        &mut self,
        context: &mut Context,
        event: &NotificationEvent,
        customer: Option<NamedCustomer>,
    ) -> bool {
        let is_new = event.agent_notify_id.is_empty() || !self.knows(&event.agent_notify_id);
        if is_new {
            let mut notice = of_server(event, context.happened_at());
            if let Some(customer) = customer {
                notice.customers = vec![customer];
            }
            if notice.id.is_empty() {
                notice.id = new_id(context);
            } else if self.is_loading() {
                self.raised_during_load.push(notice.id.clone());
            }
            // Events may arrive in another order than the notifications were created.
            let place = self.notices.iter().position(|held| held.time <= notice.time).unwrap_or(self.notices.len());
            self.notices.insert(place, notice);
            self.drop_oldest(context.server_now());
            self.changed(context);
        }
        is_new
    }

    /// Puts a new entry, or one with a higher count, at the top.
    fn raise(&mut self, context: &mut Context, mut notice: Held, subject: &str, body: &str, count: u32) {
        let time = context.server_now();
        notice.id = new_id(context);
        if notice.subject != subject {
            notice.subject = subject.to_owned();
        }
        notice.body = crate::shell::truncate(body, 4_000);
        (notice.count, notice.time, notice.read) = (count, time, false);
        self.notices.push_front(notice);
        self.drop_oldest(time);
        self.changed(context);
    }

    /// Marks an entry at once; reverted without a message if the server refuses (NOT-006).
    pub fn set_read(&mut self, context: &mut Context, id: &str, read: bool) {
        let Some(notice) = self.notices.iter().find(|notice| notice.id == id).filter(|notice| notice.read != read)
        else {
            return;
        };
        if notice.stored {
            let path = if read { "agents/notifications/read" } else { "agents/notifications/not/read" };
            let pending = Pending::Read { ids: vec![id.to_owned()], read };
            context.request(
                &mut self.requests,
                pending,
                ServerWrite::MarkNotification.put(path).query("agentNotifyId", id).repeat_when_busy(),
            );
        }
        self.mark(context, |notice| notice.id == id, read);
    }

    /// Marks all entries read.
    pub fn read_all(&mut self, context: &mut Context, agent: &AgentId) {
        let of_server = self.notices.iter().filter(|notice| notice.stored && !notice.read);
        let ids: Vec<String> = of_server.map(|notice| notice.id.clone()).collect();
        if !ids.is_empty() {
            let request = ServerWrite::MarkNotification
                .put("agents/notifications/read/all")
                .query("agentId", agent)
                .repeat_when_busy();
            context.request(&mut self.requests, Pending::ReadAll(ids), request);
        }
        self.mark(context, |_| true, true);
    }

    fn mark(&mut self, context: &mut Context, of: impl Fn(&Notice) -> bool, read: bool) {
        let mut any = false;
        let loading = self.is_loading();
        for notice in self.notices.iter_mut().filter(|notice| of(notice) && notice.read != read) {
            notice.read = read;
            any = true;
            if loading && notice.stored {
                self.marked_during_load.push(notice.id.clone());
            }
        }
        if any {
            self.changed(context);
        }
    }

    /// The conversation was opened: entries about it alone are marked as read, those of the server also on the server.
    pub fn conversation_opened(&mut self, context: &mut Context, protocol: &Protocol) {
        let is_about = |notice: &&Held| notice.kind.is_seen_in_thread() && notice.protocol == *protocol;
        let of_server = self.notices.iter().filter(|notice| notice.stored && !notice.read).filter(is_about);
        let of_server: Vec<String> = of_server.map(|notice| notice.id.clone()).collect();
        for id in of_server {
            self.set_read(context, &id, true);
        }
        self.mark(context, |notice| notice.kind.is_seen_in_thread() && notice.protocol == *protocol, true);
    }

    /// Attendances with a message entry.
    pub fn attendances(&self) -> impl Iterator<Item = &Protocol> {
        self.notices.iter().filter(|notice| notice.kind == NoticeKind::Message).map(|notice| &notice.protocol)
    }

    /// Removes message entries of an ended attendance; unsent text stays (BEY-058).
    pub fn job_finished(&mut self, context: &mut Context, protocol: &Protocol) {
        let before = self.notices.len();
        self.notices.retain(|notice| notice.kind != NoticeKind::Message || notice.protocol != *protocol);
        if self.notices.len() != before {
            self.changed(context);
        }
    }

    /// Removes an entry from the list; one of the server is hidden and deleted there.
    pub fn dismiss(&mut self, context: &mut Context, id: &str) {
        self.notices.retain(|notice| notice.id != id || notice.stored);
        let held = self.notices.iter_mut().find(|notice| notice.id == id && !notice.dismissed);
        if let Some(notice) = held {
            notice.dismissed = true;
            self.send_dismissal(context, id);
        }
        self.changed(context);
    }

    /// The server refused the dismissal: the notification is shown again (NOT-006).
    fn restore_dismissed(&mut self, context: &mut Context, id: &str) {
        if let Some(notice) = self.notices.iter_mut().find(|notice| notice.id == id) {
            notice.dismissed = false;
            self.changed(context);
        }
    }

    fn send_dismissal(&mut self, context: &mut Context, id: &str) {
        let pending = Pending::Dismiss(id.to_owned());
        if !self.requests.any(|asked| *asked == pending) && !self.unknown_dismissals.iter().any(|unknown| unknown == id)
        {
            let request = ServerWrite::MarkNotification
                .put("agents/notifications/dismiss")
                .query("agentNotifyId", id)
                .repeat_when_busy();
            context.request(&mut self.requests, pending, request);
        }
    }

    pub(super) fn shown(&self) -> impl Iterator<Item = &Held> {
        self.notices.iter().filter(|notice| !notice.dismissed)
    }

    fn changed(&self, context: &mut Context) {
        context.dirty(slices::NOTIFICATIONS.key());
        context.persist(records::NOTIFICATIONS.key());
    }

    /// The customer of a note that mentions the agent; `None` without such an entry.
    pub fn mentioned_in(&self, protocol: &Protocol) -> Option<&NamedCustomer> {
        let of_note = self.notices.iter().filter(|notice| notice.kind == NoticeKind::Mention);
        of_note.flat_map(|notice| &notice.customers).find(|customer| customer.protocol == *protocol)
    }

    /// The stored part.
    pub fn record(&self) -> Vec<Notice> {
        self.notices.iter().map(|held| (*held.notice).clone()).collect()
    }

    /// Restores the entries from before a reload.
    pub fn restore(&mut self, notices: Vec<Notice>) {
        self.notices = notices.into_iter().map(Held::from).collect();
    }
}

/// The customer whom a notification names.
fn named(event: &NotificationEvent) -> Option<NamedCustomer> {
    let (protocol, name) = (event.protocol.clone(), event.customer.clone());
    (!name.is_empty()).then(|| NamedCustomer { protocol, name, ..NamedCustomer::default() })
}

fn is_read(event: &NotificationEvent) -> bool {
    event.agent_notify_read == "Y"
}

fn of_server(event: &NotificationEvent, now: Wall) -> Held {
    let kind = match event.kind.as_str() {
        "pause" => NoticeKind::Pause,
        MENTION => NoticeKind::Mention,
        SNOOZE => NoticeKind::Snooze,
        _ => NoticeKind::System,
    };
    let (subject, body) = match kind {
        NoticeKind::Pause => (&event.pause.pause_name, String::new()),
        NoticeKind::Mention | NoticeKind::Snooze => (&event.text, String::new()),
        _ => (&event.kind, crate::shell::truncate(&event.text, 4_000)),
    };
    let id = event.agent_notify_id.clone();
    Held::from(Notice {
        stored: !id.is_empty(),
        id,
        kind,
        protocol: event.protocol.clone(),
        subject: subject.clone(),
        body,
        count: 1,
        time: event.time.unwrap_or(now),
        read: is_read(event),
        channel: event.channel,
        exceeded: event.pause.exceeded,
        customers: named(event).into_iter().collect(),
        ..Notice::default()
    })
}

fn new_id(context: &mut Context) -> String {
    format!("n{}-{}", context.server_now().0.unsigned_abs(), context.kernel.ids.number())
}
