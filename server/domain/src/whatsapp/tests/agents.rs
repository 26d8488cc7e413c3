//! Tests of agents' requests: inbox, reopen, unread, pin, begin, transfer, search, qualify.

use super::{HELENA, HOUR_MS, about, at_work, begin, jobs, only_job, report, send, writes};
use crate::WhatsAppInbound;
use crate::store::{ClaimFact, JobRow, Store, VoiceStore, WhatsAppStore};
use crate::testing::{ANA, Agent, Answered, BRUNO, TestCentre, job_body, qualify_body};
use crate::whatsapp::messages::SEARCHED_MESSAGES;
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AgentId, Channel, Message, OrgUnitId, Protocol};

fn finish(test: &mut TestCentre, agent: &Agent, protocol: &Protocol) -> Answered {
    test.post(agent, "/job/whatsapp/finish", job_body(agent, protocol))
}

fn inbox(test: &mut TestCentre, agent: &Agent) -> Vec<Value> {
    let body = test.get(agent, &format!("/agents/{}/jobs/inbox", agent.id)).ok().body;
    body["data"].as_array().unwrap().clone()
}

/// Ana finished her attendance with Helena; Helena writes again after this time.
fn written_again(test: &mut TestCentre, after_ms: i64) -> (Agent, Protocol) {
    let ana = at_work(test, ANA);
    writes(test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(test, &ana);
    finish(test, &ana, &protocol).ok();
    test.take_frames(ANA);
    test.advance(after_ms);
    test.beat(&ana);
    writes(test, "w2", HELENA, "Mais uma coisa");
    (ana, protocol)
}

#[test]
fn wap_039_api_022_a_customer_who_writes_again_is_in_the_inbox_of_the_last_agent() {
    let mut test = TestCentre::new();
    let (ana, ended) = written_again(&mut test, HOUR_MS);
    assert_eq!(test.take_event_names(ANA), ["WhatsAppInboxEvent", "WhatsAppMessageEvent"]);
    let entries = inbox(&mut test, &ana);
    assert_eq!(
        json!([entries.len(), entries[0]["messagesNotRead"], entries[0]["whatsAppPhone"]]),
        json!([1, 1, HELENA])
    );
    assert_ne!(entries[0]["protocol"], json!(ended));
    assert!(jobs(&mut test, &ana, "whatsapp").is_empty());
}

#[test]
fn an_entry_of_the_inbox_ends_after_the_time_that_the_agents_group_or_the_queue_sets() {
    let mut test = TestCentre::new();
    test.centre.config.whatsapp.sticky_ms = HOUR_MS;
    let (ana, _) = written_again(&mut test, HOUR_MS);
    assert!(inbox(&mut test, &ana).is_empty());
    assert_eq!(jobs(&mut test, &ana, "whatsapp").len(), 1, "it came from the queue");
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    finish(&mut test, &ana, &protocol).ok();
    test.leave_groups(ANA, Channel::Whatsapp);
    let bruno = at_work(&mut test, BRUNO);
    writes(&mut test, "w2", HELENA, "Oi");
    assert_eq!(jobs(&mut test, &bruno, "whatsapp").len(), 1);
}

#[test]
fn wap_050_api_105_an_entry_of_the_inbox_can_be_reopened_as_an_attendance_once() {
    let mut test = TestCentre::new();
    let (ana, ended) = written_again(&mut test, HOUR_MS);
    let bruno = at_work(&mut test, BRUNO);
    let entry = Protocol::from(inbox(&mut test, &ana)[0]["protocol"].as_str().unwrap());
    assert_eq!(about(&mut test, &bruno, "reopen", &entry).refusal(), "403");
    let refused = about(&mut test, &ana, "reopen", &ended);
    assert_eq!(
        (refused.refusal().as_str(), &refused.body["details"]["agentName"]),
        ("409 alreadyInInbox", &json!("Ana Souza"))
    );
    test.centre.config.jobs_per_channel = 0;
    assert_eq!(about(&mut test, &ana, "reopen", &entry).refusal(), "409 limitGlobal");
    test.centre.config.jobs_per_channel = 5;
    let pause = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&ana, "/pauses/whatsapp/enter/agent/101", pause).ok();
    assert_eq!(about(&mut test, &ana, "reopen", &entry).refusal(), "409 pause");
    test.bare(&ana, "POST", "/pauses/whatsapp/leave/agent/101").ok();
    test.take_frames(ANA);
    about(&mut test, &ana, "reopen", &entry).ok();
    assert_eq!(test.take_event_names(ANA), ["WhatsAppInboxEndEvent", "NewWhatsAppEvent", "AgentStatusEvent"]);
    about(&mut test, &ana, "reopen", &entry).ok();
    assert!(test.take_event_names(ANA).is_empty());
    assert!(inbox(&mut test, &ana).is_empty());
    assert_eq!(only_job(&mut test, &ana).0, entry);
    let refused = about(&mut test, &ana, "reopen", &ended);
    let expected = ("409 alreadyInAttendance", &json!("Ana Souza"));
    assert_eq!((refused.refusal().as_str(), &refused.body["details"]["agentName"]), expected);
}

#[test]
fn job_018_wap_102_a_finished_attendance_waits_for_qualification_and_can_be_reopened() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    test.take_frames(ANA);
    finish(&mut test, &ana, &protocol).ok();
    assert_eq!(test.take_event_names(ANA), ["ChatMessageEvent", "WhatsAppEndEvent", "AgentStatusEvent"]);
    finish(&mut test, &ana, &protocol).ok();
    assert_eq!(jobs(&mut test, &ana, "whatsappClosed")[0]["disabled"], true);
    assert_eq!(send(&mut test, &ana, &protocol, json!({ "message": "Oi" })).refusal(), "409 jobEnded");
    about(&mut test, &ana, "reopen", &protocol).ok();
    assert_eq!(only_job(&mut test, &ana).1["disabled"], false);
    let mut payload = qualify_body(&ana, &protocol);
    payload["channel"] = json!("whatsapp");
    payload["qualify_id"] = json!("61");
    test.post(&ana, "/job/whatsapp/qualify", payload).ok();
    assert!(jobs(&mut test, &ana, "whatsapp").is_empty());
    assert_eq!(about(&mut test, &ana, "reopen", &protocol).refusal(), "409 jobNotFound");
}

#[test]
fn job_027_job_028_api_100_the_server_stores_unread_mark_and_pin_and_publishes_each_change_once() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    for (call, unread, not_read, pinned) in [
        ("pin", true, 1, true),
        ("read-all", false, 0, true),
        ("unread", true, 0, true),
        ("unpin", true, 0, false),
        ("read", false, 0, false),
    ] {
        test.take_frames(ANA);
        about(&mut test, &ana, call, &protocol).ok();
        about(&mut test, &ana, call, &protocol).ok();
        let frames = test.take_frames(ANA);
        assert_eq!(frames.len(), 1, "{call}");
        let job = &frames[0]["job"];
        let shown = json!([job["unread"], job["messagesNotRead"], job["pinned"] == true]);
        assert_eq!(shown, json!([unread, not_read, pinned]), "{call}");
    }
}

#[rstest]
#[case::wap_075_customer_with_a_bot("bot", "409 clientOnBot")]
#[case::wap_076_agent_offline("offline", "409 agentWhatsappOffline")]
#[case::wap_077_customer_in_an_attendance("attendance", "409 alreadyInAttendance")]
#[case::wap_078_customer_in_an_inbox("inbox", "409 alreadyInInbox")]
#[case::wap_079_wal_002_customer_in_another_agents_wallet("wallet", "409 alreadyPreferential")]
#[case::wap_080_customer_in_an_evaluation("evaluation", "409 evaluation")]
#[case::wap_081_blocked_customer("blocked", "409 blacklist")]
#[case::wap_082_customer_who_waits_in_a_queue("waiting", "409 clientOnHold")]
#[case::wap_084_limit_of_the_queue("queue limit", "409 limitQueue")]
#[case::wap_085_limit_of_the_agent("global limit", "409 limitGlobal")]
#[case::wap_086_agent_outside_the_campaign("campaign", "409 agentNotInCampaign")]
#[case::wap_106_paused_agent("pause", "409 pause")]
#[case::customer_who_opted_out("opted out", "409 blacklist")]
#[case::customer_in_the_own_wallet("own wallet", "200")]
fn an_agent_begins_an_attendance_or_is_refused_with_the_cause(#[case] fact: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    prepare(&mut test, &ana, fact);
    let wanted = json!({ "agentId": ana.id, "channel": "whatsapp", "phone": HELENA, "campaignId": "31" });
    let check = test.post(&ana, "/job/whatsapp/check-active-sessions", wanted).ok().body;
    let answer = begin(&mut test, &ana, HELENA);
    assert_eq!(answer.refusal(), expected);
    let known = json!([check["cause"], check.get("details").cloned().unwrap_or_default()]);
    let refused = json!([
        expected.strip_prefix("409 ").unwrap_or_default(),
        answer.body.get("details").cloned().unwrap_or_default()
    ]);
    assert_eq!(known, refused, "known before the start");
    let details = &answer.body["details"];
    match fact {
        "attendance" | "inbox" | "wallet" | "evaluation" => assert_eq!(details["agentName"], "Bruno Lima"),
        "waiting" => assert_eq!(details, &json!({ "queueName": "Vendas WhatsApp", "position": 1 })),
        _ => {}
    }
}

fn prepare(test: &mut TestCentre, ana: &Agent, fact: &str) {
    let bruno = AgentId::from(BRUNO);
    match fact {
        "bot" => claim(test, ClaimFact::Bot),
        "wallet" => claim(test, ClaimFact::Wallet(bruno)),
        "own wallet" => claim(test, ClaimFact::Wallet(ana.id.clone())),
        "evaluation" => claim(test, ClaimFact::Evaluation(bruno)),
        "offline" => drop(test.bare(ana, "POST", "/channels/whatsapp/disconnect/agent/101")),
        "pause" => {
            let pause = json!({ "pauseId": "2", "pauseName": "Café" });
            test.post(ana, "/pauses/whatsapp/enter/agent/101", pause).ok();
        }
        "blocked" => {
            let (org_unit_id, phone) = (OrgUnitId::from("1"), HELENA.to_owned());
            test.store.put_blocked_number(&crate::store::BlockedNumberRow { org_unit_id, phone }).unwrap();
        }
        "opted out" => report(test, WhatsAppInbound::Consent { customer: HELENA.to_owned(), granted: false, at: None }),
        "campaign" => test.leave_groups(ANA, Channel::Whatsapp),
        "global limit" => test.centre.config.jobs_per_channel = 0,
        "queue limit" => {
            writes(test, "w9", "5521955550102", "Oi");
            test.centre.config.whatsapp.jobs_per_queue = 1;
        }
        "waiting" => {
            test.bare(ana, "POST", "/channels/whatsapp/disconnect/agent/101").ok();
            writes(test, "w1", HELENA, "Oi");
            test.centre.config.jobs_per_channel = 0;
            test.connect(ana, "whatsapp").ok();
        }
        _ => {
            test.bare(ana, "POST", "/channels/whatsapp/disconnect/agent/101").ok();
            let bruno = at_work(test, BRUNO);
            writes(test, "w1", HELENA, "Oi");
            if fact == "inbox" {
                let (protocol, _) = only_job(test, &bruno);
                finish(test, &bruno, &protocol).ok();
                writes(test, "w2", HELENA, "Oi");
            }
            test.connect(ana, "whatsapp").ok();
        }
    }
}

pub(super) fn claim(test: &mut TestCentre, claim: ClaimFact) {
    report(test, WhatsAppInbound::Consent { customer: HELENA.to_owned(), granted: true, at: None });
    let mut row = test.store.conversation("1", HELENA).unwrap().unwrap();
    row.claim = Some(claim);
    test.store.put_conversation(&row).unwrap();
}

#[rstest]
#[case::wap_071_short_number("55119555501", "422 phone:invalid")]
#[case::wap_071_long_enough_number("551195555010", "200")]
#[case::wap_072_number_with_plus("+5511955550101", "200")]
#[case::text_that_is_no_number("helena", "422 phone:invalid")]
#[case::empty_number("", "422 phone:required")]
fn a_number_for_a_new_attendance_has_twelve_digits(#[case] phone: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    assert_eq!(begin(&mut test, &ana, phone).refusal(), expected);
}

#[rstest]
#[case::trf_034("offline", "409 offline")]
#[case::trf_035("queue", "409 queue")]
#[case::trf_036("pause", "409 pause")]
#[case::trf_041("free", "200")]
fn api_099_a_transfer_reaches_an_agent_who_can_take_it(#[case] fact: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    let bruno = if fact == "offline" { test.sign_in(BRUNO) } else { at_work(&mut test, BRUNO) };
    match fact {
        "queue" => test.leave_groups(BRUNO, Channel::Whatsapp),
        "pause" => {
            let pause = json!({ "pauseId": "2", "pauseName": "Café" });
            test.post(&bruno, "/pauses/whatsapp/enter/agent/102", pause).ok();
        }
        _ => {}
    }
    test.take_frames(ANA);
    test.take_frames(BRUNO);
    let request = json!({ "protocol": protocol, "agentId": ANA, "toAgentId": BRUNO, "observation": "Renovar" });
    assert_eq!(test.post(&ana, "/job/whatsapp/transfer", request).refusal(), expected);
    if expected == "200" {
        assert_eq!(test.take_event_names(ANA), ["WhatsAppTransferResponseEvent", "AgentStatusEvent"]);
        let names = test.take_event_names(BRUNO);
        assert_eq!(names, ["WhatsAppTransferEvent", "AgentStatusEvent"]);
        let (moved, job) = only_job(&mut test, &bruno);
        assert_eq!((&moved, &job["transferCount"]), (&protocol, &json!(1)));
        assert!(jobs(&mut test, &ana, "whatsapp").is_empty());
    } else {
        assert_eq!(only_job(&mut test, &ana).0, protocol);
    }
}

#[test]
fn bey_152_a_transferred_conversation_is_unread_although_its_sender_had_read_it_until_the_receiver_reads_it() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    writes(&mut test, "w2", HELENA, "Quero renovar");
    let (protocol, _) = only_job(&mut test, &ana);
    about(&mut test, &ana, "read", &protocol).ok();
    let bruno = at_work(&mut test, BRUNO);
    let request = json!({ "protocol": protocol, "agentId": ANA, "toAgentId": BRUNO, "observation": "Renovar" });
    test.post(&ana, "/job/whatsapp/transfer", request).ok();
    let job = only_job(&mut test, &bruno).1;
    assert_eq!((&job["messagesNotRead"], &job["transfer"]["note"]), (&json!(2), &json!("Renovar")));
    about(&mut test, &bruno, "read", &protocol).ok();
    let job = only_job(&mut test, &bruno).1;
    assert_eq!((&job["messagesNotRead"], job.get("transfer")), (&json!(0), None));
}

#[test]
fn an_attendance_has_the_settings_of_its_attendance_group() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    require_observation(&mut test, "40");
    writes(&mut test, "w1", HELENA, "Bom dia");
    let job = only_job(&mut test, &ana).1;
    let facts = json!([job["attendanceGroupId"], job["attendanceGroupInfo"]]);
    assert_eq!(facts, json!(["40", { "observationRequired": true }]));
}

/// A qualification in this group needs an observation from now on.
pub(super) fn require_observation(test: &mut TestCentre, group: &str) {
    let mut row = crate::store::Store::group(&test.store, &group.into()).unwrap().unwrap();
    row.group.observation_required = true;
    crate::store::Store::put_group(&mut test.store, &row).unwrap();
}

#[test]
fn api_092_api_093_wap_063_a_search_ignores_accents_and_finds_messages_of_own_conversations_only() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "A renovação é amanhã?");
    let bruno = at_work(&mut test, BRUNO);
    let mut found = |agent: &Agent, query: &str| {
        let answer = test.get(agent, &format!("/whatsapp/messages/search?{query}"));
        (answer.status, answer.body["total"].as_u64().unwrap_or_default())
    };
    assert_eq!(found(&ana, "message=RENOVACAO"), (200, 1));
    assert_eq!(found(&ana, "message=amanh%C3%A3&contactIdentifier=%2B5511955550101&agentId=101"), (200, 1));
    assert_eq!(found(&ana, "message=amanh%C3%A3&contactIdentifier=5511955550102"), (204, 0), "another customer");
    assert_eq!(found(&ana, "message=ontem"), (204, 0));
    assert_eq!(found(&ana, "message="), (204, 0));
    assert_eq!(found(&bruno, "message=renovacao&contactIdentifier=5511955550101"), (204, 0));
    assert_eq!(found(&bruno, "message=renovacao&agentId=101"), (403, 0));
    for number in 0..50 {
        writes(&mut test, &format!("p{number}"), HELENA, &format!("renovação {number}"));
    }
    let mut page = |number: u8| {
        let body = test.get(&ana, &format!("/whatsapp/messages/search?message=renovacao&page={number}")).ok().body;
        json!([body["data"].as_array().unwrap().len(), body["current_page"], body["total"]])
    };
    assert_eq!([page(1), page(2)], [json!([50, 1, 51]), json!([1, 2, 51])]);
}

/// One search of long conversations would occupy a connection of the store for seconds.
#[test]
fn a_search_reads_a_limited_number_of_messages_the_newest_conversations_first() {
    let mut test = TestCentre::new();
    let (ana, ended) = written_again(&mut test, HOUR_MS);
    let entry = Protocol::from(inbox(&mut test, &ana)[0]["protocol"].as_str().unwrap());
    let mut job = test.store.job(&entry).unwrap().unwrap();
    let like = test.store.messages_before(&entry, u64::MAX >> 1, 1).unwrap().remove(0);
    let begin = like.placed_at.or(like.time).unwrap();
    for seq in job.seq + 1..=job.seq + SEARCHED_MESSAGES as u64 {
        // Each at its own time: the index of texts looks for a free position among those of the same millisecond.
        let placed_at = Some(begin.plus_ms(seq as i64));
        let text = "oi".to_owned();
        let message = Message { message_id: format!("long-{seq}"), seq, message: text, placed_at, ..like.clone() };
        test.store.insert_message(&message).unwrap();
        job.seq = seq;
    }
    test.store.put_job(&job).unwrap();
    let mut found = |text: &str| test.get(&ana, &format!("/whatsapp/messages/search?message={text}")).ok().status;
    assert_eq!(found("oi"), 200);
    assert_eq!(found("bom"), 204, "the text of the earlier attendance {ended}");
}

#[test]
fn api_090_earlier_messages_include_those_of_earlier_attendances_of_the_conversation() {
    let mut test = TestCentre::new();
    let (ana, ended) = written_again(&mut test, HOUR_MS);
    let entry = Protocol::from(inbox(&mut test, &ana)[0]["protocol"].as_str().unwrap());
    let body = test.get(&ana, &format!("/whatsapp/messages/{entry}?before=1")).ok().body;
    let of: Vec<&str> = body["data"].as_array().unwrap().iter().map(|one| one["protocol"].as_str().unwrap()).collect();
    assert_eq!(of, [ended.as_str(); 3], "the message, the start and the end of the earlier one");
    let bruno = test.sign_in(BRUNO);
    assert_eq!(test.get(&bruno, &format!("/whatsapp/messages/{entry}")).refusal(), "403");
    // The portion before the messages of a colleague's attendance, which the history contains.
    let job = test.store.job(&ended).unwrap().unwrap();
    test.store.put_job(&JobRow { agent_id: AgentId::from(BRUNO), ..job }).unwrap();
    let before = |seq: u64| format!("/whatsapp/messages/{ended}?before={seq}");
    assert_eq!(test.get(&ana, &before(3)).ok().body["data"].as_array().unwrap().len(), 2);
    assert_eq!(test.get(&ana, &before(1)).ok().body["data"], json!([]), "the beginning of the conversation");
}
