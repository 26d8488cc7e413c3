//! Every request of the core, by the variant of `Pending` for its answer, with the way in which its failure is shown;
//! `failures` tests them.

use super::absence::at_the_board;
use super::bench::Bench;
use super::samples::{chat_job, with};
use crate::absence::AbsenceIntent;
use crate::channels::ChannelsIntent;
use crate::contacts::ContactsIntent;
use crate::conversation::ConversationIntent;
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::notifications::NotificationsIntent;
use crate::pauses::PausesIntent;
use crate::qualification::QualificationIntent;
use crate::session::SessionIntent;
use crate::supervision::SupervisionIntent;
use crate::voice::VoiceIntent;
use crate::wire::{Channel, Protocol, Secret};
use serde_json::json;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The failure is shown in one snackbar.
    Snackbar,
    /// The failure is shown in the form, list or message that shows the pending request; no snackbar.
    Inline,
    /// The failure is not shown: the agent can continue without the answer, or the request is repeated.
    Silently,
}

use Told::{Inline, Silently, Snackbar};

pub struct Row {
    pub pending: &'static str,
    pub call: &'static str,
    /// Prepares the page for the request. The test sets the failure afterwards.
    pub before: fn() -> Bench,
    /// Sends the request.
    pub act: fn(&mut Bench),
    pub told: Told,
}

fn p1() -> Protocol {
    "P1".into()
}

fn at_work() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    bench
}

fn with_visitor() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends_visitor("P1");
    bench
}

fn with_ended_chat() -> Bench {
    let mut bench = at_work();
    bench.finishes("P1");
    bench
}

fn reconnects(bench: &mut Bench) {
    let link = bench.link;
    bench.broker(crate::input::BrokerInput::Closed { link }).advance(5_000);
}

fn signed_out() -> Bench {
    let mut bench = Bench::new();
    bench.start("/login");
    bench
}

fn signs_in(bench: &mut Bench) {
    bench.sign_in();
}

fn absent() -> Bench {
    let mut bench = at_work();
    bench.event("AgentAbsentEvent", json!({ "agentId": "101", "agentAbsentEnabled": true, "version": 1 }));
    bench
}

fn notified() -> Bench {
    let mut bench = at_work();
    bench.event("NotificationEvent", json!({ "agent_notify_id": "7", "agent_notify_read": "N", "type": "chat" }));
    bench
}

fn in_centre(bench: &mut Bench, intent: NotificationsIntent) {
    bench.intent(Intent::Notifications(intent));
}

fn paused() -> Bench {
    let mut bench = Bench::signed_in();
    bench.event(
        "ChatPauseEvent",
        json!({ "connected": true, "status": "paused", "pause": "Almoço", "reason": "Almoço" }),
    );
    bench
}

fn with_form() -> Bench {
    let mut bench = with_visitor();
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: p1() }));
    bench
}

fn renaming() -> Bench {
    let mut bench = at_work();
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: p1() }));
    bench
}

fn saves_contact(bench: &mut Bench) {
    let (fullname, identifier) = ("Rodrigo Farias".to_owned(), "visitor-1".to_owned());
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: p1(),
        fullname,
        identifier,
        email: String::new(),
    }));
}

fn new_password() -> Bench {
    let mut bench = Bench::signed_in();
    bench.intent(Intent::Session(SessionIntent::OpenNewPassword));
    bench
}

fn supervisor(bench: &mut Bench, intent: Intent) {
    bench.intent(intent);
}

pub const ROWS: &[Row] = &[
    Row {
        pending: "absence::Return",
        call: "PUT agents/101/remove-absent-mode",
        before: absent,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Absence(AbsenceIntent::ReturnFromAbsence));
        },
    },
    Row {
        pending: "channels::Connect",
        call: "POST channels/whatsapp/connect/agent/101",
        before: at_work,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }));
        },
    },
    Row {
        pending: "channels::ConnectVoice",
        call: "POST channels/voice/connect/agent/101",
        before: at_work,
        told: Inline,
        act: |bench| {
            bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
            bench.intent(Intent::Channels(ChannelsIntent::ConnectVoice { exten: "1001".to_owned() }));
        },
    },
    Row {
        pending: "channels::Disconnect",
        call: "POST channels/chat/disconnect/agent/101",
        before: at_work,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel {
                channel: Channel::Chat,
                confirmed: true,
            }));
        },
    },
    Row {
        pending: "channels::Status",
        call: "GET agents/101/status",
        before: at_work,
        told: Silently,
        act: reconnects,
    },
    Row {
        pending: "conversation::Send",
        call: "POST chat/messages",
        before: at_work,
        told: Inline,
        act: |bench| {
            bench.sends("P1", "Um momento");
        },
    },
    Row {
        pending: "conversation::Typing",
        call: "POST chat/typing",
        before: at_work,
        told: Silently,
        act: |bench| {
            bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
                protocol: p1(),
                text: "U".to_owned(),
            }));
        },
    },
    Row {
        pending: "jobs::Snooze",
        call: "DELETE job/P1/snooze",
        before: || {
            let mut bench = at_work();
            let at = crate::wire::rfc3339(bench.now.wall.plus_ms(600_000));
            bench.event("NewChatEvent", json!({ "job": with(chat_job("P1"), json!({ "snoozedUntil": at })) }));
            bench
        },
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Jobs(JobsIntent::CancelSnooze { protocol: p1() }));
        },
    },
    Row {
        pending: "jobs::Finish",
        call: "POST job/chat/finish",
        before: at_work,
        told: Snackbar,
        act: |bench| {
            bench.finishes("P1");
        },
    },
    Row {
        pending: "connection::StartListener",
        call: "POST system/start-listener-queue",
        before: at_work,
        told: Silently,
        act: reconnects,
    },
    Row {
        pending: "contacts::Lookup",
        call: "GET contacts/visitor-1",
        before: with_visitor,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Contacts(ContactsIntent::ReloadContact { protocol: p1() }));
        },
    },
    Row { pending: "contacts::Create", call: "POST contacts", before: with_form, told: Snackbar, act: saves_contact },
    Row { pending: "contacts::Rename", call: "PUT contacts/5", before: renaming, told: Snackbar, act: saves_contact },
    Row {
        pending: "contacts::Link",
        call: "PUT contacts/7/vinculate-with-contact/chat",
        before: with_visitor,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Contacts(ContactsIntent::LinkContact { protocol: p1(), contact_id: "7".into() }));
        },
    },
    Row {
        pending: "contacts::Search",
        call: "GET contacts",
        before: with_visitor,
        told: Inline,
        act: |bench| {
            bench.intent(Intent::Contacts(ContactsIntent::OpenContactSearch { protocol: p1(), open: true }));
            bench.intent(Intent::Contacts(ContactsIntent::SearchContacts { protocol: p1(), text: "Ro".to_owned() }));
        },
    },
    Row {
        pending: "contacts::Find",
        call: "GET contacts",
        before: at_work,
        told: Inline,
        act: |bench| {
            bench.intent(Intent::Contacts(ContactsIntent::FindContacts { text: "Ro".to_owned() })).advance(250);
        },
    },
    Row {
        pending: "jobs::Active",
        call: "GET agents/101/jobs/active",
        before: at_work,
        told: Snackbar,
        act: reconnects,
    },
    Row {
        pending: "conversation::Messages",
        call: "GET job/P1/messages",
        before: at_work,
        told: Inline,
        act: |bench| {
            bench.intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: p1() }));
        },
    },
    Row {
        pending: "jobs::Tags",
        call: "GET tags/protocol/P2",
        before: at_work,
        told: Silently,
        act: |bench| {
            bench.attends("P2");
        },
    },
    Row {
        pending: "jobs::QueueName",
        call: "GET queues/chat/20",
        before: at_work,
        told: Silently,
        act: |bench| {
            bench.event("NewChatEvent", json!({ "job": with(chat_job("P2"), json!({ "queue": { "id": "20" } })) }));
        },
    },
    Row {
        pending: "notifications::List",
        call: "GET agents/notifications/agent",
        before: at_work,
        told: Silently,
        act: reconnects,
    },
    Row {
        pending: "notifications::ReadAll",
        call: "PUT agents/notifications/read/all",
        before: notified,
        told: Silently,
        act: |bench| in_centre(bench, NotificationsIntent::NotificationsReadAll),
    },
    Row {
        pending: "notifications::Read",
        call: "PUT agents/notifications/read",
        before: notified,
        told: Silently,
        act: |bench| in_centre(bench, NotificationsIntent::NotificationRead { id: "7".to_owned(), read: true }),
    },
    Row {
        pending: "notifications::Dismiss",
        call: "PUT agents/notifications/dismiss",
        before: notified,
        told: Silently,
        act: |bench| in_centre(bench, NotificationsIntent::NotificationDismissed { id: "7".to_owned() }),
    },
    Row { pending: "pauses::Reasons", call: "GET pauses", before: at_work, told: Silently, act: reconnects },
    Row { pending: "pauses::OfAgent", call: "GET pauses/agent/101", before: at_work, told: Silently, act: reconnects },
    Row {
        pending: "pauses::Enter",
        call: "POST pauses/chat/enter/agent/101",
        before: Bench::signed_in,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Pauses(PausesIntent::EnterPause {
                channels: vec![Channel::Chat],
                pause_id: "1".into(),
            }));
        },
    },
    Row {
        pending: "pauses::Leave",
        call: "POST pauses/chat/leave/agent/101",
        before: paused,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Pauses(PausesIntent::LeavePause { channels: vec![Channel::Chat] }));
        },
    },
    Row {
        pending: "qualification::Options",
        call: "GET qualifications/10",
        before: at_work,
        told: Inline,
        act: |bench| {
            bench.finishes("P1");
        },
    },
    Row {
        pending: "qualification::Qualify",
        call: "POST job/chat/qualify",
        before: with_ended_chat,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification {
                protocol: p1(),
                qualification_id: "1".into(),
            }));
            bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: p1() }));
        },
    },
    Row { pending: "session::Login", call: "POST auth/login", before: signed_out, told: Inline, act: signs_in },
    Row {
        pending: "session::Logoff",
        call: "POST auth/logoff",
        before: at_work,
        told: Silently,
        act: |bench| {
            bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
        },
    },
    Row {
        pending: "session::Validation",
        call: "POST auth/validate",
        before: at_work,
        told: Silently,
        act: |bench| {
            bench.page(PageInput::Visible { visible: true });
        },
    },
    Row { pending: "session::System", call: "GET system", before: signed_out, told: Silently, act: signs_in },
    Row {
        pending: "session::Datetime",
        call: "GET system/datetime",
        before: signed_out,
        told: Silently,
        act: signs_in,
    },
    Row { pending: "session::OrgUnit", call: "GET org-unit/1", before: signed_out, told: Silently, act: signs_in },
    Row {
        pending: "session::GroupMembership",
        call: "GET agents/101/member/attendance-groups",
        before: signed_out,
        told: Silently,
        act: signs_in,
    },
    Row {
        pending: "session::NewPassword",
        call: "PUT agents/101/change-password",
        before: new_password,
        told: Inline,
        act: |bench| {
            let secret = || Secret::new("nova-senha-1".to_owned());
            bench.intent(Intent::Session(SessionIntent::NewPassword {
                current: secret(),
                password: secret(),
                repeated: secret(),
                save: true,
            }));
        },
    },
    Row {
        pending: "session::Notify",
        call: "PUT agents/101/chat-notify-message",
        before: at_work,
        told: Snackbar,
        act: |bench| {
            bench.intent(Intent::Session(SessionIntent::SetNotify { channel: Channel::Chat, on: true }));
        },
    },
    Row {
        pending: "supervision::Board",
        call: "GET supervisor/201/board",
        before: at_the_board,
        told: Silently,
        act: |bench| supervisor(bench, Intent::Supervision(SupervisionIntent::ReloadBoard)),
    },
    Row {
        pending: "supervision::Absent",
        call: "PUT agents/101/set-absent-mode",
        before: at_the_board,
        told: Snackbar,
        act: |bench| {
            supervisor(
                bench,
                Intent::Supervision(SupervisionIntent::SetAbsent {
                    agent_id: "101".into(),
                    absent: true,
                    confirmed: true,
                }),
            )
        },
    },
    Row {
        pending: "supervision::Disconnect",
        call: "POST agents/101/force-disconnect",
        before: at_the_board,
        told: Snackbar,
        act: |bench| {
            supervisor(
                bench,
                Intent::Supervision(SupervisionIntent::ForceDisconnect { agent_id: "101".into(), confirmed: true }),
            )
        },
    },
    Row {
        pending: "voice::Campaigns",
        call: "GET agents/101/campaigns/voice",
        before: super::voice::registered,
        told: Silently,
        act: |bench| super::voice::intends(bench, VoiceIntent::LoadCampaigns),
    },
];
