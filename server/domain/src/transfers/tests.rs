//! Tests of transfers of web chats; those of WhatsApp are tested with its attendances.

use crate::config::CentreConfig;
use crate::store::{JobState, Store};
use crate::testing::{ANA, Agent, BRUNO, CARLA, SUPPORT, TestCentre};
use crate::web_chat::WebChatEventKind;
use rstest::rstest;
use serde_json::{Value, json};
use wire::limits::OBSERVATION_MAX_CHARS;
use wire::{Channel, Protocol};

fn request(protocol: &Protocol, changes: Value) -> Value {
    let mut body = json!({ "protocol": protocol, "agentId": ANA, "observation": "Pediu segunda via" });
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

fn transfer(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, changes: Value) -> String {
    test.post(agent, "/job/chat/transfer", request(protocol, changes)).refusal()
}

#[rstest]
#[case::offline_agent("offline", "409 offline")]
#[case::trf_033_agent_outside_the_queue("queue", "409 queue")]
#[case::trf_033_paused_agent("pause", "409 pause")]
#[case::api_138_available_agent("free", "200")]
fn a_chat_is_transferred_only_to_an_agent_who_can_get_it(#[case] fact: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let bruno = if fact == "offline" { test.sign_in(BRUNO) } else { test.at_work(BRUNO) };
    match fact {
        "queue" => test.leave_groups(BRUNO, Channel::Chat),
        "pause" => {
            let pause = json!({ "pauseId": "2", "pauseName": "Café" });
            test.post(&bruno, "/pauses/chat/enter/agent/102", pause).ok();
        }
        _ => {}
    }
    test.take_frames(ANA);
    test.take_frames(BRUNO);
    assert_eq!(transfer(&mut test, &ana, &chat.protocol, json!({ "toAgentId": BRUNO })), expected);
    if expected != "200" {
        assert!(test.listed_job(&ana, "chat", &chat.protocol).is_some());
        assert!(test.take_event_names(BRUNO).is_empty());
        return;
    }
    assert_eq!(test.take_event_names(ANA), ["ChatTransferResponseEvent", "AgentStatusEvent"]);
    assert_eq!(test.take_event_names(BRUNO), ["NewChatEvent", "AgentStatusEvent"]);
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_none());
    let job = test.listed_job(&bruno, "chat", &chat.protocol).unwrap();
    assert_eq!((&job["transferCount"], &job["agentId"]), (&json!(1), &json!(BRUNO)));
}

#[test]
fn the_agent_who_gets_a_transferred_chat_sees_the_note_and_the_customer_only_the_name_of_the_agent() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.agent_writes(&ana, &chat.protocol, "Um momento").ok();
    let bruno = test.at_work(BRUNO);
    let before = test.customer_events(&chat).len();
    assert_eq!(transfer(&mut test, &ana, &chat.protocol, json!({ "toAgentId": BRUNO })), "200");
    let thread = test.get(&bruno, &format!("/job/{}/messages", chat.protocol)).ok().body;
    let messages = thread["data"].as_array().unwrap();
    assert!(messages.iter().any(|message| message["message"] == "Um momento"), "the receiver gets the whole thread");
    let line = messages.last().unwrap();
    let shown = (&line["systemKey"], &line["agent_name"], &line["message"]);
    assert_eq!(shown, (&json!("chatTransferred"), &json!("Ana Souza"), &json!("Pediu segunda via")));
    let told: Vec<_> = test.customer_events(&chat).into_iter().skip(before).map(|event| event.kind).collect();
    assert_eq!(told, [WebChatEventKind::AgentJoined { agent_name: "Bruno Lima".to_owned() }]);
    assert_eq!(test.agent_writes(&ana, &chat.protocol, "Oi").refusal(), "403", "it is another agent's now");
    test.agent_writes(&bruno, &chat.protocol, "Olá, sou o Bruno").ok();
}

#[test]
fn a_chat_transferred_to_a_queue_is_assigned_to_another_agent_and_keeps_its_messages() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    assert_eq!(transfer(&mut test, &ana, &chat.protocol, json!({ "queueId": SUPPORT })), "200");
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_none(), "not back to the one who gave it");
    let kinds: Vec<_> = test.customer_events(&chat).into_iter().map(|event| event.kind).collect();
    assert!(kinds.contains(&WebChatEventKind::ReturnedToQueue), "{kinds:?}");
    let bruno = test.at_work(BRUNO);
    let job = test.listed_job(&bruno, "chat", &chat.protocol).unwrap();
    assert_eq!(job["transferCount"], 1);
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().seq, 3, "started, transferred, resumed");
}

#[rstest]
#[case::to_an_agent(json!({ "toAgentId": BRUNO }), json!({ "agentId": BRUNO, "agentName": "Bruno Lima", "queueName": "Suporte" }))]
#[case::to_a_queue(json!({ "queueId": SUPPORT }), json!({ "queueName": "Suporte" }))]
fn bey_152_the_receiver_of_a_transfer_sees_sender_note_and_unanswered_messages_until_the_first_answer(
    #[case] target: Value,
    #[case] to: Value,
) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.customer_writes(&chat, "Bom dia");
    test.agent_writes(&ana, &chat.protocol, "Um momento").ok();
    for text in ["Certo", "Alô?"] {
        test.customer_writes(&chat, text);
    }
    let bruno = test.at_work(BRUNO);
    assert!(test.listed_job(&ana, "chat", &chat.protocol).unwrap().get("transfer").is_none());
    assert_eq!(transfer(&mut test, &ana, &chat.protocol, target), "200");
    let job = test.listed_job(&bruno, "chat", &chat.protocol).unwrap();
    let thread = test.store.messages_after(&chat.protocol, 0, 100).unwrap();
    let line = thread.iter().find(|message| message.system_key == "chatTransferred").unwrap();
    let expected = json!({ "agentId": ANA, "agentName": "Ana Souza", "note": "Pediu segunda via", "seq": line.seq });
    assert_eq!((&job["transfer"], &job["messagesNotRead"], line.agent_id.as_str()), (&expected, &json!(2), ANA));
    assert_eq!(serde_json::to_value(&line.transferred_to).unwrap(), to);
    test.agent_writes(&bruno, &chat.protocol, "Olá, sou o Bruno").ok();
    let job = test.listed_job(&bruno, "chat", &chat.protocol).unwrap();
    assert_eq!((job.get("transfer"), &job["messagesNotRead"]), (None, &json!(0)), "answered");
}

#[test]
fn bey_151_system_messages_of_a_thread_name_the_agent_who_took_or_ended_the_chat() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let (first, second) = (test.customer("Helena", SUPPORT), test.customer("Rafael", SUPPORT));
    test.finish(&ana, &first.protocol).ok();
    test.customer_ends(&second);
    let lines = |protocol: &Protocol| -> Vec<(String, String, String)> {
        let thread = test.store.messages_after(protocol, 0, 100).unwrap();
        thread.into_iter().map(|line| (line.system_key, line.agent_id.0, line.agent_name)).collect()
    };
    let line = |key: &str, id: &str, name: &str| (key.to_owned(), id.to_owned(), name.to_owned());
    let taken = line("chatStarted", ANA, "Ana Souza");
    assert_eq!(lines(&first.protocol), [taken.clone(), line("chatEndedByAgent", ANA, "Ana Souza")]);
    assert_eq!(lines(&second.protocol), [taken, line("chatEndedByClient", "", "")]);
}

/// Bruno, who got the chat, went offline: Ana may get it back.
#[rstest]
#[case::the_transfer_of_ana(json!({ "toAgentId": BRUNO }))]
#[case::the_transfer_to_the_queue(json!({ "queueId": SUPPORT }))]
fn a_transferred_chat_of_an_agent_who_left_returns_to_the_agent_who_transferred_it(#[case] target: Value) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let bruno = test.at_work(BRUNO);
    assert_eq!(transfer(&mut test, &ana, &chat.protocol, target), "200");
    assert!(test.listed_job(&bruno, "chat", &chat.protocol).is_some());
    for _ in 0..20 {
        test.advance(test.centre.config.link_gone_ms / 10);
        test.beat(&ana);
        test.customer_writes(&chat, "Alô?");
        test.tick();
    }
    let job = test.store.job(&chat.protocol).unwrap().unwrap();
    assert_eq!((job.agent_id.as_str(), job.state), (ANA, JobState::Active), "nobody else is there");
}

#[test]
fn the_only_agent_of_a_queue_gets_a_chat_back_that_was_transferred_to_the_queue() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let mut group = test.store.group(&SUPPORT.into()).unwrap().unwrap();
    group.members.retain(|member| member.as_str() == ANA);
    test.store.put_group(&group).unwrap();
    test.take_frames(ANA);
    assert_eq!(transfer(&mut test, &ana, &chat.protocol, json!({ "queueId": SUPPORT })), "200");
    let names = test.take_event_names(ANA);
    assert_eq!(names[..2], ["ChatTransferResponseEvent", "NewChatEvent"]);
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_some());
}

#[rstest]
#[case::unknown_agent(json!({ "toAgentId": "999" }), "422 toAgentId:unknown")]
#[case::the_agent_itself(json!({ "toAgentId": ANA }), "422 toAgentId:unknown")]
#[case::unknown_queue(json!({ "queueId": "999" }), "422 queueId:unknown")]
#[case::queue_of_another_channel(json!({ "queueId": "40" }), "422 queueId:unknown")]
#[case::too_long_note(json!({ "queueId": SUPPORT, "observation": "x".repeat(OBSERVATION_MAX_CHARS + 1) }), "422 observation:tooLong")]
#[case::unknown_attendance(json!({ "protocol": "20260101000001" }), "409 jobNotFound")]
fn a_chat_stays_with_its_agent_after_a_refused_transfer(#[case] changes: Value, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    assert_eq!(transfer(&mut test, &ana, &chat.protocol, changes), expected);
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_some());
}

#[test]
fn an_ended_chat_and_one_of_another_channel_are_not_transferred() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.at_work(BRUNO);
    let chat = test.customer("Helena", SUPPORT);
    let as_whatsapp = test.post(&ana, "/job/whatsapp/transfer", request(&chat.protocol, json!({ "toAgentId": BRUNO })));
    assert_eq!(as_whatsapp.refusal(), "409 jobNotFound");
    test.finish(&ana, &chat.protocol).ok();
    assert_eq!(transfer(&mut test, &ana, &chat.protocol, json!({ "toAgentId": BRUNO })), "409 jobEnded");
}

/// The status of Bruno in the list of agents of the queue, and how many agents are available there.
fn listed(test: &mut TestCentre, ana: &Agent) -> (Option<String>, u64) {
    let agents = test.get(ana, &format!("/queues/{SUPPORT}/chat/agents-available?agentId=101")).ok().body;
    let agents = agents["data"].as_array().unwrap().clone();
    assert!(agents.iter().all(|agent| agent["id"] != ANA), "not the agent who asks");
    let bruno = agents.iter().find(|agent| agent["id"] == BRUNO);
    let queues = test.get(ana, "/queues/chat/org-unit/1").ok().body;
    let queue = queues["data"].as_array().unwrap().iter().find(|queue| queue["id"] == SUPPORT).unwrap().clone();
    (bruno.map(|agent| agent["status"].as_str().unwrap().to_owned()), queue["agentsAvailable"].as_u64().unwrap())
}

/// Bruno, who has a chat, becomes unreachable: he is not counted, also after a change of his channel, until he is reachable again.
#[rstest]
#[case::his_link_is_lost("link", "disconnected")]
#[case::the_server_starts_again("start", "disconnected")]
#[case::he_is_absent("absence", "paused")]
fn an_unreachable_agent_is_not_counted_in_the_lists_of_a_transfer(#[case] cause: &str, #[case] status: &str) {
    let mut test = TestCentre::new();
    let bruno = test.at_work(BRUNO);
    let chat = test.customer("Helena", SUPPORT);
    let (ana, carla) = (test.at_work(ANA), test.sign_in(CARLA));
    assert_eq!(listed(&mut test, &ana).1, 1);
    let links = [bruno.principal.clone(), ana.principal.clone()];
    let link = |test: &mut TestCentre, number: usize| {
        test.with(|centre, store, context| centre.link_up(store, context, &links[number]).unwrap());
    };
    match cause {
        "link" => test.with(|centre, store, context| centre.link_down(store, context, &links[0]).unwrap()),
        "start" => {
            test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
            link(&mut test, 1);
        }
        _ => _ = test.bare(&carla, "PUT", "/agents/102/set-absent-mode").ok(),
    }
    let left = (Some(status.to_owned()), 0);
    assert_eq!(listed(&mut test, &ana), left);
    test.customer_ends(&chat);
    assert_eq!(listed(&mut test, &ana), left, "his attendance ended meanwhile");
    match cause {
        "absence" => _ = test.bare(&carla, "PUT", "/agents/102/remove-absent-mode").ok(),
        _ => link(&mut test, 0),
    }
    assert_eq!(listed(&mut test, &ana), (Some("available".to_owned()), 1));
}

#[test]
fn bey_059_the_lists_of_a_transfer_have_the_attendances_of_each_agent_and_the_waiting_customers_of_each_queue() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let path = format!("/queues/{SUPPORT}/chat/agents-available?agentId=101");
    let load = |test: &mut TestCentre| {
        let agents = test.get(&ana, &path).ok().body["data"].as_array().unwrap().clone();
        agents.into_iter().find(|agent| agent["id"] == BRUNO).unwrap()["load"].clone()
    };
    let waiting = |test: &mut TestCentre| {
        let queues = test.get(&ana, "/queues/chat/org-unit/1").ok().body["data"].as_array().unwrap().clone();
        queues.into_iter().find(|queue| queue["id"] == SUPPORT).unwrap()["waiting"].as_u64()
    };
    assert_eq!(load(&mut test), Value::Null, "nobody knows how much an agent who is not connected can take");
    let bruno = test.at_work(BRUNO);
    let limit = CentreConfig::default().jobs_per_channel;
    assert_eq!((load(&mut test), waiting(&mut test)), (json!({ "open": 0, "limit": limit }), Some(0)));
    let pause = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&ana, "/pauses/chat/enter/agent/101", pause.clone()).ok();
    test.customer("Helena", SUPPORT);
    assert_eq!(load(&mut test), json!({ "open": 1, "limit": limit }));
    test.post(&bruno, "/pauses/chat/enter/agent/102", pause).ok();
    test.customer("Marina", SUPPORT);
    test.customer("Tereza", SUPPORT);
    assert_eq!(waiting(&mut test), Some(2));
}

#[test]
fn api_132_api_133_the_lists_of_a_transfer_mark_agents_and_queues_that_can_get_a_chat_now() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let of = |status: &str| Some(status.to_owned());
    assert_eq!(listed(&mut test, &ana), (of("disconnected"), 0));
    let bruno = test.at_work(BRUNO);
    assert_eq!(listed(&mut test, &ana), (of("available"), 1));
    let pause = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&bruno, "/pauses/chat/enter/agent/102", pause).ok();
    assert_eq!(listed(&mut test, &ana), (of("paused"), 0));
    test.bare(&bruno, "POST", "/pauses/chat/leave/agent/102").ok();
    assert_eq!(listed(&mut test, &ana), (of("available"), 1));
    test.leave_groups(BRUNO, Channel::Chat);
    assert_eq!(listed(&mut test, &ana), (None, 0));
    let path = format!("/queues/{SUPPORT}/chat/agents-available?agentId=102");
    assert_eq!(test.get(&ana, &path).refusal(), "403");
}
