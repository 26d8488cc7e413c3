//! The notification centre: what happened while the agent looked elsewhere, kept until read or dropped. Some notices live
//! on the server: reading one is told there, and taken back where the server does not take it (NOT-006).

use super::registry::NAME;
use super::{records, slices};
use crate::flow::{Answer, CallId, Calls, Context, HttpCall, Text};
use crate::wire::{AgentId, Channel, ListBody, Named, NotificationEvent, Protocol, Wall};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

/// Notices of one class that are kept; the oldest go first. A class never pushes out another one.
const MOST: usize = 100;
/// The same for snackbars.
const MOST_NOTES: usize = 30;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum NoticeKind {
    /// A customer wrote in a conversation the agent was not looking at.
    Message,
    /// Words the agent wrote that were never sent; the attendance is gone.
    Unsent,
    /// A notification of the server.
    #[default]
    System,
    /// A pause began, or has taken longer than it may.
    Pause,
    /// A snackbar, by its type (BEY-058).
    Success,
    Info,
    Warning,
    Error,
}

impl NoticeKind {
    fn is_note(self) -> bool {
        matches!(self, NoticeKind::Success | NoticeKind::Info | NoticeKind::Warning | NoticeKind::Error)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Notice {
    pub id: String,
    pub kind: NoticeKind,
    pub protocol: Protocol,
    /// Who or what it is about.
    pub subject: String,
    /// People's words, shown as plain text.
    pub body: String,
    pub count: u32,
    pub time: Wall,
    pub read: bool,
    /// It lives on the server, under this id.
    pub stored: bool,
    /// The agent dropped it here; the server still lists it.
    pub dismissed: bool,
    /// Of a pause.
    pub channel: Option<Channel>,
    pub exceeded: bool,
    /// Of a snackbar: what it said.
    pub said: Text,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoticeView {
    pub id: String,
    pub kind: NoticeKind,
    pub protocol: String,
    pub title: Text,
    pub body: String,
    pub count: u32,
    pub time: f64,
    pub read: bool,
}

/// Newest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NotificationsView {
    pub unread: u32,
    pub items: Vec<NoticeView>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    List,
    /// Taken back where the server refuses it.
    Read {
        ids: Vec<String>,
        read: bool,
    },
}

/// The attendance's number stands beside its notice: each word of a customer looks through all of them.
struct Held {
    number: u32,
    notice: Box<Notice>,
}

impl From<Notice> for Held {
    fn from(notice: Notice) -> Self {
        Self { number: notice.protocol.text_hash(), notice: Box::new(notice) }
    }
}

impl Notice {
    fn of(kind: NoticeKind, protocol: Protocol) -> Held {
        Notice { kind, protocol, ..Notice::default() }.into()
    }
}

impl Deref for Held {
    type Target = Notice;

    fn deref(&self) -> &Notice {
        &self.notice
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Notice {
        &mut self.notice
    }
}

pub struct Notifications {
    notices: VecDeque<Held>,
    /// Whose notices these are.
    agent: AgentId,
    /// Read marks set while the list is loaded: its answer may be older.
    marked_during_load: Vec<String>,
    calls: Calls<Pending>,
}

impl Default for Notifications {
    fn default() -> Self {
        Self {
            notices: VecDeque::new(),
            agent: AgentId::default(),
            marked_during_load: Vec::new(),
            calls: Calls::new(NAME),
        }
    }
}

impl Notifications {
    pub fn load(&mut self, context: &mut Context, agent: &AgentId) {
        self.agent = agent.clone();
        if !self.is_loading() {
            let call = HttpCall::get("agents/notifications/agent").query("agentId", agent);
            context.call(&mut self.calls, Pending::List, call);
        }
    }

    fn is_loading(&self) -> bool {
        self.calls.any(|pending| *pending == Pending::List)
    }

    /// False where the list got no answer: it must be asked for again.
    #[must_use]
    pub fn on_reply(&mut self, context: &mut Context, call: CallId, answer: Answer) -> bool {
        match self.calls.take(call) {
            Some(Pending::List) => match answer.read::<ListBody<NotificationEvent>>() {
                Ok(list) => {
                    context.report_unreadable("notifications", list.data.unreadable);
                    self.merge(context, &list.data);
                }
                Err(answer) => return !answer.is_passing(),
            },
            Some(Pending::Read { ids, read }) if !matches!(answer, Answer::Ok(_)) => {
                self.mark(context, |notice| ids.contains(&notice.id), !read);
                if answer.is_passing() {
                    // The server may have taken it all the same.
                    let agent = self.agent.clone();
                    self.load(context, &agent);
                }
            }
            Some(Pending::Read { .. }) | None => {}
        }
        true
    }

    /// The list of the server: what is new here takes its place by its time, and nothing is raised again.
    fn merge(&mut self, context: &mut Context, listed: &[NotificationEvent]) {
        let marked = std::mem::take(&mut self.marked_during_load);
        for event in listed.iter().take(MOST) {
            let id = &event.agent_notify_id;
            if self.knows(id) {
                let asked = self.calls.any(|pending| matches!(pending, Pending::Read { ids, .. } if ids.contains(id)));
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
        let is_listed = |notice: &Notice| listed.iter().any(|event| event.agent_notify_id == notice.id);
        self.notices.retain(|notice| !notice.dismissed || is_listed(notice));
        self.drop_oldest();
    }

    fn knows(&self, id: &str) -> bool {
        self.notices.iter().any(|notice| notice.id == id)
    }

    /// Each class has a limit of its own.
    fn drop_oldest(&mut self) {
        let (mut of_server, mut snackbars, mut others) = (0, 0, 0);
        self.notices.retain(|notice| {
            let (kept, most) = match () {
                () if notice.dismissed => return true,
                () if notice.stored => (&mut of_server, MOST),
                () if notice.kind.is_note() => (&mut snackbars, MOST_NOTES),
                () => (&mut others, MOST),
            };
            *kept += 1;
            *kept <= most
        });
    }

    /// Messages of one conversation collapse into one notice that counts those not read (BEY-058).
    pub fn message(&mut self, context: &mut Context, protocol: &Protocol, subject: &str, text: &str) {
        let number = protocol.text_hash();
        let is_same = |notice: &Held| {
            notice.number == number && notice.kind == NoticeKind::Message && notice.protocol == *protocol
        };
        let collapsed = self.notices.iter().position(is_same).and_then(|index| self.notices.remove(index));
        let count = collapsed.as_ref().filter(|notice| !notice.read).map_or(0, |notice| notice.count).saturating_add(1);
        let notice = collapsed.unwrap_or_else(|| Notice::of(NoticeKind::Message, protocol.clone()));
        self.raise(context, notice, subject, text, count);
    }

    /// A snackbar also stands here; read, where it was shown to somebody. The same one again in a row is counted.
    pub fn note(&mut self, context: &mut Context, kind: NoticeKind, said: Text, read: bool) {
        let repeated = self.notices.front().is_some_and(|notice| notice.kind == kind && notice.said == said);
        let count = if repeated { self.notices.pop_front().map_or(0, |notice| notice.count) } else { 0 };
        self.raise(context, Notice::of(kind, Protocol::default()), "", "", count.saturating_add(1));
        if let Some(notice) = self.notices.front_mut() {
            notice.said = said;
            notice.read = read;
        }
    }

    /// An event tells a new notification. One that is known already comes again or is late: its read mark holds.
    pub fn from_server(&mut self, context: &mut Context, event: &NotificationEvent) {
        if event.agent_notify_id.is_empty() || !self.knows(&event.agent_notify_id) {
            let mut notice = of_server(event, context.server_now());
            if notice.id.is_empty() {
                notice.id = new_id(context);
            }
            self.notices.push_front(notice);
            self.drop_oldest();
            self.changed(context);
        }
    }

    /// A new one, or one that counts further, on top.
    fn raise(&mut self, context: &mut Context, mut notice: Held, subject: &str, body: &str, count: u32) {
        let time = context.server_now();
        notice.id = new_id(context);
        if notice.subject != subject {
            notice.subject = subject.to_owned();
        }
        notice.body = crate::shell::truncate(body, 4_000);
        (notice.count, notice.time, notice.read) = (count, time, false);
        self.notices.push_front(notice);
        self.drop_oldest();
        self.changed(context);
    }

    /// At once; taken back without a word where the server does not take it (NOT-006).
    pub fn set_read(&mut self, context: &mut Context, id: &str, read: bool) {
        let Some(notice) = self.notices.iter().find(|notice| notice.id == id).filter(|notice| notice.read != read)
        else {
            return;
        };
        if notice.stored {
            let path = if read { "agents/notifications/read" } else { "agents/notifications/not/read" };
            let pending = Pending::Read { ids: vec![id.to_owned()], read };
            context.call(&mut self.calls, pending, HttpCall::put(path).query("agentNotifyId", id));
        }
        self.mark(context, |notice| notice.id == id, read);
    }

    pub fn read_all(&mut self, context: &mut Context, agent: &AgentId) {
        let of_server = self.notices.iter().filter(|notice| notice.stored && !notice.read);
        let ids: Vec<String> = of_server.map(|notice| notice.id.clone()).collect();
        if !ids.is_empty() {
            let call = HttpCall::put("agents/notifications/read/all").query("agentId", agent);
            context.call(&mut self.calls, Pending::Read { ids, read: true }, call);
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

    /// The conversation was opened: its messages are seen.
    pub fn conversation_opened(&mut self, context: &mut Context, protocol: &Protocol) {
        self.mark(context, |notice| notice.kind == NoticeKind::Message && notice.protocol == *protocol, true);
    }

    /// A finished attendance's messages say nothing any more; unsent words stay (BEY-058).
    pub fn job_finished(&mut self, context: &mut Context, protocol: &Protocol) {
        let before = self.notices.len();
        self.notices.retain(|notice| notice.kind != NoticeKind::Message || notice.protocol != *protocol);
        if self.notices.len() != before {
            self.changed(context);
        }
    }

    pub fn dismiss(&mut self, context: &mut Context, id: &str) {
        // One of the server would come back with its next list.
        self.notices.retain(|notice| notice.id != id || notice.stored);
        for notice in self.notices.iter_mut().filter(|notice| notice.id == id) {
            notice.dismissed = true;
        }
        self.changed(context);
    }

    fn shown(&self) -> impl Iterator<Item = &Held> {
        self.notices.iter().filter(|notice| !notice.dismissed)
    }

    fn changed(&self, context: &mut Context) {
        context.dirty(slices::NOTIFICATIONS.key());
        context.persist(records::NOTIFICATIONS.key());
    }

    pub fn record(&self) -> Vec<Notice> {
        self.notices.iter().map(|held| (*held.notice).clone()).collect()
    }

    pub fn restore(&mut self, notices: Vec<Notice>) {
        self.notices = notices.into_iter().map(Held::from).collect();
    }

    /// `kept`: words that were never sent, of whoever keeps them; they stand before everything else.
    pub fn view(&self, kept: Vec<NoticeView>) -> NotificationsView {
        let unread = self.shown().map(|notice| notice.read).chain(kept.iter().map(|notice| notice.read));
        NotificationsView {
            unread: u32::try_from(unread.filter(|read| !read).count()).unwrap_or(u32::MAX),
            items: kept
                .into_iter()
                .chain(self.shown().map(|notice| NoticeView {
                    id: notice.id.clone(),
                    kind: notice.kind,
                    protocol: notice.protocol.to_string(),
                    title: match notice.kind {
                        NoticeKind::Message => Text::key("notifications.message").with("name", &notice.subject),
                        NoticeKind::Unsent => Text::key("notifications.unsent").with("protocol", &notice.subject),
                        NoticeKind::Pause => {
                            let key =
                                if notice.exceeded { "notifications.pauseExceeded" } else { "notifications.pause" };
                            let channel = notice.channel.map(Channel::display_name).unwrap_or_default();
                            Text::key(key).with("pause", &notice.subject).with("channel", channel)
                        }
                        NoticeKind::Success | NoticeKind::Info | NoticeKind::Warning | NoticeKind::Error => {
                            notice.said.clone()
                        }
                        NoticeKind::System => Text {
                            key: format!("notifications.kind.{}", notice.subject),
                            fallback: Some("notifications.system".to_owned()),
                            ..Text::default()
                        },
                    },
                    body: notice.body.clone(),
                    count: notice.count,
                    time: notice.time.as_js(),
                    read: notice.read,
                }))
                .collect(),
        }
    }
}

fn is_read(event: &NotificationEvent) -> bool {
    event.agent_notify_read == "Y"
}

fn of_server(event: &NotificationEvent, now: Wall) -> Held {
    let kind = if event.kind == "pause" { NoticeKind::Pause } else { NoticeKind::System };
    let (subject, body) = match kind {
        NoticeKind::Pause => (&event.pause_name, String::new()),
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
        exceeded: event.exceeded,
        ..Notice::default()
    })
}

fn new_id(context: &mut Context) -> String {
    format!("n{}-{}", context.server_now().0.unsigned_abs(), context.kernel.ids.number())
}
