//! Tests of desk telephones: they register like browsers do, and belong to the agent who connects voice with their
//! extension.

use super::CUSTOMER;
use crate::store::{Store, VoiceStore};
use crate::testing::{ANA, Agent, Answered, BRUNO, ELISA, TestCentre};
use crate::{CallNews, WebChatReply, WebChatRequest, voice_secret_hash};
use rstest::rstest;
use serde_json::json;
use wire::Channel;

const DESK: &str = "1001";
/// The queue whose calls the agent answers, see `with_desk`.
const DESK_QUEUE: &str = "5000";

impl TestCentre {
    fn desk(&mut self, registered: bool) {
        let exten = DESK.to_owned();
        self.news(if registered { CallNews::Registered { exten } } else { CallNews::Unregistered { exten } });
    }

    fn connects_desk(&mut self, agent: &Agent) -> Answered {
        let path = format!("/channels/voice/connect/agent/{}", agent.id);
        self.post(agent, &path, json!({ "exten": DESK }))
    }

    /// Lets the agent work on calls of the sales queue.
    fn with_desk(&mut self, id: &str) -> Agent {
        self.give_all_channels(id);
        for mut group in self.store.groups_of_agent(&ELISA.into()).unwrap() {
            if group.group.channel == Some(Channel::Voice) {
                group.members.push(id.into());
                self.store.put_group(&group).unwrap();
            }
        }
        self.sign_in(id)
    }
}

#[test]
fn voice_is_connected_only_while_the_desk_telephone_is_registered() {
    let mut test = TestCentre::new();
    let ana = test.with_desk(ANA);
    assert_eq!(test.connects_desk(&ana).refusal(), "409 extensionNotRegistered");
    test.desk(true);
    test.connects_desk(&ana).ok();
    assert_eq!(test.voice_status(&ana), "available");
    test.take_frames(ANA);
    test.desk(false);
    let logoff = test.take_named(ANA, "VoiceLogoffEvent").remove(0);
    assert_eq!((&logoff["reason"], test.voice_status(&ana)), (&json!("registrationEnded"), "disconnected".to_owned()));
    assert_eq!(test.connects_desk(&ana).refusal(), "409 extensionNotRegistered");
}

#[test]
fn a_call_rings_at_the_desk_telephone_of_the_agent_who_connected_it_and_is_assigned_to_that_agent_when_answered() {
    let mut test = TestCentre::new();
    test.desk(true);
    let ana = test.with_desk(ANA);
    test.connects_desk(&ana).ok();
    test.take_frames(ANA);
    test.call_arrives("c1", CUSTOMER, DESK_QUEUE);
    assert_eq!(test.connects(), [("c1".to_owned(), DESK.to_owned())]);
    test.answers("c1", DESK);
    assert_eq!(test.take_named(ANA, "NewVoiceJobEvent").len(), 1);
    test.ends("c1", crate::CallEnd::ByCaller);
    test.dial(&ana, "1140001234").ok();
}

#[test]
fn a_registration_of_a_desk_telephone_that_no_agent_uses_changes_no_channel() {
    let mut test = TestCentre::new();
    let ana = test.with_desk(ANA);
    let bruno = test.with_desk(BRUNO);
    test.desk(true);
    test.connects_desk(&ana).ok();
    assert_eq!(test.connects_desk(&bruno).refusal(), "409 extensionInUse");
    test.bare(&ana, "POST", "/channels/voice/disconnect/agent/101").ok();
    test.take_frames(ANA);
    test.desk(false);
    assert_eq!(test.take_event_names(ANA), Vec::<String>::new());
}

#[test]
fn a_restart_of_the_server_ends_the_registration_of_desk_telephones() {
    let mut test = TestCentre::new();
    let ana = test.with_desk(ANA);
    test.desk(true);
    test.connects_desk(&ana).ok();
    test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    assert_eq!(test.voice_status(&ana), "disconnected");
    assert!(!test.store.voice_account(DESK).unwrap().unwrap().registered);
}

#[test]
fn voice_that_an_older_server_connected_without_a_registration_ends_at_the_start() {
    let mut test = TestCentre::new();
    let ana = test.with_desk(ANA);
    test.desk(true);
    test.connects_desk(&ana).ok();
    let account = test.store.voice_account(DESK).unwrap().unwrap();
    test.store.put_voice_account(&crate::store::VoiceAccountRow { registered: false, ..account }).unwrap();
    test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    assert_eq!(test.voice_status(&ana), "disconnected");
}

#[rstest]
#[case::registration_reported_in_time(Some(9_999), "available")]
#[case::registration_never_reported(None, "disconnected")]
fn voice_of_a_browser_without_a_registration_at_the_gateway_is_disconnected_after_ten_seconds(
    #[case] reported_after_ms: Option<i64>,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    test.post(&elisa, "/channels/voice/connect/agent/301", json!({ "exten": "2001" })).ok();
    test.advance(reported_after_ms.unwrap_or(9_999));
    test.tick();
    assert_eq!(test.voice_status(&elisa), "available");
    if reported_after_ms.is_some() {
        test.news(CallNews::Registered { exten: "2001".to_owned() });
    }
    test.advance(1);
    test.tick();
    assert_eq!(test.voice_status(&elisa), expected);
}

#[test]
fn with_external_nodes_neither_browsers_nor_desk_telephones_need_a_registration_at_this_gateway() {
    let mut test = TestCentre::new();
    test.centre.config.voice.nodes = vec![crate::VoiceNode { host: "voice.example".to_owned(), url: String::new() }];
    let elisa = test.sign_in(ELISA);
    test.post(&elisa, "/channels/voice/connect/agent/301", json!({ "exten": "2001" })).ok();
    test.advance(10_000);
    test.beat(&elisa);
    test.tick();
    assert_eq!(test.voice_status(&elisa), "available");
    let ana = test.with_desk(ANA);
    assert_eq!(test.connects_desk(&ana).refusal(), "409 extensionNotRegistered");
}

fn listed(test: &mut TestCentre) -> Vec<(String, bool)> {
    match test.web_chat(WebChatRequest::DeskTelephones { unit: None }) {
        WebChatReply::DeskTelephones(desks) => {
            desks.into_iter().map(|desk| (desk.extension, desk.registered)).collect()
        }
        other => panic!("no desk telephones: {other:?}"),
    }
}

fn asks_for(test: &mut TestCentre, extension: &str) -> WebChatReply {
    test.web_chat(WebChatRequest::DeskTelephone { extension: extension.to_owned(), unit: None })
}

#[test]
fn the_customers_page_can_open_a_desk_telephone_only_in_the_demo() {
    let mut test = TestCentre::new();
    assert_eq!(listed(&mut test), []);
    assert!(matches!(asks_for(&mut test, DESK), WebChatReply::Refused { status: 422, .. }));
    test.centre.config.voice.desk_telephones = true;
    test.desk(true);
    let all = [("1001", true), ("1002", false), ("1003", false), ("1009", false)];
    assert_eq!(listed(&mut test), all.map(|(exten, registered)| (exten.to_owned(), registered)));
    let WebChatReply::Telephone(desk) = asks_for(&mut test, DESK) else { panic!("no account") };
    assert_eq!((desk.extension.as_str(), desk.number.as_str()), (DESK, ""));
    let account = test.store.voice_account(DESK).unwrap().unwrap();
    assert_eq!(account.secret_hash, voice_secret_hash(&desk.secret));
    for extension in ["2001", "7777", "1008"] {
        assert!(matches!(asks_for(&mut test, extension), WebChatReply::Refused { status: 422, .. }), "{extension}");
    }
    test.centre.config.voice.nodes = vec![crate::VoiceNode { host: "voice.example".to_owned(), url: String::new() }];
    assert_eq!(listed(&mut test), []);
}
