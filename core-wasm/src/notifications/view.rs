//! What the notification centre shows.

use super::NoticeKind;
use super::centre::Notifications;
use crate::flow::Text;
use crate::shell::NamedCustomerView;
use crate::wire::Channel;
use serde::Serialize;

/// An entry of the notification centre.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoticeView {
    /// Id of the entry.
    pub id: String,
    /// Type.
    pub kind: NoticeKind,
    /// The attendance; may be empty.
    pub protocol: String,
    /// Title.
    pub title: Text,
    /// Text of a person, as plain text; may be empty.
    pub body: String,
    /// Address in this page of a file that was not sent; empty without one, and after a reload.
    pub file: String,
    /// The customers whom it is about, the last one first.
    pub customers: Vec<NamedCustomerView>,
    /// Number of collapsed messages or repeated snackbars.
    pub count: u32,
    /// JavaScript time value on the server's clock.
    pub time: f64,
    /// Marked read.
    pub read: bool,
}

/// The notification centre.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NotificationsView {
    /// Number of unread entries.
    pub unread: u32,
    /// Unsent texts first, then newest first.
    pub items: Vec<NoticeView>,
}

impl Notifications {
    /// The view of the slice `notifications`. `kept`: entries for unsent texts, which are listed first.
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
                        NoticeKind::Unsent => Text::key("notifications.unsent").with("customer", &notice.subject),
                        NoticeKind::Ended => Text::key("notifications.ended").with("count", notice.count),
                        NoticeKind::Transfer => {
                            let agent = notice.said.params.get("agent").map(String::as_str).unwrap_or_default();
                            Text::key("notifications.transfer").with("agent", agent).with("count", notice.count)
                        }
                        NoticeKind::Mention => Text::key("notifications.mention").with("agent", &notice.subject),
                        NoticeKind::Snooze => Text::key("notifications.snooze"),
                        NoticeKind::LeftList => Text::key("notifications.leftList").with("count", notice.count),
                        NoticeKind::Pause => {
                            let key =
                                if notice.exceeded { "notifications.pauseExceeded" } else { "notifications.pause" };
                            let channel = notice.channel.map(Channel::display_name).unwrap_or_default();
                            Text::key(key).with("pause", &notice.subject).with("channel", channel)
                        }
                        NoticeKind::NumberFault
                        | NoticeKind::Success
                        | NoticeKind::Info
                        | NoticeKind::Warning
                        | NoticeKind::Error => notice.said.clone(),
                        NoticeKind::System => Text {
                            key: format!("notifications.kind.{}", notice.subject),
                            fallback: Some("notifications.system".to_owned()),
                            ..Text::default()
                        },
                    },
                    body: notice.body.clone(),
                    file: String::new(),
                    customers: notice.customers.iter().map(|customer| customer.view()).collect(),
                    count: notice.count,
                    time: notice.time.as_js(),
                    read: notice.read,
                }))
                .collect(),
        }
    }
}
