//! Messages and files that were not sent when a conversation ended, for every way in which it can end: they are listed
//! in "Não enviadas" and, while the conversation is still shown, also in the conversation.

use super::bench::Bench;
use super::samples::{active_jobs, with};
use super::uploads::file;
use super::words::said;
use crate::conversation::{ConversationIntent, MessageDelivery};
use crate::flow::HttpFailure;
use crate::input::Intent;
use crate::jobs::RemovalReason;
use crate::notifications::NoticeKind;
use crate::qualification::QualificationIntent;
use rstest::rstest;
use serde_json::json;

/// A way in which a conversation leaves the list.
#[derive(Clone, Copy, Debug)]
enum Ending {
    /// The server ended and removed the conversation.
    Removed,
    /// The agent qualified the conversation, on this or another page.
    Qualified { here: bool },
    /// The agent or a supervisor transferred the conversation, on this or another page.
    Transferred { here: bool },
    /// A later list does not contain the conversation.
    NotListed,
}

impl Ending {
    const ALL: [Self; 6] = [
        Self::Removed,
        Self::Qualified { here: true },
        Self::Qualified { here: false },
        Self::Transferred { here: true },
        Self::Transferred { here: false },
        Self::NotListed,
    ];

    /// A new reason does not compile until it has a row here.
    fn of(reason: RemovalReason) -> &'static [Self] {
        match reason {
            RemovalReason::Finished => &Self::ALL[..1],
            RemovalReason::Qualified => &Self::ALL[1..3],
            RemovalReason::Transferred => &Self::ALL[3..5],
            RemovalReason::NotListed => &Self::ALL[5..],
        }
    }
}

/// A channel in which the agent writes, with the names of its requests and events.
#[derive(Clone, Copy, Debug)]
enum Written {
    Chat,
    WhatsApp,
    Instagram,
}

impl Written {
    fn path(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::WhatsApp => "whatsapp",
            // Instagram uses the requests and events of WhatsApp.
            Self::Instagram => "whatsapp",
        }
    }

    fn send(self) -> &'static str {
        match self {
            Self::Chat => "POST chat/messages",
            Self::WhatsApp | Self::Instagram => "POST whatsapp/messages",
        }
    }

    /// The text that is sent with a file; Instagram allows no captions.
    fn caption(self) -> &'static str {
        match self {
            Self::Chat | Self::WhatsApp => "Segue",
            Self::Instagram => "",
        }
    }

    fn transferred(self) -> &'static str {
        match self {
            Self::Chat => "ChatTransferResponseEvent",
            Self::WhatsApp | Self::Instagram => "WhatsAppTransferResponseEvent",
        }
    }

    fn begins(self) -> Bench {
        let mut bench = Bench::signed_in();
        match self {
            Self::Chat => bench.attends("P1"),
            Self::WhatsApp => bench.attends_whatsapp("P1", json!({})),
            Self::Instagram => bench.attends_whatsapp("P1", json!({ "metaType": "instagram" })),
        };
        bench.open("P1").forget();
        bench
    }
}

fn types(bench: &mut Bench, text: &str) {
    let (protocol, text) = ("P1".into(), text.to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol, text }));
}

fn sends_a_file(bench: &mut Bench, caption: &str) {
    let (protocol, caption, answered) = ("P1".into(), caption.to_owned(), String::new());
    let file = file("image/png", 1_000.0);
    bench.intent(Intent::Conversation(ConversationIntent::SendMedia { protocol, file, caption, answered }));
}

fn ends(bench: &mut Bench, channel: Written, ending: Ending) {
    match ending {
        Ending::Removed => bench.event("JobFinishedEvent", json!({ "protocol": "P1" })),
        Ending::Qualified { here: false } => {
            bench.event("QualifiedAttendanceEvent", json!({ "protocol": "P1", "channel": channel.path() }))
        }
        Ending::Qualified { here: true } => {
            bench.finishes("P1");
            let (protocol, qualification_id) = ("P1".into(), "1".into());
            bench
                .intent(Intent::Qualification(QualificationIntent::ChooseQualification { protocol, qualification_id }));
            bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "P1".into() }))
        }
        Ending::Transferred { here: false } => bench.event(channel.transferred(), json!({ "protocol": "P1" })),
        Ending::Transferred { here: true } => {
            let intent = crate::transfers::TransfersIntent::Transfer {
                protocol: "P1".into(),
                to_agent_id: "102".into(),
                queue_id: "20".into(),
                campaign_id: Default::default(),
                observation: String::new(),
            };
            let transfer = format!("POST job/{}/transfer", channel.path());
            bench.answer(&transfer, 200, json!({ "success": true }));
            bench.intent(Intent::Transfers(intent))
        }
        Ending::NotListed => {
            let link = bench.link;
            bench.answer("GET agents/101/jobs/active", 200, with(active_jobs(&[]), json!({ "asOfSeq": 1_000 })));
            bench.broker(crate::input::BrokerInput::Closed { link }).advance(10_000)
        }
    };
}

/// Title, text and file of each unsent entry, in the order in which they were written.
fn unsent(bench: &Bench) -> Vec<(String, String, String)> {
    let mut items = bench.notifications().items;
    items.retain(|notice| notice.kind == NoticeKind::Unsent);
    items.into_iter().rev().map(|notice| (said(&notice.title), notice.body, notice.file)).collect()
}

#[rstest]
fn bey_154_unsent_text_and_files_are_listed_in_whatever_way_the_conversation_ended(
    #[values(Written::Chat, Written::WhatsApp, Written::Instagram)] channel: Written,
    #[values(RemovalReason::Finished, RemovalReason::Qualified, RemovalReason::Transferred, RemovalReason::NotListed)]
    reason: RemovalReason,
) {
    for ending in Ending::of(reason) {
        let mut bench = channel.begins();
        bench.answer(channel.send(), 422, json!({})).sends("P1", "Recusada");
        sends_a_file(&mut bench, channel.caption());
        bench.fail(channel.send(), HttpFailure::NoAnswer).sends("P1", "Sem resposta");
        types(&mut bench, "Rascunho");
        ends(&mut bench, channel, *ending);
        assert!(!bench.has_job("P1"), "{ending:?}");
        let listed = unsent(&bench);
        let texts: Vec<&str> = listed.iter().map(|(_, text, _)| text.as_str()).collect();
        assert_eq!(texts, ["Recusada", channel.caption(), "Sem resposta", "Rascunho"], "{ending:?}");
        let (title, _, address) = &listed[1];
        assert!(title.contains("nota fiscal.pdf"), "{title}");
        assert_eq!(address, "blob:1", "the page still has the file: the agent can save it");
        let told = bench.said().iter().filter(|text| text.contains("não enviado")).count();
        assert_eq!(told, 1, "{ending:?}: {:?}", bench.said());
    }
}

#[rstest]
#[case::chat(Written::Chat, "ChatEndEvent")]
#[case::whatsapp(Written::WhatsApp, "WhatsAppEndEvent")]
#[case::instagram(Written::Instagram, "WhatsAppEndEvent")]
fn bey_154_an_ended_conversation_that_is_still_shown_contains_its_draft_and_its_unsent_messages(
    #[case] channel: Written,
    #[case] event: &str,
) {
    let mut bench = channel.begins();
    bench.answer(channel.send(), 422, json!({})).sends("P1", "Recusada");
    types(&mut bench, "Rascunho");
    bench.event(event, json!({ "protocol": "P1" }));
    assert_eq!(bench.draft("P1").text, "Rascunho");
    let refused = bench.thread("P1").into_iter().find(|message| message.text == "Recusada");
    assert_eq!(refused.map(|message| message.delivery), Some(MessageDelivery::Failed));
}
