//! The notification centre: what happened while the agent looked elsewhere, kept until read or dropped.

use crate::flow::{Context, SliceKey, StoreKey, Text};
use crate::wire::{NotificationEvent, Protocol, Wall};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use wire_read::WireRead;

/// The oldest go first.
const MOST: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, WireRead)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum NoticeKind {
    /// A customer wrote in a conversation the agent was not looking at.
    Message,
    /// Words the agent wrote that were never sent; the attendance is gone.
    Unsent,
    /// A notification of the server.
    System,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
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

#[derive(Default)]
pub struct Notifications {
    notices: VecDeque<Notice>,
}

impl Notifications {
    /// Messages of one conversation collapse into one notice that counts.
    pub fn message(&mut self, context: &mut Context, protocol: &Protocol, subject: &str, text: &str) {
        let collapsed = self
            .notices
            .iter()
            .position(|notice| notice.kind == NoticeKind::Message && notice.protocol == *protocol && !notice.read)
            .and_then(|index| self.notices.remove(index));
        let count = collapsed.map_or(0, |notice| notice.count).saturating_add(1);
        self.raise(context, NoticeKind::Message, protocol.clone(), subject, text, count);
    }

    pub fn from_server(&mut self, context: &mut Context, event: &NotificationEvent) {
        if self.notices.iter().any(|notice| notice.id == event.agent_notify_id) {
            return;
        }
        self.raise(context, NoticeKind::System, event.protocol.clone(), &event.kind, &event.text, 1);
        if let Some(notice) = self.notices.front_mut() {
            if !event.agent_notify_id.is_empty() {
                notice.id.clone_from(&event.agent_notify_id);
            }
            notice.read = event.agent_notify_read == "Y";
        }
    }

    fn raise(
        &mut self,
        context: &mut Context,
        kind: NoticeKind,
        protocol: Protocol,
        subject: &str,
        body: &str,
        count: u32,
    ) {
        let id = format!("n{}-{}", context.server_now().0, context.kernel.ids.number());
        let time = context.server_now();
        self.notices.push_front(Notice {
            id,
            kind,
            protocol,
            subject: subject.to_owned(),
            body: crate::shell::truncate(body, 4_000),
            count,
            time,
            read: false,
        });
        self.notices.truncate(MOST);
        self.changed(context);
    }

    pub fn set_read(&mut self, context: &mut Context, id: &str, read: bool) {
        if let Some(notice) = self.notices.iter_mut().find(|notice| notice.id == id) {
            notice.read = read;
            self.changed(context);
        }
    }

    pub fn read_all(&mut self, context: &mut Context) {
        self.notices.iter_mut().for_each(|notice| notice.read = true);
        self.changed(context);
    }

    /// The conversation was opened: its messages are seen.
    pub fn conversation_opened(&mut self, context: &mut Context, protocol: &Protocol) {
        let mut any = false;
        for notice in
            self.notices.iter_mut().filter(|notice| notice.kind == NoticeKind::Message && notice.protocol == *protocol)
        {
            any |= !notice.read;
            notice.read = true;
        }
        if any {
            self.changed(context);
        }
    }

    /// A finished attendance's messages say nothing any more; unsent words stay.
    pub fn job_removed(&mut self, context: &mut Context, protocol: &Protocol) {
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
        context.dirty(SliceKey::Notifications);
        context.persist(StoreKey::Notifications);
    }

    pub fn record(&self) -> Vec<Notice> {
        self.notices.iter().cloned().collect()
    }

    pub fn restore(&mut self, notices: Vec<Notice>) {
        self.notices = notices.into();
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
