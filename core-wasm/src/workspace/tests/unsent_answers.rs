//! Messages whose attendance is removed while their request is pending: the answer decides whether the agent reads that
//! they were not sent.

use super::bench::Bench;
use super::samples::{active_jobs, send_reply, with};
use super::uploads::file;
use super::whatsapp::with_two;
use super::words::said;
use crate::conversation::ConversationIntent;
use crate::flow::{Effect, HttpFailure, HttpReply, StorePlace, UploadCommand};
use crate::input::{Input, Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::notifications::NoticeKind::Unsent;
use crate::notifications::NoticeView;
use crate::session::SessionIntent;
use crate::transfers::TransfersIntent;
use crate::whatsapp::WhatsAppIntent;
use crate::wire::Secret;
use rstest::rstest;
use serde_json::{Value, json};

const SEND: &str = "POST whatsapp/messages";
const LIST: &str = "GET agents/101/jobs/active";
const KEPT: &str = "O texto não enviado está nas notificações.";

/// The way in which an attendance leaves the page.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Transfer,
    TransferEvent,
    List,
    FinishEvent,
    QualifiedEvent,
    LogOff,
    OtherTab,
}

const WAYS: [Way; 7] =
    [Way::Transfer, Way::TransferEvent, Way::List, Way::FinishEvent, Way::QualifiedEvent, Way::LogOff, Way::OtherTab];

impl Way {
    /// The session ends on this page; unsent messages are shown in the next session.
    fn ends_session(self) -> bool {
        matches!(self, Self::LogOff | Self::OtherTab)
    }
}

/// The kind of message that the agent sent.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sent {
    Text,
    Reply,
    Template,
    Forwarded,
    File,
    FileInUpload,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Answered {
    Ok,
    Refused,
    Lost,
}

/// Attendance W1 with one message of the customer, and attendance W2.
fn at_work() -> Bench {
    let mut bench = with_two();
    bench.answer("GET gupshup/templates/Vendas/551140004000", 200, templates());
    bench.whatsapp(WhatsAppIntent::LoadTemplates { protocol: "W1".into() });
    bench.event(
        "WhatsAppMessageEvent",
        json!({ "protocol": "W2", "identifier": "+5511955550101", "threadSeq": 1,
        "message_id": "m1", "apiMessageId": "x1", "message": json!({ "text": "primeira" }).to_string(),
        "message_sent_at": crate::wire::rfc3339(bench.now.wall) }),
    );
    bench.customer_sends("W1", 1, "Oi").hold(SEND).forget();
    bench
}

fn templates() -> Value {
    json!({ "data": [{ "id": "renovacao_1", "name": "renovacao", "body": "Olá {{1}}", "variables": ["nome"] }] })
}

fn sends(bench: &mut Bench, sent: Sent) {
    let protocol = "W1".into();
    match sent {
        Sent::Text => {
            bench.sends("W1", "Um momento");
        }
        Sent::Reply => {
            let (text, answered) = ("Um momento".to_owned(), "s1".to_owned());
            bench.intent(Intent::Conversation(ConversationIntent::Reply { protocol, text, answered }));
        }
        Sent::Template => {
            let variables = vec!["Helena".to_owned()];
            bench.whatsapp(WhatsAppIntent::SendTemplate {
                protocol,
                template_id: "renovacao_1".to_owned(),
                variables,
                file: None,
                header_link: String::new(),
            });
        }
        Sent::Forwarded => {
            let select = WhatsAppIntent::SelectForward { protocol: "W2".into(), local_id: "s1".to_owned() };
            bench.whatsapp(select).whatsapp(WhatsAppIntent::OpenForward);
            bench.whatsapp(WhatsAppIntent::ForwardTo { protocol });
        }
        Sent::File | Sent::FileInUpload => {
            let (caption, answered) = ("Segue a nota".to_owned(), String::new());
            let file = file("application/pdf", 1_000.0);
            bench.intent(Intent::Conversation(ConversationIntent::SendMedia { protocol, file, caption, answered }));
        }
    }
    if sent == Sent::File {
        upload_ends(bench);
    }
    assert_eq!(bench.calls_of(SEND).len(), usize::from(sent != Sent::FileInUpload), "{sent:?}");
}

fn upload_ends(bench: &mut Bench) {
    let started = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Upload(UploadCommand::Start { id, .. }) => Some(id.number),
        _ => None,
    });
    let body = Secret::new(json!({ "id": "6f1c2d" }).to_string());
    let reply = HttpReply { status: 200, authorization: None, retry_after: None, body };
    bench.input(Input::UploadEnded(started.expect("an upload"), Ok(reply)));
}

/// A list of the server without attendances, newer than every event.
fn no_attendances() -> Value {
    with(active_jobs(&[]), json!({ "asOfSeq": 1_000, "epoch": "e1" }))
}

fn leaves(bench: &mut Bench, way: Way) {
    bench.answer(LIST, 200, no_attendances());
    match way {
        Way::Transfer => {
            let (protocol, to_agent_id, queue_id) = ("W1".into(), "102".into(), "20".into());
            bench.answer("POST job/whatsapp/transfer", 200, json!({ "success": true }));
            let observation = String::new();
            let campaign_id = Default::default();
            bench.transfers(TransfersIntent::Transfer { protocol, to_agent_id, queue_id, campaign_id, observation })
        }
        Way::TransferEvent => bench.event("WhatsAppTransferResponseEvent", json!({ "protocol": "W1" })),
        Way::List => bench.intent(Intent::Jobs(JobsIntent::ReloadJobs)),
        Way::FinishEvent => bench.event("JobFinishedEvent", json!({ "protocol": "W1" })),
        Way::QualifiedEvent => {
            bench.event("QualifiedAttendanceEvent", json!({ "protocol": "W1", "channel": "whatsapp" }))
        }
        Way::LogOff => bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })),
        Way::OtherTab => bench.page(PageInput::TabDisabled),
    };
    assert!(!bench.has_job("W1"), "{way:?}");
}

fn is_answered(bench: &mut Bench, answered: Answered) {
    match answered {
        Answered::Ok => bench.reply(SEND, 200, send_reply(&json!(null), 2, super::bench::START)),
        Answered::Refused => bench.reply(SEND, 422, json!({})),
        Answered::Lost => bench.lose(SEND, HttpFailure::NoAnswer),
    };
}

/// The agent signs in again on the same computer and no longer has the attendance.
fn works_again(bench: &mut Bench, way: Way) {
    match way {
        Way::LogOff => bench.sign_in(),
        _ => bench.reload().start("/attendance"),
    };
}

fn unsent(bench: &Bench) -> Vec<NoticeView> {
    bench.notifications().items.into_iter().filter(|notice| notice.kind == Unsent).collect()
}

fn titles_and_bodies(bench: &Bench) -> Vec<(String, String)> {
    unsent(bench).into_iter().map(|notice| (said(&notice.title), notice.body)).collect()
}

fn outbox_records(bench: &Bench) -> usize {
    bench.disk.keys().filter(|(place, name)| *place == StorePlace::Unsent && name.starts_with("outbox/")).count()
}

/// The row of the message among the unsent texts: its title and its text.
fn row(sent: Sent) -> (String, String) {
    let (title, body) = match sent {
        Sent::Text | Sent::Reply => ("Texto não enviado para Mariana Albuquerque", "Um momento"),
        Sent::Template => ("Modelo renovacao não enviado para Mariana Albuquerque", "Olá Helena"),
        Sent::Forwarded => ("Mensagem encaminhada não enviada para Mariana Albuquerque", "primeira"),
        Sent::File | Sent::FileInUpload => {
            ("Arquivo nota fiscal.pdf não enviado para Mariana Albuquerque", "Segue a nota")
        }
    };
    (title.to_owned(), body.to_owned())
}

#[rstest]
fn bey_003_a_pending_message_of_a_removed_attendance_is_listed_as_not_sent_only_if_the_server_does_not_confirm_it(
    #[values(Sent::Text, Sent::Reply, Sent::Template, Sent::Forwarded, Sent::File)] sent: Sent,
    #[values(Answered::Ok, Answered::Refused, Answered::Lost)] answered: Answered,
) {
    for way in WAYS {
        let mut bench = at_work();
        sends(&mut bench, sent);
        leaves(&mut bench, way);
        assert!(unsent(&bench).is_empty(), "{way:?}: the answer is still to come");
        is_answered(&mut bench, answered);
        if way.ends_session() {
            works_again(&mut bench, way);
        } else {
            let kept = bench.said().contains(&KEPT.to_owned());
            assert_eq!(kept, answered != Answered::Ok, "{way:?}: the agent is told once it is known");
        }
        let expected = if answered == Answered::Ok { vec![] } else { vec![row(sent)] };
        assert_eq!(titles_and_bodies(&bench), expected, "{way:?}");
        assert_eq!(outbox_records(&bench), expected.len(), "{way:?}");
        bench.forget().advance(60_000);
        assert_eq!(bench.calls_of(SEND).len(), 0, "{way:?}: nothing is sent for an attendance of someone else");
        bench.reload().start("/attendance");
        assert_eq!(titles_and_bodies(&bench), expected, "{way:?}: also after a reload");
    }
}

#[test]
fn bey_003_a_file_in_upload_is_listed_as_not_sent_however_its_attendance_is_removed() {
    for way in WAYS {
        let mut bench = at_work();
        sends(&mut bench, Sent::FileInUpload);
        leaves(&mut bench, way);
        if way.ends_session() {
            works_again(&mut bench, way);
        }
        assert_eq!(titles_and_bodies(&bench), [row(Sent::FileInUpload)], "{way:?}");
        bench.reload().start("/attendance");
        assert_eq!(titles_and_bodies(&bench), [row(Sent::FileInUpload)], "{way:?}: also after a reload");
    }
}

#[test]
fn a_file_in_upload_at_a_reload_is_listed_as_not_sent() {
    let mut bench = at_work();
    sends(&mut bench, Sent::FileInUpload);
    bench.answer(LIST, 200, active_jobs(&[super::samples::whatsapp_job("W1")])).reload().start("/attendance/W1");
    assert_eq!(titles_and_bodies(&bench), [row(Sent::FileInUpload)]);
    assert_eq!(bench.calls_of(SEND).len(), 0);
}

#[test]
fn a_cancelled_or_sent_file_leaves_no_record() {
    let mut bench = at_work();
    sends(&mut bench, Sent::FileInUpload);
    assert_eq!(outbox_records(&bench), 1);
    let local_id = bench.thread("W1").pop().expect("the file").local_id;
    bench.intent(Intent::Conversation(ConversationIntent::CancelUpload { protocol: "W1".into(), local_id }));
    assert_eq!(outbox_records(&bench), 0);
    sends(&mut bench, Sent::File);
    is_answered(&mut bench, Answered::Ok);
    assert_eq!(outbox_records(&bench), 0);
}

#[test]
fn a_message_whose_event_arrives_after_its_attendance_was_removed_is_not_listed_as_not_sent() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").hold("POST chat/messages").sends("P1", "Um momento");
    let custom_id = bench.thread("P1").pop().expect("the message").local_id[1..].to_owned();
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    let message = super::samples::agent_message("P1", 1, &custom_id, "Um momento");
    bench.event("ChatMessageEvent", json!({ "message": message }));
    bench.lose("POST chat/messages", HttpFailure::NoAnswer);
    assert_eq!((titles_and_bodies(&bench), outbox_records(&bench)), (vec![], 0));
}

#[test]
fn an_answer_that_arrives_after_the_next_sign_in_confirms_the_waiting_message() {
    let mut bench = at_work();
    sends(&mut bench, Sent::Text);
    bench.hold(LIST);
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })).sign_in();
    is_answered(&mut bench, Answered::Ok);
    bench.reply(LIST, 200, active_jobs(&[]));
    assert_eq!((titles_and_bodies(&bench), outbox_records(&bench)), (vec![], 0));
}
