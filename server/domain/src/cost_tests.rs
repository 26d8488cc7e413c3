//! The number of rows that a request reads does not grow with data that its reply does not show (BEY-132): each request
//! runs in a small and in a large contact centre, and the counts are compared.

use crate::centre::Transaction;
use crate::channels::row_of;
use crate::http::HttpRequest;
use crate::store::metered::Metered;
use crate::store::{AgentRow, CampaignRow, ChannelRow, CustomerFact, SessionRow, Store, VoiceAccountRow, VoiceStore};
use crate::testing::{ANA, Agent, BRUNO, CARLA, ELISA, SALES, TestCentre};
use crate::{WebChatReply, WebChatRequest};
use rstest::rstest;
use serde_json::{Value as Json, json};
use wire::{AgentId, AgentRole, AttendanceGroupId, Channel, OrgUnitId, QueueId};

const FEW: usize = 10;
const MANY: usize = 1_000;
/// The org unit of the demo's agents, and one that no request of a test concerns.
const UNIT: &str = "1";
const OTHER_UNIT: &str = "other";

/// The body of the reply, and the number of rows that the request read.
fn call(test: &mut TestCentre, agent: Option<&Agent>, method: &str, path: &str, body: &Json) -> (Json, usize) {
    let request = HttpRequest {
        method: method.to_owned(),
        path: path.to_owned(),
        query: String::new(),
        authorization: agent.map(|agent| agent.token.clone()),
        body: if body.is_null() { String::new() } else { body.to_string() },
    };
    test.with(|centre, store, context| {
        let mut counted = Metered::new(store);
        let reply = centre.http(&mut counted, context, &request);
        assert_eq!(reply.status, 200, "{}", reply.body);
        (serde_json::from_str(&reply.body).unwrap(), counted.rows().0)
    })
}

/// A centre where these agents have all channels.
fn centre_of(agents: &[&str]) -> TestCentre {
    let mut test = TestCentre::new();
    for agent in agents {
        test.give_all_channels(agent);
    }
    test
}

/// Adds copies of a demo agent to an org unit; they have never signed in.
fn add_agents(test: &mut TestCentre, from: &str, role: AgentRole, org_unit: &str, number: usize) -> Vec<AgentId> {
    let model = test.store.agent(&AgentId::from(from)).unwrap().unwrap();
    let added = (0..number).map(|number| {
        let id = AgentId::from(format!("{org_unit}-{from}-{number}"));
        let mut row = AgentRow { id: id.clone(), login: id.0.clone(), ..model.clone() };
        row.record.org_unit_id = OrgUnitId::from(org_unit);
        row.record.role = role;
        test.store.put_agent(&row).unwrap();
        id
    });
    added.collect()
}

/// Gives each of these agents the open session of a demo agent.
fn add_sessions(test: &mut TestCentre, from: &str, org_unit: &str, agents: &[AgentId], linked: bool) {
    let model = test.store.session(&AgentId::from(from)).unwrap().unwrap();
    for agent in agents {
        let (agent_id, org_unit_id) = (agent.clone(), OrgUnitId::from(org_unit));
        let row = SessionRow { agent_id, org_unit_id, session_id: agent.0.clone(), linked, ..model.clone() };
        test.store.put_session(&row).unwrap();
    }
}

fn rows_of_sign_in(agents: usize) -> usize {
    let mut test = TestCentre::new();
    test.sign_in(CARLA);
    add_agents(&mut test, ANA, AgentRole::Agent, UNIT, agents);
    let supervisors = add_agents(&mut test, CARLA, AgentRole::Supervisor, OTHER_UNIT, agents);
    add_sessions(&mut test, CARLA, OTHER_UNIT, &supervisors, true);
    let body = json!({ "login": "ana.souza", "password": "agente123" });
    call(&mut test, None, "POST", "/auth/login", &body).1
}

#[test]
fn bey_132_a_sign_in_reads_the_same_rows_with_any_number_of_agents_and_supervisors_of_other_org_units() {
    assert_eq!(rows_of_sign_in(FEW), rows_of_sign_in(MANY));
}

/// The number of rows on the board, and the number of rows read for it.
fn rows_of_board(agents: usize, of_other_unit: usize) -> (usize, usize) {
    let mut test = TestCentre::new();
    let carla = test.sign_in(CARLA);
    add_agents(&mut test, ANA, AgentRole::Agent, UNIT, agents);
    add_agents(&mut test, ANA, AgentRole::Agent, OTHER_UNIT, of_other_unit);
    let (board, read) = call(&mut test, Some(&carla), "GET", "/supervisor/201/board", &Json::Null);
    (board["data"].as_array().unwrap().len(), read)
}

#[test]
fn bey_132_the_board_reads_only_the_agents_that_it_shows() {
    assert_eq!(rows_of_board(FEW, FEW), rows_of_board(FEW, MANY));
    let ((few_shown, few), (many_shown, many)) = (rows_of_board(FEW, FEW), rows_of_board(MANY, FEW));
    assert_eq!(many_shown - few_shown, MANY - FEW);
    assert_eq!(many - few, many_shown - few_shown, "one row for each agent who has not signed in");
}

/// The number of agents in the list, and the number of rows read for it.
fn rows_of_available(signed_out: usize, of_other_unit: usize) -> (usize, usize) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.sign_in(BRUNO);
    add_agents(&mut test, ANA, AgentRole::Agent, UNIT, signed_out);
    let others = add_agents(&mut test, ANA, AgentRole::Agent, OTHER_UNIT, of_other_unit);
    add_sessions(&mut test, ANA, OTHER_UNIT, &others, true);
    let (list, read) = call(&mut test, Some(&ana), "GET", "/agents/available", &Json::Null);
    (list["data"].as_array().unwrap().len(), read)
}

#[rstest]
#[case::agents_who_are_signed_out(MANY, FEW)]
#[case::agents_of_another_org_unit(FEW, MANY)]
fn bey_132_the_list_of_available_agents_reads_only_available_agents(
    #[case] signed_out: usize,
    #[case] of_other_unit: usize,
) {
    let few = rows_of_available(FEW, FEW);
    assert_eq!(few.0, 1, "the other agent who is there");
    assert_eq!(rows_of_available(signed_out, of_other_unit), few);
}

fn rows_of_voice_connection(connected: usize) -> usize {
    let mut test = centre_of(&[ELISA]);
    test.centre.config.voice_connections = MANY + FEW;
    let elisa = test.sign_in(ELISA);
    let model = test.with(|centre, store, context| {
        let tx = Transaction { config: &centre.config, areas: centre.areas, store, context };
        row_of(&tx, &AgentId::from(ELISA), Channel::Voice).unwrap()
    });
    for agent in add_agents(&mut test, ANA, AgentRole::Agent, UNIT, connected) {
        let exten = format!("9{}", agent.0.replace(|letter: char| !letter.is_ascii_digit(), ""));
        let row = ChannelRow { agent_id: agent, connected: true, exten, ..model.clone() };
        test.store.put_channel(&row).unwrap();
    }
    let path = format!("/channels/voice/connect/agent/{ELISA}");
    call(&mut test, Some(&elisa), "POST", &path, &json!({ "exten": "2001" })).1
}

#[test]
fn bey_132_connecting_voice_reads_the_same_rows_with_any_number_of_connected_agents() {
    assert_eq!(rows_of_voice_connection(FEW), rows_of_voice_connection(MANY));
}

fn rows_of_telephone(open: usize) -> usize {
    let mut test = TestCentre::new();
    test.address = Some("198.51.100.7".to_owned());
    for number in 0..open {
        let customer = CustomerFact {
            name: "Helena".to_owned(),
            phone: "5511955550101".to_owned(),
            queue_id: QueueId::from(SALES),
            phone_verified: None,
            address_hash: Some(format!("address {number}")),
        };
        let row = VoiceAccountRow {
            exten: format!("customer-{number}"),
            agent_id: AgentId::default(),
            secret_hash: String::new(),
            registered: false,
            version: 0,
            hidden: false,
            customer: Some(customer),
        };
        test.store.insert_voice_account(&row).unwrap();
    }
    let request = WebChatRequest::Call {
        proof: None,
        name: "Otto".to_owned(),
        phone: None,
        signature: None,
        queue: SALES.into(),
        unit: None,
    };
    test.with(|centre, store, context| {
        let mut counted = Metered::new(store);
        let reply = centre.web_chat(&mut counted, context, &request);
        assert!(matches!(reply, WebChatReply::Telephone(_)), "{reply:?}");
        counted.rows().0
    })
}

#[test]
fn bey_132_a_telephone_of_a_customer_reads_the_same_rows_with_any_number_of_telephones() {
    assert_eq!(rows_of_telephone(FEW), rows_of_telephone(MANY));
}

fn rows_of_campaigns(of_other_groups: usize) -> (usize, usize) {
    let mut test = centre_of(&[ELISA]);
    let elisa = test.sign_in(ELISA);
    for number in 0..of_other_groups {
        let row = CampaignRow {
            id: QueueId::from(format!("other-{number}")),
            name: "Outra".to_owned(),
            group_id: AttendanceGroupId::from("other"),
            org_unit_id: OrgUnitId::from(UNIT),
        };
        test.store.put_campaign(&row).unwrap();
    }
    let path = format!("/agents/{ELISA}/campaigns/voice");
    let (list, read) = call(&mut test, Some(&elisa), "GET", &path, &Json::Null);
    (list["data"].as_array().unwrap().len(), read)
}

#[test]
fn bey_132_the_campaigns_of_an_agent_read_no_campaigns_of_other_groups() {
    assert_eq!(rows_of_campaigns(FEW), rows_of_campaigns(MANY));
}

fn rows_of_start(agents: usize) -> usize {
    let mut test = TestCentre::new();
    test.sign_in(ANA);
    let added = add_agents(&mut test, ANA, AgentRole::Agent, UNIT, agents);
    add_sessions(&mut test, ANA, UNIT, &added, false);
    test.with(|centre, store, context| {
        let mut counted = Metered::new(store);
        centre.start_up(&mut counted, context, true).unwrap();
        counted.rows().0
    })
}

#[test]
fn bey_132_the_start_of_the_server_reads_no_agents_without_a_link() {
    assert_eq!(rows_of_start(FEW), rows_of_start(MANY));
}

/// The number of rows that the list of transfer queues reads when this many agents can get a chat.
fn rows_of_queues(agents: usize) -> usize {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let added = add_agents(&mut test, ANA, AgentRole::Agent, UNIT, agents);
    add_sessions(&mut test, ANA, UNIT, &added, true);
    let mut group = test.store.group(&AttendanceGroupId::from("20")).unwrap().unwrap();
    group.members.extend(added.iter().cloned());
    test.store.put_group(&group).unwrap();
    let model = test.store.channel(&AgentId::from(ANA), Channel::Chat).unwrap().unwrap();
    for agent_id in added {
        test.store.put_channel(&ChannelRow { agent_id, ..model.clone() }).unwrap();
    }
    let (list, read) = call(&mut test, Some(&ana), "GET", "/queues/chat/org-unit/1", &Json::Null);
    let counts: Vec<_> =
        list["data"].as_array().unwrap().iter().map(|queue| queue["agentsAvailable"].clone()).collect();
    assert!(counts.contains(&json!(agents)), "{counts:?}");
    read
}

#[test]
fn bey_132_the_list_of_transfer_queues_reads_no_agents() {
    assert_eq!(rows_of_queues(FEW), rows_of_queues(MANY));
}
