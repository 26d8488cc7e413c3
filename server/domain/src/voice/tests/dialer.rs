//! Tests of campaigns whose numbers are dialled for free agents.

use super::CUSTOMER;
use crate::store::{DialRow, DialerNumberRow, DialerNumberState, DialerRow, DialerStore, Store, VoiceStore};
use crate::testing::{Agent, CARLA, ELISA, FABIO, SALES, TestCentre, qualify_body};
use crate::{CallEnd, CallNews};
use rstest::rstest;
use serde_json::json;
use wire::{AgentId, Channel, OrgUnitId, QueueId, Wall};

const CAMPAIGN: &str = "6100";
const SECOND: &str = "551140000002";

fn unit() -> OrgUnitId {
    OrgUnitId::from("1")
}

impl TestCentre {
    /// Gives the campaign these numbers and no others.
    fn with_numbers(phones: &[&str]) -> Self {
        let mut test = Self::new();
        let campaign = QueueId::from(CAMPAIGN);
        while let Some(row) = test.store.next_dialer_number(&campaign).unwrap() {
            test.store.put_dialer_number(&DialerNumberRow { state: DialerNumberState::Finished, ..row }).unwrap();
        }
        for (position, phone) in (0..).zip(phones) {
            test.list(CAMPAIGN, phone, Wall(position));
        }
        test
    }

    fn list(&mut self, campaign: &str, phone: &str, due_at: Wall) {
        let row = DialerNumberRow {
            campaign_id: QueueId::from(campaign),
            phone: phone.to_owned(),
            name: "Rita".to_owned(),
            state: DialerNumberState::Open,
            attempts: 0,
            due_at,
        };
        self.store.put_dialer_number(&row).unwrap();
    }

    fn number(&self, phone: &str) -> DialerNumberRow {
        self.store.dialer_number(&QueueId::from(CAMPAIGN), phone).unwrap().unwrap()
    }

    fn number_state(&self, phone: &str) -> (DialerNumberState, u32) {
        let row = self.number(phone);
        (row.state, row.attempts)
    }

    fn switch_campaign(&mut self, supervisor: &Agent, to: &str) {
        self.bare(supervisor, "POST", &format!("/campaign-dialer/{CAMPAIGN}/{to}")).ok();
    }

    /// A supervisor starts the campaign.
    pub(super) fn dialling(&mut self) -> Agent {
        let carla = self.sign_in(CARLA);
        self.switch_campaign(&carla, "start");
        carla
    }

    /// The call that dials this number.
    fn attempt(&self, phone: &str) -> String {
        self.store.dial(&unit(), phone).unwrap().expect("the number is dialled").unique_id
    }

    /// The called customer answers and hears music.
    fn customer_answers(&mut self, call: &str, phone: &str) {
        self.answers(call, phone);
        self.news(CallNews::Queued { call: call.to_owned(), from: SALES.to_owned(), to: phone.to_owned() });
    }

    fn keeps_alive(&mut self, agents: &[&Agent]) {
        agents.iter().for_each(|agent| self.beat(agent));
    }

    fn dialer_status(&mut self, agent: &Agent, login: &str) -> String {
        let body = self.get(agent, &format!("/campaign-dialer?username={login}")).ok().body;
        body["data"][0]["dialer_execution_status"].as_str().unwrap().to_owned()
    }
}

#[test]
fn voi_001_a_campaign_calls_a_customer_for_a_free_agent_whose_telephone_rings_after_the_answer() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    let elisa = test.at_telephone(ELISA);
    test.dialling();
    let call = test.attempt(CUSTOMER);
    assert_eq!(test.originated(), [(call.clone(), SALES.to_owned(), CUSTOMER.to_owned())]);
    assert_eq!(test.number_state(CUSTOMER), (DialerNumberState::Dialling, 1));
    test.take_frames(ELISA);
    test.customer_answers(&call, CUSTOMER);
    assert_eq!(test.connects(), [(call.clone(), "2001".to_owned())]);
    let request = test.take_named(ELISA, "AckCallRequestEvent").remove(0);
    assert_eq!((&request["callType"], &request["name"]), (&json!("DIALER"), &json!("Helena Duarte")));
    test.answers(&call, "2001");
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0)["job"].clone();
    assert_eq!((&job["callType"], &job["uniqueId"], &job["phone"]), (&json!("DIALER"), &json!(call), &json!(CUSTOMER)));
    assert_eq!((&job["voiceCampaign"]["id"], &job["contact"]["fullname"]), (&json!(CAMPAIGN), &json!("Helena Duarte")));
    assert_eq!(test.voice_status(&elisa), "in_attendance");
    assert_eq!(test.number_state(CUSTOMER), (DialerNumberState::Reached, 1));
    test.ends(&call, CallEnd::ByCaller);
    assert_eq!(test.take_named(ELISA, "HangupEvent")[0]["requestSource"], "CLIENT");
}

#[test]
fn without_a_free_agent_a_campaign_calls_no_customer() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER, SECOND]);
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", "5521955550102", SALES);
    test.dialling();
    assert_eq!(test.originated(), [], "the only agent's telephone rings");
    test.answers("c1", "2001");
    assert_eq!(test.originated(), []);
    test.ends("c1", CallEnd::ByCaller);
    assert_eq!(test.originated().len(), 1, "one number for one agent");
    let first = test.attempt(CUSTOMER);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&elisa, "/pauses/voice/enter/agent/301", coffee).ok();
    test.ends(&first, CallEnd::Busy);
    assert_eq!(test.originated(), [], "a paused agent");
    test.bare(&elisa, "POST", "/pauses/voice/leave/agent/301").ok();
    assert_eq!(test.originated()[0].2, SECOND);
}

#[test]
fn an_agent_who_is_reserved_by_a_campaign_gets_no_other_call() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    let elisa = test.at_telephone(ELISA);
    test.at_telephone(FABIO);
    test.dialling();
    let call = test.attempt(CUSTOMER);
    test.call_arrives("c1", "5521955550102", SALES);
    test.call_arrives("c2", "5571955550106", SALES);
    assert_eq!(test.store.dial(&unit(), CUSTOMER).unwrap().unwrap().agent_id.as_str(), ELISA);
    assert_eq!(test.connects(), [], "two wait, and only one agent takes calls");
    assert_eq!(test.dial(&elisa, "1140001234").refusal(), "409 agentInCall");
    test.customer_answers(&call, CUSTOMER);
    assert_eq!(test.connects(), [(call, "2001".to_owned())], "who waited before does not take the agent");
}

#[test]
fn voi_069_a_number_that_a_campaign_dials_is_not_dialled_by_another_agent() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    test.at_telephone(ELISA);
    let fabio = test.at_telephone(FABIO);
    test.dialling();
    let refused = test.dial(&fabio, CUSTOMER);
    assert_eq!(refused.refusal(), "409 alreadyInAttendance");
    assert_eq!(refused.body["details"], json!({ "id": ELISA, "name": "Elisa Prado" }));
}

#[test]
fn a_number_that_another_org_unit_dials_can_be_dialled_by_this_one() {
    let mut test = TestCentre::new();
    let fabio = test.at_telephone(FABIO);
    let elsewhere = DialRow {
        org_unit_id: OrgUnitId::from("2"),
        phone: CUSTOMER.to_owned(),
        unique_id: "elsewhere".to_owned(),
        agent_id: AgentId::from("901"),
        campaign_id: QueueId::from("9100"),
    };
    test.store.insert_dial(&elsewhere).unwrap();
    test.dial(&fabio, CUSTOMER).ok();
}

#[rstest]
#[case::a_busy_number(CallEnd::Busy, 60_000)]
#[case::a_number_that_was_not_answered(CallEnd::NotAnswered, 300_000)]
fn a_number_that_was_not_reached_is_dialled_again_after_a_delay_up_to_a_limit_of_attempts(
    #[case] end: CallEnd,
    #[case] after_ms: i64,
) {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    let elisa = test.at_telephone(ELISA);
    let carla = test.dialling();
    for attempts in 1..3 {
        assert_eq!(test.number_state(CUSTOMER), (DialerNumberState::Dialling, attempts));
        let call = test.attempt(CUSTOMER);
        test.ends(&call, end);
        assert_eq!(test.originated(), []);
        test.ends(&call, end);
        test.advance(after_ms - 1);
        test.keeps_alive(&[&elisa, &carla]);
        test.tick();
        assert_eq!(test.originated(), []);
        test.advance(1);
        test.tick();
        assert_eq!(test.originated().len(), 1, "dialled again after {after_ms} ms");
    }
    let call = test.attempt(CUSTOMER);
    test.ends(&call, end);
    assert_eq!(test.number_state(CUSTOMER), (DialerNumberState::Finished, 3));
}

#[test]
fn a_number_on_the_blacklist_is_not_dialled() {
    let mut test = TestCentre::with_numbers(&["5511955550199", CUSTOMER]);
    test.at_telephone(ELISA);
    test.dialling();
    assert_eq!(test.originated()[0].2, CUSTOMER);
    assert_eq!(test.number_state("5511955550199"), (DialerNumberState::Finished, 0));
}

#[test]
fn a_number_is_never_dialled_twice_at_the_same_time() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    let second = QueueId::from("6200");
    let mut campaign = test.store.campaigns_of_unit(&OrgUnitId::from("1")).unwrap().remove(0);
    campaign.id = second.clone();
    let dialer = test.store.dialer(&QueueId::from(CAMPAIGN)).unwrap().unwrap();
    test.store.put_campaign(&campaign).unwrap();
    test.store.put_dialer(&DialerRow { campaign_id: second, running: true, ..dialer }).unwrap();
    test.list("6200", CUSTOMER, Wall(0));
    let elisa = test.at_telephone(ELISA);
    assert_eq!(test.originated().len(), 1);
    let fabio = test.at_telephone(FABIO);
    test.dialling();
    assert_eq!(test.originated(), [], "the other campaign dials the number");
    let call = test.attempt(CUSTOMER);
    test.customer_answers(&call, CUSTOMER);
    test.answers(&call, "2001");
    test.advance(60_000);
    test.keeps_alive(&[&elisa, &fabio]);
    test.tick();
    assert_eq!(test.originated(), [], "its customer is in a call");
    test.ends(&call, CallEnd::ByCaller);
    test.advance(60_000);
    test.keeps_alive(&[&elisa, &fabio]);
    test.tick();
    assert_eq!(test.store.dial(&unit(), CUSTOMER).unwrap().unwrap().campaign_id.as_str(), CAMPAIGN);
}

/// A mobile number, and the forms in which lists write it.
const MOBILE: &str = "5511987650001";

#[rstest]
#[case::without_the_ninth_digit("551187650001")]
#[case::without_the_country_code("11987650001")]
#[case::without_ninth_digit_and_country_code("1187650001")]
fn bey_164_a_number_that_a_list_has_in_two_forms_is_dialled_once(#[case] other: &str) {
    let mut test = TestCentre::with_numbers(&[other, MOBILE]);
    test.at_telephone(ELISA);
    test.at_telephone(FABIO);
    test.dialling();
    let dialled: Vec<String> = test.originated().into_iter().map(|call| call.2).collect();
    assert_eq!(dialled, [MOBILE]);
    assert_eq!(test.number_state(other), (DialerNumberState::Finished, 0));
}

#[rstest]
#[case::without_the_ninth_digit("551187650001")]
#[case::without_the_country_code("11987650001")]
fn bey_164_a_customer_is_not_dialled_while_another_list_dials_the_number_in_another_form(#[case] other: &str) {
    let mut test = TestCentre::with_numbers(&[MOBILE]);
    let second = QueueId::from("6200");
    let mut campaign = test.store.campaigns_of_unit(&OrgUnitId::from("1")).unwrap().remove(0);
    campaign.id = second.clone();
    let dialer = test.store.dialer(&QueueId::from(CAMPAIGN)).unwrap().unwrap();
    test.store.put_campaign(&campaign).unwrap();
    test.store.put_dialer(&DialerRow { campaign_id: second, running: true, ..dialer }).unwrap();
    test.list("6200", other, Wall(0));
    test.at_telephone(ELISA);
    let first = test.originated();
    assert_eq!(first.len(), 1, "{first:?}");
    test.at_telephone(FABIO);
    test.dialling();
    assert_eq!(test.originated(), [], "the other campaign dials the customer");
}

#[test]
fn bey_164_an_agent_cannot_dial_a_customer_while_a_campaign_dials_the_number_in_another_form() {
    let mut test = TestCentre::with_numbers(&["551187650001"]);
    test.at_telephone(ELISA);
    test.dialling();
    assert_eq!(test.originated().len(), 1);
    let fabio = test.at_telephone(FABIO);
    assert_eq!(test.dial(&fabio, "+55 (11) 98765-0001").refusal(), "409 alreadyInAttendance");
}

#[test]
fn an_attempt_whose_end_is_not_reported_is_ended() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    test.at_telephone(ELISA);
    test.dialling();
    let call = test.attempt(CUSTOMER);
    test.advance(44_999);
    test.tick();
    assert_eq!(test.hang_ups(), [] as [String; 0]);
    test.advance(1);
    test.tick();
    assert_eq!(test.hang_ups(), std::slice::from_ref(&call));
    assert_eq!(test.number_state(CUSTOMER), (DialerNumberState::Open, 1));
    test.customer_answers(&call, CUSTOMER);
    assert_eq!(test.hang_ups(), [call], "an answer that comes later finds no agent");
}

#[test]
fn a_customer_of_a_campaign_whose_agent_has_left_waits_in_the_queue() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    test.at_telephone(ELISA);
    test.dialling();
    let call = test.attempt(CUSTOMER);
    test.news(CallNews::Unregistered { exten: "2001".to_owned() });
    test.customer_answers(&call, CUSTOMER);
    assert_eq!(test.connects(), []);
    test.at_telephone(FABIO);
    assert_eq!(test.connects(), [(call.clone(), "2002".to_owned())]);
    test.ends(&call, CallEnd::ByCaller);
    assert_eq!(test.number_state(CUSTOMER), (DialerNumberState::Open, 1), "nobody talked to the customer");
}

#[rstest]
#[case::a_qualification_that_finishes_the_dialling("51", DialerNumberState::Finished)]
#[case::a_qualification_that_does_not_finish_the_dialling("52", DialerNumberState::Open)]
fn the_qualification_decides_whether_the_number_is_dialled_again(
    #[case] qualification: &str,
    #[case] expected: DialerNumberState,
) {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    let elisa = test.at_telephone(ELISA);
    test.dialling();
    let call = test.attempt(CUSTOMER);
    test.customer_answers(&call, CUSTOMER);
    test.answers(&call, "2001");
    let protocol = test.take_named(ELISA, "NewVoiceJobEvent").remove(0)["job"]["protocol"].clone();
    let mut body = qualify_body(&elisa, &protocol.as_str().unwrap().into());
    body["channel"] = json!("voice");
    body["qualify_id"] = json!(qualification);
    test.post(&elisa, "/job/voice/qualify", body).ok();
    assert_eq!(test.number_state(CUSTOMER), (expected, 1));
}

#[test]
fn voi_009_chn_023_a_supervisor_starts_and_pauses_a_campaign_and_its_agents_get_an_event() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER, SECOND]);
    let elisa = test.at_telephone(ELISA);
    let start = format!("/campaign-dialer/{CAMPAIGN}/start");
    assert_eq!(test.bare(&elisa, "POST", &start).refusal(), "403");
    test.take_frames(ELISA);
    let carla = test.dialling();
    test.switch_campaign(&carla, "start");
    let told = test.take_named(ELISA, "DialerAutoEvent");
    assert_eq!(told.iter().map(|event| event["active"].clone()).collect::<Vec<_>>(), [json!(true)], "once");
    assert_eq!(test.dialer_status(&elisa, "elisa.prado"), "RUNNING");
    test.switch_campaign(&carla, "pause");
    assert_eq!(test.take_named(ELISA, "DialerAutoEvent")[0]["active"], false);
    assert_eq!(test.dialer_status(&carla, "carla.dias"), "STOPPING", "a number is still dialled");
    let call = test.attempt(CUSTOMER);
    test.ends(&call, CallEnd::NotAnswered);
    assert_eq!(test.originated(), []);
    assert_eq!(test.dialer_status(&carla, "carla.dias"), "STOPPED");
    assert_eq!(test.bare(&carla, "POST", "/campaign-dialer/9/start").status, 404);
}

#[test]
fn attempts_of_a_campaign_end_when_the_server_restarts() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    test.at_telephone(ELISA);
    test.dialling();
    let call = test.attempt(CUSTOMER);
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    assert_eq!((test.number_state(CUSTOMER), test.store.dials().unwrap()), ((DialerNumberState::Open, 1), vec![]));
    test.customer_answers(&call, CUSTOMER);
    assert_eq!(test.hang_ups(), [call]);
}

/// On PostgreSQL an agent who became free and the start of a campaign may not see each other.
#[test]
fn a_due_number_is_dialled_soon_if_an_agent_is_free() {
    let mut test = TestCentre::with_numbers(&[CUSTOMER]);
    let elisa = test.at_telephone(ELISA);
    let row = test.store.channel(&elisa.id, Channel::Voice).unwrap().unwrap();
    test.store.put_channel(&crate::store::ChannelRow { open_jobs: 1, ..row.clone() }).unwrap();
    test.dialling();
    test.store.put_channel(&row).unwrap();
    test.advance(9_999);
    test.tick();
    assert_eq!(test.originated(), []);
    test.advance(1);
    test.tick();
    assert_eq!(test.originated().len(), 1);
}

#[test]
fn a_campaign_calls_a_preferential_contact_only_for_the_agent_of_the_wallet() {
    let kept = "5541955550104";
    let mut test = TestCentre::with_numbers(&[kept, SECOND]);
    test.at_telephone(FABIO);
    test.dialling();
    assert_eq!(test.originated()[0].2, SECOND, "the list goes on");
    let elisa = test.at_telephone(ELISA);
    assert_eq!(test.originated(), []);
    test.advance(60_000);
    test.beat(&elisa);
    test.tick();
    assert_eq!(test.store.dial(&unit(), kept).unwrap().unwrap().agent_id.as_str(), ELISA);
}
