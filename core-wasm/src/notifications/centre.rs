//! The notification centre: what happened while the agent looked elsewhere, kept until read or dropped. Some notices live
//! on the server: reading one is told there, and taken back where the server does not take it (NOT-006).

use super::registry::NAME;
use super::{records, slices};
use crate::flow::{Answer, CallId, Calls, Context, HttpCall, Text};
use crate::wire::{AgentId, Channel, ListBody, Named, NotificationEvent, Protocol, Wall};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

/// The oldest go first.
const MOST: usize = 100;
/// Of these are snackbars: they do not push out what customers wrote.
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
    calls: Calls<Pending>,
}

impl Default for Notifications {
    fn default() -> Self {
        Self { notices: VecDeque::new(), calls: Calls::new(NAME) }
    }
}

impl Notifications {
    pub fn load(&mut self, context: &mut Context, agent: &AgentId) {
        if !self.calls.any(|pending| *pending == Pending::List) {
            let call = HttpCall::get("agents/notifications/agent").query("agentId", agent);
            context.call(&mut self.calls, Pending::List, call);
        }
    }

    pub fn on_reply(&mut self, context: &mut Context, call: CallId, answer: Answer) {
        match self.calls.take(call) {
            Some(Pending::List) => {
                if let Ok(list) = answer.read::<ListBody<NotificationEvent>>() {
                    context.report_unreadable("notifications", list.data.unreadable);
                    // Oldest first, so that the newest ends up on top.
                    for event in list.data.into_iter().rev() {
                        self.from_server(context, &event);
                    }
                }
            }
            Some(Pending::Read { ids, read }) if !matches!(answer, Answer::Ok(_)) => {
                self.mark(context, |notice| ids.contains(&notice.id), !read);
            }
            Some(Pending::Read { .. }) | None => {}
        }
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
        let oldest = self.notices.iter().enumerate().filter(|(_, notice)| notice.kind.is_note()).nth(MOST_NOTES);
        if let Some(index) = oldest.map(|(index, _)| index) {
            self.notices.remove(index);
        }
    }

    /// Told by an event or found in the list; the server's word about one that is known already holds.
    pub fn from_server(&mut self, context: &mut Context, event: &NotificationEvent) {
        let read = event.agent_notify_read == "Y";
        if self.notices.iter().any(|notice| notice.id == event.agent_notify_id) {
            let id = &event.agent_notify_id;
            let asked = self.calls.any(|pending| matches!(pending, Pending::Read { ids, .. } if ids.contains(id)));
            if !asked {
                self.mark(context, |notice| notice.id == *id, read);
            }
            return;
        }
        let kind = if event.kind == "pause" { NoticeKind::Pause } else { NoticeKind::System };
        let subject = if kind == NoticeKind::Pause { &event.pause_name } else { &event.kind };
        let body = if kind == NoticeKind::Pause { "" } else { &event.text };
        self.raise(context, Notice::of(kind, event.protocol.clone()), subject, body, 1);
        if let Some(notice) = self.notices.front_mut() {
            if !event.agent_notify_id.is_empty() {
                notice.id.clone_from(&event.agent_notify_id);
                notice.stored = true;
            }
            notice.read = read;
            notice.channel = event.channel;
            notice.exceeded = event.exceeded;
            notice.time = event.time.unwrap_or(notice.time);
        }
    }

    /// A new one, or one that counts further, on top.
    fn raise(&mut self, context: &mut Context, mut notice: Held, subject: &str, body: &str, count: u32) {
        let time = context.server_now();
        notice.id = format!("n{}-{}", time.0.unsigned_abs(), context.kernel.ids.number());
        if notice.subject != subject {
            notice.subject = subject.to_owned();
        }
        notice.body = crate::shell::truncate(body, 4_000);
        (notice.count, notice.time, notice.read) = (count, time, false);
        self.notices.push_front(notice);
        self.notices.truncate(MOST);
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
        for notice in self.notices.iter_mut().filter(|notice| of(notice) && notice.read != read) {
            notice.read = read;
            any = true;
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
        self.notices.retain(|notice| notice.id != id);
        self.changed(context);
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
        let unread = self.notices.iter().map(|notice| notice.read).chain(kept.iter().map(|notice| notice.read));
        NotificationsView {
            unread: u32::try_from(unread.filter(|read| !read).count()).unwrap_or(u32::MAX),
            items: kept
                .into_iter()
                .chain(self.notices.iter().map(|notice| NoticeView {
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
