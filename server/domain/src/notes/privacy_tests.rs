//! Proves that no customer receives a note: checks the sources that may use notes, and every answer, event, request and document
//! that is sent to a customer.

use super::tests::writes_on;
use crate::store::{ENTITIES, WebChatStore};
use crate::testing::{ANA, Agent, BRUNO, CARLA, RENEWALS, TestCentre, job_body, qualify_body};
use crate::{WebChatRequest, WhatsAppOutcome};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wire::{NoteText, Protocol};

/// A text that occurs nowhere else in the centre.
const SECRET: &str = "zarabatana-do-cliente";

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "js") {
            found.push(path);
        }
    }
    found
}

/// Whether the file is only compiled for tests.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        ["tests", "contract_tests", "conformance"].contains(&name.as_ref())
            || name.ends_with("tests.rs")
            || name.ends_with("_tests")
    })
}

/// Sources of the server below `server/` that contain the word.
fn sources_with(words: &[&str]) -> BTreeSet<String> {
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeSet::new();
    for part in ["domain", "src", "gateway", "messaging", "messaging-adapter", "messenger", "voice-adapter"] {
        for path in sources(&server.join(part)) {
            let text = std::fs::read_to_string(&path).expect("a source file");
            if !is_test(&path) && words.iter().any(|word| text.contains(word)) {
                found.insert(path.strip_prefix(&server).expect("below server").to_string_lossy().into_owned());
            }
        }
    }
    found
}

/// The text of a note has a type of its own, and its table is accessed by a trait of its own: a function that builds an answer for a customer
/// would have to name one of these words. The list is complete; a new entry is a decision.
#[test]
fn bey_160_only_the_notes_module_and_its_table_use_notes() {
    let words = ["NoteRow", "NoteStore", "NoteText", "NoteEvent", "for_staff", "notes::"];
    let expected = [
        "domain/src/message_search/index.rs",
        "domain/src/message_search/mod.rs",
        "domain/src/notes/mod.rs",
        "domain/src/routes/table/notes.rs",
        "domain/src/routes/table/mod.rs",
        "domain/src/store/mod.rs",
        "domain/src/store/notes.rs",
        "domain/src/store/tables.rs",
    ];
    assert_eq!(sources_with(&words), expected.map(str::to_owned).into());
    assert_eq!(sources_with(&["for_staff"]), ["domain/src/notes/mod.rs".to_owned()].into(), "who reads the text");
}

/// A note that is formatted into a text by accident shows nothing of its text.
#[test]
fn bey_160_a_note_in_a_log_is_a_marker() {
    assert_eq!(format!("{:?}", NoteText::new(SECRET.to_owned())), "[note]");
}

fn note(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, id: &str) {
    let path = format!("/job/{protocol}/notes");
    let text = format!("@Bruno Lima: {SECRET} {id}");
    test.post(agent, &path, json!({ "id": id, "text": text, "mentions": [BRUNO] })).ok();
    let edited = format!("@Bruno Lima: {SECRET} {id} de novo");
    test.put(agent, &format!("{path}/{id}"), json!({ "text": edited, "mentions": [BRUNO] })).ok();
}

#[track_caller]
fn has_nothing(what: &str, text: &str) {
    assert!(!text.contains(SECRET), "{what} has the text of a note: {text}");
    assert!(!text.to_lowercase().contains("\"note\""), "{what} has a note: {text}");
}

/// Every request that the customer's page of a chat can send, in each state of its attendance.
fn customer_calls(protocol: &Protocol, secret: &str) -> Vec<WebChatRequest> {
    let (protocol, secret) = (protocol.clone(), secret.to_owned());
    vec![
        WebChatRequest::Queues { unit: None },
        WebChatRequest::Lines { unit: None },
        WebChatRequest::Puzzle,
        WebChatRequest::DeskTelephones { unit: None },
        WebChatRequest::Message {
            protocol: protocol.clone(),
            secret: secret.clone(),
            custom_id: wire::CustomId::from("C1C1C1C1C1"),
            text: "Olá?".to_owned(),
            media_id: String::new(),
            answered: 0,
        },
        WebChatRequest::Typing { protocol: protocol.clone(), secret: secret.clone(), typing: true, custom_id: None },
        WebChatRequest::Events { protocol: protocol.clone(), secret: secret.clone(), after: 0 },
        WebChatRequest::End { protocol, secret },
    ]
}

#[test]
fn bey_160_no_answer_or_event_of_the_web_chat_has_a_note() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let carla = test.sign_in(CARLA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.customer_writes(&chat, "Bom dia");
    note(&mut test, &ana, &chat.protocol, "N1");
    note(&mut test, &carla, &chat.protocol, "N2");
    for request in customer_calls(&chat.protocol, &chat.secret) {
        let reply = test.web_chat(request.clone()).to_http();
        assert!(reply.status < 500, "{request:?}: {}", reply.body);
        has_nothing(&format!("the answer to {request:?}"), &reply.body);
    }
    // The attendance has ended now; notes can still be written.
    note(&mut test, &ana, &chat.protocol, "N3");
    for request in customer_calls(&chat.protocol, &chat.secret) {
        has_nothing(&format!("after the end: {request:?}"), &test.web_chat(request.clone()).to_http().body);
    }
    for row in test.store.web_chat_events_after(&chat.protocol, 0, 1_000).unwrap() {
        has_nothing("a stored event of the customer", &row.text);
    }
}

/// Every route of the demo data: WhatsApp by each provider, and Instagram.
#[test]
fn bey_160_no_request_to_a_provider_has_a_note() {
    let test = TestCentre::new();
    let routes = crate::store::RouteStore::whatsapp_routes(&test.store).unwrap();
    let mut networks = BTreeSet::new();
    for route in routes {
        let mut test = TestCentre::new();
        let ana = test.sign_in(ANA);
        test.connect(&ana, "whatsapp").ok();
        writes_on(&mut test, (&route.provider, &route.account), "m1");
        let listed = test.get(&ana, "/agents/101/jobs/active").ok().body;
        let Some(protocol) = listed["data"]["whatsapp"][0]["protocol"].as_str().map(Protocol::from) else {
            // The demo data has no agent for this route, so nobody can write a note there.
            continue;
        };
        note(&mut test, &ana, &protocol, "N1");
        let send = json!({
            "protocol": protocol, "custom_id": test.custom_id(), "agentId": ANA, "org_unit_id": "1", "message": "Olá",
        });
        test.post(&ana, "/whatsapp/messages", send).ok();
        test.post(&ana, "/job/whatsapp/finish", job_body(&ana, &protocol)).ok();
        test.tick();
        let mut sent = 0;
        for kind in crate::EffectKind::ALL {
            let effects = test.with(|centre, store, context| centre.take_effects(store, context, kind, 50).unwrap());
            for effect in effects {
                sent += 1;
                has_nothing(&format!("the effect {kind:?}"), &effect.body);
                if kind == crate::EffectKind::SendWhatsApp {
                    let outcome = WhatsAppOutcome::accepted("p1");
                    test.with(|centre, store, context| {
                        centre.whatsapp_sent(store, context, &effect, &outcome).unwrap()
                    });
                }
            }
        }
        assert!(sent > 0, "the provider got the message of {}", route.id);
        networks.insert(format!("{:?}", route.meta_type));
    }
    assert_eq!(networks.len(), 2, "WhatsApp and Instagram: {networks:?}");
}

/// What an agent can print or export of an attendance comes from these answers: thread, history, search, files, and the contact's
/// messages.
#[test]
fn bey_160_no_answer_that_a_transcript_is_made_of_has_a_note() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.customer_writes(&chat, "Bom dia");
    note(&mut test, &ana, &chat.protocol, "N1");
    test.finish(&ana, &chat.protocol).ok();
    test.post(&ana, "/job/chat/qualify", qualify_body(&ana, &chat.protocol)).ok();
    let protocol = &chat.protocol;
    for path in [
        format!("/job/{protocol}/messages?after=0"),
        "/agents/101/jobs/active".to_owned(),
        "/agents/history".to_owned(),
        "/contacts/history?contact_id=1".to_owned(),
        format!("/contacts/1/messages/db?protocol={protocol}"),
        "/contacts/1/messages".to_owned(),
        "/contacts/1/last-contact".to_owned(),
        "/contacts/1".to_owned(),
        "/contacts?search=helena".to_owned(),
        format!("/tags/protocol/{protocol}"),
    ] {
        let answer = test.get(&ana, &path);
        assert!(answer.status < 500, "{path}");
        has_nothing(&path, &answer.body.to_string());
    }
}

/// The text is stored in the table of notes, in the events of agents and in the audit, and nowhere else.
#[test]
fn bey_160_the_text_of_a_note_is_stored_only_in_tables_that_no_customer_receives() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let carla = test.sign_in(CARLA);
    let chat = test.customer("helena.duarte", RENEWALS);
    note(&mut test, &ana, &chat.protocol, "N1");
    note(&mut test, &carla, &chat.protocol, "N2");
    test.finish(&ana, &chat.protocol).ok();
    let rows = crate::erasure::rows_for_tests::all_rows(&test.store);
    assert_eq!(rows.len(), ENTITIES.len());
    let with_text: BTreeSet<&str> =
        rows.iter().filter(|(_, rows)| rows.iter().any(|row| row.contains(SECRET))).map(|(table, _)| *table).collect();
    assert_eq!(with_text, ["audit", "frame", "note"].into());
}
