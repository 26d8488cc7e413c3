//! Tests of transfers of WhatsApp: the lists of possible receivers, and attendances that go to a queue or a campaign.

use super::agents::require_observation;
use super::{HELENA, at_work, begin, jobs, only_job, writes};
use crate::testing::{ANA, Agent, BRUNO, CARLA, TestCentre};
use serde_json::{Value, json};
use wire::Channel;

#[test]
fn api_120_a_campaign_lists_its_agents_and_gets_an_attendance_for_one_of_them() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let bruno = at_work(&mut test, BRUNO);
    begin(&mut test, &ana, HELENA).ok();
    let (protocol, _) = only_job(&mut test, &ana);
    let path = "/campaigns/whatsapp/31/agents-available?agentId=101";
    let agents = test.get(&ana, path).ok().body["data"].clone();
    let short = |agent: &Value| (agent["id"].clone(), agent["status"].clone(), agent["load"]["open"].clone());
    let found: Vec<_> = agents.as_array().unwrap().iter().map(short).collect();
    assert!(found.contains(&(json!(BRUNO), json!("available"), json!(0))), "{found:?}");
    assert!(found.iter().all(|(id, ..)| id != ANA), "not the agent who asks");
    assert_eq!(test.get(&ana, "/campaigns/whatsapp/31/agents-available?agentId=102").refusal(), "403");
    assert_eq!(test.get(&ana, "/campaigns/whatsapp/99/agents-available?agentId=101").refusal(), "404");
    let request = |campaign: &str| json!({ "protocol": protocol, "agentId": ANA, "campaignId": campaign, "observation": "Renovar" });
    assert_eq!(test.post(&ana, "/job/whatsapp/transfer", request("99")).refusal(), "422 campaignId:unknown");
    test.post(&ana, "/job/whatsapp/transfer", request("31")).ok();
    let (moved, job) = only_job(&mut test, &bruno);
    assert_eq!(
        (&moved, &job["campaign"]["id"], &job["transfer"]["note"]),
        (&protocol, &json!("31"), &json!("Renovar"))
    );
    assert!(jobs(&mut test, &ana, "whatsapp").is_empty());
}

#[test]
fn api_120_a_chat_is_transferred_to_no_campaign() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", crate::demo::RENEWALS);
    let request = json!({ "protocol": chat.protocol, "agentId": ANA, "campaignId": "31" });
    assert_eq!(test.post(&ana, "/job/chat/transfer", request).refusal(), "422 campaignId:unknown");
}

/// Customers who wait, in their order; the agent asks for each of them.
#[test]
fn wap_082_the_position_of_a_waiting_customer_counts_the_customers_before() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    test.bare(&ana, "POST", "/channels/whatsapp/disconnect/agent/101").ok();
    let customers = ["5521955550102", HELENA, "5531955550103"];
    for (number, customer) in customers.iter().enumerate() {
        writes(&mut test, &format!("w{number}"), customer, "Oi");
        test.advance(1_000);
    }
    test.centre.config.jobs_per_channel = 0;
    test.connect(&ana, "whatsapp").ok();
    let positions = |test: &mut TestCentre, customers: &[&str]| {
        let answers = customers.iter().map(|customer| begin(test, &ana, customer));
        answers.map(|answer| (answer.refusal(), answer.body["details"]["position"].clone())).collect::<Vec<_>>()
    };
    let waits = |position: u32| ("409 clientOnHold".to_owned(), json!(position));
    assert_eq!(positions(&mut test, &customers), [waits(1), waits(2), waits(3)]);
    // Each agent gets one of them, in the order in which they came.
    test.centre.config.jobs_per_channel = 1;
    let bruno = at_work(&mut test, BRUNO);
    let mut attended = [&ana, &bruno].map(|agent| only_job(&mut test, agent).1["phone"].as_str().unwrap().to_owned());
    attended.sort();
    assert_eq!(attended, ["5511955550101", "5521955550102"], "the first two");
    test.centre.config.jobs_per_channel = 0;
    assert_eq!(positions(&mut test, &customers[2..]), [waits(1)]);
}

/// The status of Bruno in the list of agents, and the number of available agents of the queue.
fn listed(test: &mut TestCentre, ana: &Agent) -> (Option<String>, u64) {
    let agents = test.get(ana, "/queues/whatsapp/40/agents-available?agentId=101").ok().body;
    let agents = agents["data"].as_array().unwrap().clone();
    assert!(agents.iter().all(|agent| agent["id"] != ANA), "not the agent who asks");
    let bruno = agents.iter().find(|agent| agent["id"] == BRUNO);
    let queues = test.get(ana, "/queues/whatsapp/agent/org-unit/1").ok().body;
    let queue = queues["data"].as_array().unwrap().iter().find(|queue| queue["id"] == "40").unwrap().clone();
    (bruno.map(|agent| agent["status"].as_str().unwrap().to_owned()), queue["agentsAvailable"].as_u64().unwrap())
}

#[test]
fn api_109_api_113_the_lists_of_a_transfer_mark_agents_and_queues_that_can_get_the_attendance_now() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let of = |status: &str| Some(status.to_owned());
    assert_eq!(listed(&mut test, &ana), (of("disconnected"), 0));
    let bruno = at_work(&mut test, BRUNO);
    assert_eq!(listed(&mut test, &ana), (of("available"), 1));
    let pause = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&bruno, "/pauses/whatsapp/enter/agent/102", pause.clone()).ok();
    assert_eq!(listed(&mut test, &ana), (of("paused"), 0));
    test.bare(&bruno, "POST", "/pauses/whatsapp/leave/agent/102").ok();
    begin(&mut test, &bruno, HELENA).ok();
    assert_eq!(listed(&mut test, &ana), (of("in_attendance"), 1));
    test.post(&bruno, "/pauses/whatsapp/enter/agent/102", pause).ok();
    assert_eq!(listed(&mut test, &ana), (of("scheduled_pause"), 0));
    test.leave_groups(BRUNO, Channel::Whatsapp);
    assert_eq!(listed(&mut test, &ana), (None, 0));
    assert_eq!(test.get(&ana, "/queues/whatsapp/40/agents-available?agentId=102").refusal(), "403");
}

#[test]
fn bey_059_the_lists_of_a_transfer_have_the_attendances_of_each_agent_and_the_waiting_customers_of_each_queue() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let load = |test: &mut TestCentre| {
        let body = test.get(&ana, "/queues/whatsapp/40/agents-available?agentId=101").ok().body;
        let agents = body["data"].as_array().unwrap().clone();
        agents.into_iter().find(|agent| agent["id"] == BRUNO).unwrap()["load"].clone()
    };
    let waiting = |test: &mut TestCentre| {
        let body = test.get(&ana, "/queues/whatsapp/agent/org-unit/1").ok().body;
        let queues = body["data"].as_array().unwrap().clone();
        queues.into_iter().find(|queue| queue["id"] == "40").unwrap()["waiting"].as_u64()
    };
    assert_eq!(load(&mut test), Value::Null, "nobody knows how much an agent who is not connected can take");
    let bruno = at_work(&mut test, BRUNO);
    let limit = test.centre.config.jobs_per_channel;
    assert_eq!((load(&mut test), waiting(&mut test)), (json!({ "open": 0, "limit": limit }), Some(0)));
    let pause = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&ana, "/pauses/whatsapp/enter/agent/101", pause.clone()).ok();
    writes(&mut test, "w1", HELENA, "Bom dia");
    assert_eq!((load(&mut test), waiting(&mut test)), (json!({ "open": 1, "limit": limit }), Some(0)));
    test.post(&bruno, "/pauses/whatsapp/enter/agent/102", pause).ok();
    writes(&mut test, "w2", "5521955550102", "Oi");
    writes(&mut test, "w3", "5531955550103", "Oi");
    assert_eq!((load(&mut test), waiting(&mut test)), (json!({ "open": 1, "limit": limit }), Some(2)));
}

#[test]
fn an_attendance_transferred_to_its_queue_is_assigned_to_another_agent() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    require_observation(&mut test, "41");
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    let request = json!({ "protocol": protocol, "agentId": ANA, "queueId": "41" });
    test.post(&ana, "/job/whatsapp/transfer", request).ok();
    assert!(jobs(&mut test, &ana, "whatsapp").is_empty(), "not back to the one who gave it");
    let carla = at_work(&mut test, CARLA);
    let job = only_job(&mut test, &carla).1;
    let facts = json!([job["queue"]["id"], job["attendanceGroupId"], job["attendanceGroupInfo"]]);
    assert_eq!(facts, json!(["41", "41", { "observationRequired": true }]), "those of the new group");
}
