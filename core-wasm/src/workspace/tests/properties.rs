//! Properties that hold for every order of events: threads, the gate of events, addresses, and stored records.

use super::bench::{Bench, START};
use super::samples::{active_jobs, chat_job};
use crate::channels::ChannelsIntent;
use crate::connection::{Admission, EventGate};
use crate::conversation::ConversationIntent;
use crate::conversation::Thread;
use crate::flow::{Context, HttpFailure, Kernel, LocalId, Now, StoreKey, StorePlace};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::qualification::QualificationIntent;
use crate::shell::Route;
use crate::wire::{EventMeta, Message, MessageStatus, Protocol, SenderType};
use crate::workspace::Workspace;
use proptest::prelude::*;
use serde_json::{Value, json};

fn message(seq: u64, own: bool, status: MessageStatus) -> Message {
    Message {
        protocol: "P1".into(),
        seq,
        message_id: format!("m{seq}|x{seq}"),
        custom_id: if own { format!("ID{seq:08}").as_str().into() } else { "".into() },
        sender_type: if own { SenderType::Agent } else { SenderType::Customer },
        message: format!("text {seq}"),
        time: Some(START.plus_ms(i64::try_from(seq).expect("small"))),
        status,
        ..Message::default()
    }
}

fn merged(messages: impl IntoIterator<Item = Message>) -> Vec<(LocalId, Message)> {
    let mut kernel = Kernel::new([1; 32]);
    let mut context = Context { now: Now::default(), kernel: &mut kernel };
    let protocol = Protocol::from("P1");
    let mut thread = Thread::default();
    for message in messages {
        thread.take(&mut context, &protocol, message);
    }
    let ids: Vec<LocalId> = thread.list().ids().cloned().collect();
    ids.into_iter().map(|id| (id.clone(), thread.entry(&id).expect("an entry").message.clone())).collect()
}

/// Messages 1 to n in any order, each at least once.
fn shuffled() -> impl Strategy<Value = (Vec<bool>, Vec<u64>)> {
    proptest::collection::vec(any::<bool>(), 1..12).prop_flat_map(|own| {
        let numbers: Vec<u64> = (1..).take(own.len()).collect();
        let doubled = proptest::sample::subsequence(numbers.clone(), 0..=numbers.len());
        let deliveries =
            doubled.prop_map(move |twice| numbers.iter().copied().chain(twice).collect::<Vec<u64>>()).prop_shuffle();
        (Just(own), deliveries)
    })
}

fn meta(seq: u64) -> EventMeta {
    EventMeta {
        event: "X".into(),
        event_id: format!("e{seq}").into(),
        seq: Some(seq),
        epoch: Some("e".into()),
        sent_at: None,
    }
}

#[derive(Clone, Debug)]
enum Act {
    Attend(u8),
    CustomerWrites(u8),
    AgentWrites(u8),
    Draft(u8, String),
    Scroll(u8),
    Open(u8),
    End(u8),
    Observe(u8),
    Notify,
    Channel(bool),
    Wait(u16),
}

fn act() -> impl Strategy<Value = Act> {
    let job = 1u8..5;
    prop_oneof![
        job.clone().prop_map(Act::Attend),
        job.clone().prop_map(Act::CustomerWrites),
        job.clone().prop_map(Act::AgentWrites),
        (job.clone(), "[a-zé ]{0,8}").prop_map(|(job, text)| Act::Draft(job, text)),
        job.clone().prop_map(Act::Scroll),
        job.clone().prop_map(Act::Open),
        job.clone().prop_map(Act::End),
        job.prop_map(Act::Observe),
        Just(Act::Notify),
        any::<bool>().prop_map(Act::Channel),
        (1u16..2_000).prop_map(Act::Wait),
    ]
}

fn perform(bench: &mut Bench, act: Act, number: u64) {
    let name = |job: u8| format!("P{job}");
    let protocol = |job: u8| Protocol::from(name(job));
    let chat = crate::wire::Channel::Chat;
    match act {
        Act::Attend(job) => bench.attends(&name(job)),
        Act::CustomerWrites(job) => bench.customer_writes(&name(job), number, "Oi"),
        Act::AgentWrites(job) => bench.sends(&name(job), "Olá!"),
        Act::Draft(job, text) => {
            bench.intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol: protocol(job), text }))
        }
        Act::Scroll(job) => {
            bench.intent(Intent::Jobs(JobsIntent::ScrollChanged { protocol: protocol(job), scroll_top: 7.5 }))
        }
        Act::Open(job) => bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: protocol(job) })),
        Act::End(job) => bench.event("ChatEndEvent", json!({ "protocol": name(job) })),
        Act::Observe(job) => {
            bench.intent(Intent::Qualification(QualificationIntent::OpenQualification { protocol: protocol(job) }));
            bench.intent(Intent::Qualification(QualificationIntent::ObserveQualification {
                protocol: protocol(job),
                observation: "nota".to_owned(),
            }))
        }
        Act::Notify => {
            bench.event("NotificationEvent", json!({ "agent_notify_id": number.to_string(), "text": "Fila cheia" }))
        }
        Act::Channel(true) => bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: chat })),
        Act::Channel(false) => {
            bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: chat, confirmed: true }))
        }
        Act::Wait(ms) => bench.advance(u64::from(ms)),
    };
}

/// The views that are stored, by name. Which attendance is open comes from the address and is not stored.
fn durable(bench: &Bench) -> Vec<(String, Value)> {
    let read = |name: &str, text: &String| {
        let mut record: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{name}: {text}"));
        if name == "jobs" {
            record["activeJob"] = Value::Null;
        }
        record
    };
    bench
        .disk
        .iter()
        .filter(|((place, _), _)| *place == StorePlace::Database)
        .map(|((_, name), text)| (name.clone(), read(name, text)))
        .collect()
}

fn key_named(name: &str) -> StoreKey {
    let key = Workspace::record_key(name).unwrap_or_else(|| panic!("which store is {name}?"));
    assert_eq!(key.name(), name);
    key
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_thread_does_not_depend_on_the_order_and_repetition_of_its_messages((own, deliveries) in shuffled()) {
        let of = |seq: u64| message(seq, own[usize::try_from(seq).expect("small") - 1], MessageStatus::Sent);
        let sorted = merged((1..).take(own.len()).map(of));
        prop_assert_eq!(merged(deliveries.into_iter().map(of)), sorted);
    }

    #[test]
    fn a_receipt_never_moves_the_delivery_back(statuses in proptest::collection::vec(0usize..3, 1..8)) {
        let of = |status: &usize| [MessageStatus::Sent, MessageStatus::Delivered, MessageStatus::Read][*status];
        let shown = merged(statuses.iter().map(|status| message(1, true, of(status))));
        let highest = statuses.iter().map(of).max().expect("one");
        prop_assert_eq!(shown[0].1.status, highest);
    }

    #[test]
    fn the_gate_admits_each_event_once_also_after_a_reload((own, deliveries) in shuffled(), reload_after in 0usize..12) {
        let mut gate = EventGate::default();
        let mut passed = Vec::new();
        for (index, seq) in deliveries.iter().enumerate() {
            if index == reload_after {
                gate = gate.reloaded();
            }
            if gate.admit(&meta(*seq)) != Admission::Duplicate {
                passed.push(*seq);
            }
        }
        passed.sort_unstable();
        prop_assert_eq!(passed, (1..).take(own.len()).collect::<Vec<u64>>());
    }

    #[test]
    fn the_gate_reports_a_gap_when_a_number_is_missing_and_only_then(present in proptest::collection::vec(any::<bool>(), 2..20)) {
        let mut gate = EventGate::default();
        let mut last = 0;
        for seq in (1..).zip(present).filter(|(_, there)| *there).map(|(seq, _)| seq) {
            let expected = if last == 0 || seq == last + 1 { Admission::InOrder } else { Admission::AfterGap };
            prop_assert_eq!(gate.admit(&meta(seq)), expected);
            last = seq;
        }
    }

    #[test]
    fn every_protocol_is_read_back_from_its_path(protocol in "\\PC{1,20}") {
        let route = Route::Attendance(protocol.into());
        prop_assert_eq!(Route::parse(&route.path()), route);
    }

    #[test]
    fn every_path_gives_a_route_whose_path_gives_the_same_route(path in ".{0,40}") {
        let route = Route::parse(&path);
        prop_assert_eq!(Route::parse(&route.path()), route);
    }
}

/// The record without what is derived: the order and the last messages follow from the jobs' own records, which are
/// written more often.
fn without_derived(mut record: Value) -> Value {
    if let Some(fields) = record.as_object_mut() {
        fields.remove("jobList");
        fields.remove("lastMessages");
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn after_any_sequence_of_actions_a_reload_restores_the_stored_state(acts in proptest::collection::vec(act(), 1..40)) {
        let mut bench = Bench::signed_in();
        bench.fail("POST chat/messages", HttpFailure::NoAnswer);
        let listed: Vec<Value> = (1..5).map(|job| chat_job(&format!("P{job}"))).collect();
        bench.answer("GET agents/101/jobs/active", 200, active_jobs(&listed));
        for (number, act) in (1..).zip(acts) {
            perform(&mut bench, act, number);
        }
        bench.advance(31_000);
        let before = durable(&bench);
        let unsent: Vec<_> = bench.disk.iter().filter(|((place, _), _)| *place == StorePlace::Unsent).map(|(key, text)| (key.clone(), text.clone())).collect();
        let drafts: Vec<String> = (1..5).map(|job| bench.draft(&format!("P{job}")).text).collect();
        let present: Vec<String> = (1..5).map(|job| format!("P{job}")).filter(|protocol| bench.has_job(protocol)).collect();
        let threads = |bench: &Bench| present.iter().map(|protocol| bench.texts(protocol)).collect::<Vec<_>>();
        let texts = threads(&bench);

        bench.hold("POST auth/validate").reload().start("/attendance");
        for (name, record) in before {
            let text = bench.workspace.record(&key_named(&name)).unwrap_or_else(|| panic!("{name} is gone"));
            let restored: Value = serde_json::from_str(&text).expect("JSON");
            prop_assert_eq!(without_derived(restored), without_derived(record), "{}", name);
        }
        bench.reply("POST auth/validate", 200, super::samples::validate_reply());
        prop_assert_eq!((1..5).map(|job| bench.draft(&format!("P{job}")).text).collect::<Vec<_>>(), drafts);
        prop_assert_eq!(threads(&bench), texts);
        let kept: Vec<_> = bench.disk.iter().filter(|((place, _), _)| *place == StorePlace::Unsent).map(|(key, text)| (key.clone(), text.clone())).collect();
        prop_assert_eq!(kept, unsent);
    }
}
