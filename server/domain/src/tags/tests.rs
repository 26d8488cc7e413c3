//! Tests of the tags of contacts and attendances, and of who may change them.

use crate::store::{Store, TagKind, TagRow, TagStore};
use crate::testing::{ANA, Agent, Answered, BRUNO, RENEWALS, SUPPORT, TestCentre, qualify_body};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AgentId, ContactId, Protocol};

const HELENA: &str = "/new-tag/agent/contacts/1/tag-items";

/// Names of the items in an answer.
fn names(answer: &Answered) -> Vec<&str> {
    answer.body["data"].as_array().unwrap().iter().map(|item| item["tag_item_name"].as_str().unwrap()).collect()
}

fn add(test: &mut TestCentre, agent: &Agent, ids: &[&str]) -> Answered {
    test.post(agent, &format!("{HELENA}?agentId={}", agent.id), json!({ "tag_item_ids": ids }))
}

fn remove(test: &mut TestCentre, agent: &Agent, id: &str) -> Answered {
    test.bare(agent, "DELETE", &format!("{HELENA}/{id}?agentId={}", agent.id))
}

/// Adds a tag to an attendance or removes it.
fn change(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, verb: &str, tag: &str) -> Answered {
    let body = json!({ "agentId": agent.id, "channel": "chat", "contactIdentifier": "helena.duarte@example.com" });
    test.post(agent, &format!("/new-tag/agent/job/{protocol}/{verb}/{tag}"), body)
}

fn remove_ended(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, tag: &str) -> Answered {
    test.bare(agent, "DELETE", &format!("/tags/protocol/{protocol}/{tag}"))
}

#[test]
fn api_171_tags_are_listed_by_type_and_group() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut ids = |query: &str| -> Vec<String> {
        let body = test.get(&ana, &format!("/new-tag/tags{query}")).ok().body;
        body["data"].as_array().unwrap().iter().map(|tag| tag["tag_id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(""), ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(ids("?type=contact"), ["1", "2", "3"]);
    assert_eq!(ids("?type=employer,attendance_group"), ["4", "5", "6", "7"]);
    assert_eq!(ids(&format!("?type=attendance_group&group={SUPPORT}")), ["6"], "another group's tag is left out");
    assert_eq!(ids(&format!("?type=attendance_group&group={SUPPORT},{RENEWALS}")), ["6", "7"]);
    assert_eq!(test.get(&ana, "/new-tag/tags?type=invoice").refusal(), "422 type:invalid");
}

#[test]
fn tag_002_tag_003_tag_004_a_tag_has_a_type_and_items_with_colours() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = test.get(&ana, "/new-tag/tags").ok().body;
    let tags = body["data"].as_array().unwrap();
    let profile = json!({ "tag_id": "1", "tag_name": "Perfil", "tag_type": "contact", "items": [
        { "tag_item_id": "101", "tag_item_name": "VIP", "tag_item_color": "#7B63C3" },
        { "tag_item_id": "102", "tag_item_name": "Indicação", "tag_item_color": "#B1508D" },
    ] });
    assert_eq!(tags[0], profile);
    let mut types: Vec<&str> = tags.iter().map(|tag| tag["tag_type"].as_str().unwrap()).collect();
    types.dedup();
    assert_eq!(types, ["contact", "employer", "attendance_group"]);
}

#[test]
fn api_172_api_174_tags_of_a_contact_are_added_and_removed_and_every_answer_has_all_its_tags() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!(names(&add(&mut test, &ana, &["101"]).ok()), ["VIP"]);
    assert_eq!(names(&add(&mut test, &ana, &["103", "101"]).ok()), ["VIP", "Fibra"], "an item is held once");
    let contact = test.get(&ana, "/contacts/1").ok().body["data"][0].clone();
    assert_eq!(contact["tags"].as_array().unwrap().len(), 2);
    assert_eq!(names(&remove(&mut test, &ana, "101").ok()), ["Fibra"]);
    assert_eq!(names(&remove(&mut test, &ana, "101").ok()), ["Fibra"], "a repetition changes nothing");
}

#[rstest]
#[case::unknown_item(&["999"], "404")]
#[case::one_unknown_item_of_several(&["101", "999"], "404")]
#[case::tag_of_a_company(&["201"], "422 tag_item_ids:invalid")]
#[case::tag_of_an_attendance(&["31"], "422 tag_item_ids:invalid")]
#[case::no_item(&[], "422 tag_item_ids:required")]
fn an_item_that_is_not_for_contacts_is_refused(#[case] ids: &[&str], #[case] refusal: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!(add(&mut test, &ana, ids).refusal(), refusal);
    let row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    assert!(row.contact.tags.is_empty(), "nothing was added");
}

#[test]
fn a_contact_has_at_most_fifty_tags() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let item = |number: u32| wire::JobTag { tag_item_id: format!("many-{number}"), ..wire::JobTag::default() };
    let row = TagRow {
        org_unit_id: "1".into(),
        id: "90".to_owned(),
        name: "Muitas".to_owned(),
        kind: TagKind::Contact,
        group_id: None,
        items: (0..51).map(item).collect(),
    };
    test.store.put_tag(&row).unwrap();
    let ids: Vec<&str> = row.items.iter().map(|item| item.tag_item_id.as_str()).collect();
    assert_eq!(add(&mut test, &ana, &ids).refusal(), "422 tag_item_ids:tooLong");
    assert_eq!(names(&add(&mut test, &ana, &ids[..50]).ok()).len(), 50);
}

#[test]
fn an_item_that_is_no_longer_offered_can_be_removed() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    add(&mut test, &ana, &["101"]).ok();
    let mut tag = test.store.tags_of(&"1".into()).unwrap().remove(0);
    tag.items.clear();
    test.store.put_tag(&tag).unwrap();
    assert_eq!(add(&mut test, &ana, &["101"]).refusal(), "404");
    assert!(names(&remove(&mut test, &ana, "101").ok()).is_empty());
    assert_eq!(remove(&mut test, &ana, "101").refusal(), "404", "neither held nor offered");
}

#[test]
fn tags_can_be_changed_only_in_the_agents_own_name_and_org_unit() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = json!({ "tag_item_ids": ["101"] });
    assert_eq!(test.post(&ana, &format!("{HELENA}?agentId=102"), body.clone()).refusal(), "403");
    assert_eq!(test.post(&ana, HELENA, body).refusal(), "422 agentId:required");
    let mut row = test.store.agent(&AgentId::from(BRUNO)).unwrap().unwrap();
    row.record.org_unit_id = "2".into();
    test.store.put_agent(&row).unwrap();
    let token = test.login("bruno.lima", "agente123").ok().authorization.unwrap();
    let answer = test.request(Some(&token), "DELETE", &format!("{HELENA}/101?agentId=102"), "");
    assert_eq!(answer.refusal(), "403", "a contact of another org unit");
}

#[test]
fn api_173_api_175_tags_of_a_company_are_added_and_removed() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let path = "/new-tag/agent/employers/demo-1/tag-items";
    let add = |test: &mut TestCentre, ids: &[&str]| {
        test.post(&ana, &format!("{path}?agentId=101"), json!({ "tag_item_ids": ids }))
    };
    let remove = |test: &mut TestCentre, id: &str| test.bare(&ana, "DELETE", &format!("{path}/{id}?agentId=101"));
    assert_eq!(names(&add(&mut test, &["201"]).ok()), ["Varejo"]);
    assert_eq!(names(&add(&mut test, &["205", "201"]).ok()), ["Varejo", "Grande"]);
    let company = test.get(&ana, "/employers/demo-1").ok().body;
    assert_eq!(company["tags"].as_array().unwrap().len(), 2);
    assert_eq!(add(&mut test, &["101"]).refusal(), "422 tag_item_ids:invalid");
    assert_eq!(add(&mut test, &["999"]).refusal(), "404");
    assert_eq!(names(&remove(&mut test, "201").ok()), ["Grande"]);
    assert_eq!(names(&remove(&mut test, "201").ok()), ["Grande"], "a repetition changes nothing");
    let unknown = "/new-tag/agent/employers/none/tag-items?agentId=101";
    assert_eq!(test.post(&ana, unknown, json!({ "tag_item_ids": ["201"] })).refusal(), "404");
    let anothers = format!("{path}?agentId=102");
    assert_eq!(test.post(&ana, &anothers, json!({ "tag_item_ids": ["201"] })).refusal(), "403");
}

#[test]
fn tags_of_a_company_are_published_with_its_contacts_attendances_as_json_text() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let mut row = test.store.contact(&ContactId::from("1")).unwrap().unwrap();
    row.contact.employer_id = "demo-1".into();
    test.store.put_contact(&row).unwrap();
    test.customer("helena.duarte", RENEWALS);
    test.take_frames(ANA);
    let path = "/new-tag/agent/employers/demo-1/tag-items?agentId=101";
    let held = test.post(&ana, path, json!({ "tag_item_ids": ["202"] })).ok().body["data"].clone();
    let contact = test.take_frames(ANA)[0]["job"]["contact"].clone();
    let text: Value = serde_json::from_str(contact["employer_tags"].as_str().unwrap()).unwrap();
    assert_eq!((&text, text[0]["tag_item_name"].as_str()), (&held, Some("Saúde")));
    test.post(&ana, path, json!({ "tag_item_ids": ["202"] })).ok();
    assert!(test.take_frames(ANA).is_empty(), "nothing changed");
}

#[test]
fn tags_of_the_contact_are_published_with_the_attendance_as_json_text() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let bruno = test.sign_in(BRUNO);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.take_frames(ANA);
    add(&mut test, &bruno, &["101"]).ok();
    let frames = test.take_frames(ANA);
    let contact = &frames[0]["job"]["contact"];
    assert_eq!((&frames[0]["event"], &frames[0]["job"]["protocol"]), (&json!("NewChatEvent"), &json!(chat.protocol)));
    let text: Value = serde_json::from_str(contact["contact_tags"].as_str().unwrap()).unwrap();
    assert_eq!(text, contact["tags"]);
    assert_eq!(text[0]["tag_item_name"], "VIP");
    add(&mut test, &bruno, &["101"]).ok();
    assert!(test.take_frames(ANA).is_empty(), "nothing changed");
    remove(&mut test, &ana, "101").ok();
    assert!(test.take_frames(ANA)[0]["job"]["contact"].get("contact_tags").is_none(), "no tags, no text");
}

#[test]
fn api_176_api_177_tags_of_an_open_attendance_change_and_are_published() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.take_frames(ANA);
    let added = change(&mut test, &ana, &chat.protocol, "add-tag", "301").ok();
    assert_eq!(names(&added), ["Renovação", "2ª via"], "those of the queue stay");
    let frames = test.take_frames(ANA);
    let shown =
        |list: &Value| list.as_array().unwrap().iter().map(|tag| tag["tag_item_id"].clone()).collect::<Vec<_>>();
    assert_eq!(shown(&frames[0]["job"]["attendanceTags"]), ["31", "301"]);
    assert_eq!(shown(&frames[0]["job"]["tags"]), ["31", "301"]);
    change(&mut test, &ana, &chat.protocol, "add-tag", "301").ok();
    assert!(test.take_frames(ANA).is_empty(), "a repetition publishes nothing");
    assert_eq!(names(&change(&mut test, &ana, &chat.protocol, "remove-tag", "31").ok()), ["2ª via"]);
    assert_eq!(shown(&test.take_frames(ANA)[0]["job"]["tags"]), ["301"]);
}

#[rstest]
#[case::unknown_item("add-tag", "999", "404")]
#[case::tag_of_a_contact("add-tag", "101", "422 tagId:invalid")]
#[case::tag_of_another_group("add-tag", "303", "422 tagId:invalid")]
#[case::removal_of_an_unknown_item("remove-tag", "999", "404")]
fn an_item_that_is_not_for_the_attendance_is_refused(#[case] verb: &str, #[case] tag: &str, #[case] refusal: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", SUPPORT);
    assert_eq!(change(&mut test, &ana, &chat.protocol, verb, tag).refusal(), refusal);
}

#[test]
fn api_178_a_tag_request_names_the_attendance_in_its_body() {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.at_work(ANA), test.sign_in(BRUNO));
    let chat = test.customer("helena.duarte", RENEWALS);
    let path = format!("/new-tag/agent/job/{}/add-tag/301", chat.protocol);
    let body = |agent: &Agent, channel: &str, customer: &str| json!({ "agentId": agent.id, "channel": channel, "contactIdentifier": customer });
    let helena = "helena.duarte@example.com";
    assert_eq!(test.post(&ana, &path, body(&ana, "voice", helena)).refusal(), "422 channel:invalid");
    assert_eq!(test.post(&ana, &path, body(&ana, "chat", "otto")).refusal(), "422 contactIdentifier:invalid");
    assert_eq!(test.post(&ana, &path, body(&bruno, "chat", helena)).refusal(), "403");
    assert_eq!(test.post(&bruno, &path, body(&bruno, "chat", helena)).refusal(), "403", "another agent's attendance");
    assert_eq!(
        test.post(&ana, &path, json!({ "agentId": ANA })).refusal(),
        "422 channel:required,contactIdentifier:required"
    );
    test.post(&ana, &path, body(&ana, "chat", helena)).ok();
}

#[test]
fn api_179_api_181_tags_of_an_earlier_attendance_are_deleted_by_its_protocol() {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.at_work(ANA), test.sign_in(BRUNO));
    let chat = test.customer("helena.duarte", RENEWALS);
    change(&mut test, &ana, &chat.protocol, "add-tag", "301").ok();
    change(&mut test, &ana, &chat.protocol, "add-tag", "302").ok();
    assert_eq!(remove_ended(&mut test, &ana, &chat.protocol, "31").refusal(), "409 jobActive");
    test.customer_ends(&chat);
    test.take_frames(ANA);
    assert_eq!(names(&change(&mut test, &ana, &chat.protocol, "remove-tag", "31").ok()), ["2ª via", "Reclamação"]);
    assert_eq!(names(&remove_ended(&mut test, &ana, &chat.protocol, "301").ok()), ["Reclamação"]);
    assert_eq!(test.take_event_names(ANA), ["NewChatEvent", "NewChatEvent"], "it is shown until it is qualified");
    test.post(&ana, "/job/chat/qualify", qualify_body(&ana, &chat.protocol)).ok();
    test.take_frames(ANA);
    assert_eq!(change(&mut test, &ana, &chat.protocol, "remove-tag", "302").refusal(), "409 jobEnded");
    assert_eq!(remove_ended(&mut test, &bruno, &chat.protocol, "302").refusal(), "403");
    assert!(names(&remove_ended(&mut test, &ana, &chat.protocol, "302").ok()).is_empty());
    assert!(test.take_frames(ANA).is_empty(), "a qualified attendance does not come back");
    assert_eq!(remove_ended(&mut test, &ana, &Protocol::from("1"), "302").refusal(), "404");
}

#[test]
fn tag_005_each_attendance_keeps_its_tags_and_each_group_offers_its_own() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let renewal = test.customer("helena.duarte", RENEWALS);
    let support = test.customer("helena.duarte", SUPPORT);
    change(&mut test, &ana, &renewal.protocol, "add-tag", "303").ok();
    assert_eq!(change(&mut test, &ana, &support.protocol, "add-tag", "303").refusal(), "422 tagId:invalid");
    change(&mut test, &ana, &support.protocol, "add-tag", "302").ok();
    let mut held = |protocol: &Protocol| {
        names(&test.get(&ana, &format!("/tags/protocol/{protocol}")).ok())
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(held(&renewal.protocol), ["Renovação", "Aguarda assinatura"]);
    assert_eq!(held(&support.protocol), ["Reclamação"]);
}
