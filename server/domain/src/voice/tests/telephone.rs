//! Tests of the telephone of a customer.

use crate::store::{CallPhase, VoiceStore};
use crate::testing::{ELISA, SALES, TestCentre};
use crate::{AccountChange, CallEnd, VoiceAccount, VoiceTelephone, WebChatReply, WebChatRequest, voice_secret_hash};
use rstest::rstest;

fn call(name: &str, phone: Option<&str>, queue: &str) -> WebChatRequest {
    let (name, phone) = (name.to_owned(), phone.map(str::to_owned));
    WebChatRequest::Call { proof: None, name, phone, signature: None, queue: queue.into(), unit: None }
}

fn telephone(test: &mut TestCentre, phone: Option<&str>) -> VoiceTelephone {
    match test.web_chat(call("Helena", phone, SALES)) {
        WebChatReply::Telephone(telephone) => *telephone,
        other => panic!("no telephone: {other:?}"),
    }
}

#[test]
fn a_telephone_of_a_customer_can_call_its_queue_once() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.take_frames(ELISA);
    let telephone = telephone(&mut test, Some("+55 11 95555-0101"));
    let account = VoiceAccount {
        secret_hash: voice_secret_hash(&telephone.secret),
        owner: crate::TelephoneOwner::Customer(SALES.into()),
    };
    let exten = telephone.extension.clone();
    assert_eq!(test.recipients.accounts, [AccountChange { exten: exten.clone(), version: 1, account: Some(account) }]);
    test.call_arrives("c1", &exten, &telephone.number);
    let request = test.take_named(ELISA, "AckCallRequestEvent").remove(0);
    assert_eq!(request["phoneNumber"], "5511955550101");
    test.answers("c1", "2001");
    assert_eq!(test.take_named(ELISA, "NewVoiceJobEvent")[0]["job"]["from"], "Helena");
    test.advance(60_001);
    test.tick();
    assert_eq!(test.recipients.accounts, [], "the account lasts as long as the call");
    test.ends("c1", CallEnd::ByCaller);
    assert_eq!(test.recipients.accounts, [AccountChange { exten, version: u64::MAX, account: None }]);
    let ended = test.store.call_by_unique_id("c1").unwrap().unwrap();
    assert_eq!((ended.phase, ended.telephone), (CallPhase::Ended, None));
}

#[test]
fn a_call_that_ended_rings_at_no_agent() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.call_arrives("c1", "11955550101", SALES);
    let ringing = test.store.call_by_unique_id("c1").unwrap().unwrap();
    assert_eq!(ringing.ring.map(|ring| ring.exten), Some("2001".to_owned()));
    test.ends("c1", CallEnd::ByCaller);
    let ended = test.store.call_by_unique_id("c1").unwrap().unwrap();
    assert_eq!((ended.phase, ended.ring), (CallPhase::Ended, None));
}

#[test]
fn a_telephone_of_a_customer_that_does_not_call_ends_after_a_minute() {
    let mut test = TestCentre::new();
    let telephone = telephone(&mut test, None);
    test.advance(59_999);
    test.tick();
    assert_eq!(test.recipients.accounts, []);
    test.advance(1);
    test.tick();
    assert_eq!(
        test.recipients.accounts,
        [AccountChange { exten: telephone.extension, version: u64::MAX, account: None }]
    );
}

#[test]
fn telephones_of_customers_are_limited_per_address() {
    let mut test = TestCentre::new();
    test.address = Some("192.0.2.1".to_owned());
    test.centre.config.voice.telephones_per_address = 1;
    telephone(&mut test, None);
    let refused = test.web_chat(call("Helena", None, SALES)).to_http();
    assert_eq!((refused.status, refused.retry_after_seconds), (429, Some(60)));
    test.address = Some("192.0.2.2".to_owned());
    telephone(&mut test, None);
}

#[rstest]
#[case::no_name(" ", None, SALES, "name")]
#[case::too_long_a_name(&"n".repeat(201), None, SALES, "name")]
#[case::no_number("Helena", Some("call me"), SALES, "phone")]
#[case::the_number_of_a_chat_queue("Helena", None, "10", "queue")]
fn an_invalid_request_for_a_customers_telephone_is_refused_with_the_name_of_its_field(
    #[case] name: &str,
    #[case] phone: Option<&str>,
    #[case] queue: &str,
    #[case] field: &str,
) {
    let mut test = TestCentre::new();
    let refused = test.web_chat(call(name, phone, queue)).to_http();
    let body: serde_json::Value = serde_json::from_str(&refused.body).unwrap();
    assert!(refused.status == 422 && body["errors"].get(field).is_some(), "{body}");
}
