//! Tags of contacts, companies and attendances.

use super::bench::Bench;
use super::history::{entry, opened_history};
use super::samples::{chat_job, with};
use crate::flow::{Entity, EntityKind, ListState};
use crate::input::{Intent, PageInput};
use crate::tags::{self, TagCatalogueView, TagItemView, TagsIntent, TagsOfView, TagsSlice};
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

const CATALOGUE: &str = "GET new-tag/tags";

pub(super) fn item(id: &str, name: &str) -> Value {
    json!({ "tag_item_id": id, "tag_item_name": name, "tag_item_color": "#2E7D32" })
}

fn catalogue() -> Value {
    let tag = |id: &str, kind: &str, items: Value| json!({ "tag_id": id, "tag_name": format!("Tag {id}"), "tag_type": kind, "items": items });
    json!({ "data": [
        tag("1", "contact", json!([item("31", "VIP"), item("32", "Fibra")])),
        tag("2", "employer", json!([item("41", "Varejo"), item("42", "Saúde")])),
        tag("3", "attendance_group", json!([item("51", "Renovação"), item("52", "2ª via")])),
    ] })
}

pub(super) fn acts(bench: &mut Bench, intent: TagsIntent) {
    bench.intent(Intent::Tags(intent));
}

fn loads(bench: &mut Bench, kind: EntityKind, id: &str) {
    acts(bench, TagsIntent::LoadTagsOf { kind, id: id.to_owned() });
}

fn adds(bench: &mut Bench, kind: EntityKind, id: &str, items: &[&str]) {
    let item_ids = items.iter().map(|item| (*item).to_owned()).collect();
    acts(bench, TagsIntent::AddTagItems { kind, id: id.to_owned(), item_ids });
}

fn removes(bench: &mut Bench, kind: EntityKind, id: &str, item: &str) {
    acts(bench, TagsIntent::RemoveTagItem { kind, id: id.to_owned(), item_id: item.to_owned() });
}

impl Bench {
    fn tag_catalogue(&self) -> TagCatalogueView {
        match self.workspace.view(&tags::slices::CATALOGUE.key()) {
            View::Tags(TagsSlice::TagCatalogue(view)) => view,
            other => panic!("{other:?}"),
        }
    }

    fn tags_of(&self, kind: EntityKind, id: &str) -> TagsOfView {
        match self.workspace.view(&tags::slices::OF.of(Entity::new(kind, id))) {
            View::Tags(TagsSlice::TagsOf(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    /// Names of the chosen tags.
    fn selected(&self, kind: EntityKind, id: &str) -> Vec<String> {
        self.tags_of(kind, id).items.into_iter().map(|item| item.name).collect()
    }
}

/// A chat whose contact 5 belongs to company 8, with the loaded tags of contact, company and attendance.
pub(super) fn with_tags() -> Bench {
    let mut bench = Bench::signed_in();
    let contact = json!({ "id": "5", "fullname": "Mariana Albuquerque", "employerId": "8", "tags": [item("31", "VIP")],
        "contact_tags": json!([item("31", "VIP")]).to_string(), "employer_tags": json!([item("41", "Varejo")]).to_string() });
    bench.answer(CATALOGUE, 200, catalogue()).answer("GET tags/protocol/P1", 200, json!([item("51", "Renovação")]));
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P1"), json!({ "contact": contact })) }));
    loads(&mut bench, EntityKind::Contact, "5");
    loads(&mut bench, EntityKind::Employer, "8");
    loads(&mut bench, EntityKind::Attendance, "P1");
    bench.forget();
    bench
}

#[test]
fn api_171_tag_002_tag_003_tag_004_the_tags_of_the_org_unit_are_loaded_once() {
    let mut bench = Bench::signed_in();
    bench.hold(CATALOGUE);
    acts(&mut bench, TagsIntent::LoadTagCatalogue);
    assert_eq!(bench.call(CATALOGUE).query_text(), "type=contact,employer,attendance_group");
    assert_eq!(bench.tag_catalogue().state, ListState::Loading);
    bench.reply(CATALOGUE, 200, catalogue());
    acts(&mut bench, TagsIntent::LoadTagCatalogue);
    assert_eq!(bench.calls_of(CATALOGUE).len(), 1);
    let tags = bench.tag_catalogue().tags;
    let kinds: Vec<(&str, &str, &str)> =
        tags.iter().map(|tag| (tag.id.as_str(), tag.name.as_str(), tag.kind.as_str())).collect();
    assert_eq!(kinds, [("1", "Tag 1", "contact"), ("2", "Tag 2", "employer"), ("3", "Tag 3", "attendance_group")]);
    let vip = TagItemView { id: "31".to_owned(), name: "VIP".to_owned(), color: "#2E7D32".to_owned() };
    assert_eq!(tags[0].items[0], vip);
}

#[test]
fn tag_005_tags_are_kept_per_protocol_and_per_group() {
    let mut bench = with_tags();
    let of_group = json!([{ "tag_id": "4", "tag_name": "Suporte", "tag_type": "attendance_group", "items": [item("61", "Modem")] }]);
    bench.answer(CATALOGUE, 200, of_group).answer("GET tags/protocol/P2", 200, json!([item("61", "Modem")]));
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P2"), json!({ "attendanceGroupId": "11" })) }));
    loads(&mut bench, EntityKind::Attendance, "P2");
    assert_eq!(bench.call(CATALOGUE).query_text(), "type=attendance_group&group=11");
    let choices = |protocol: &str| -> Vec<String> {
        let tags = bench.tags_of(EntityKind::Attendance, protocol).choices;
        tags.into_iter().flat_map(|tag| tag.items).map(|item| item.name).collect()
    };
    assert_eq!((choices("P1"), choices("P2")), (vec!["Renovação".into(), "2ª via".into()], vec!["Modem".to_owned()]));
    assert_eq!(bench.selected(EntityKind::Attendance, "P1"), ["Renovação"]);
    assert_eq!(bench.selected(EntityKind::Attendance, "P2"), ["Modem"]);
}

#[rstest]
#[case::tag_001_api_172_api_174_contact(EntityKind::Contact, "5", "contacts", ("31", "VIP"), ("32", "Fibra"))]
#[case::tag_001_api_173_api_175_company(EntityKind::Employer, "8", "employers", ("41", "Varejo"), ("42", "Saúde"))]
fn tags_of_a_contact_or_a_company_are_added_and_removed(
    #[case] kind: EntityKind,
    #[case] id: &str,
    #[case] route: &str,
    #[case] held: (&str, &str),
    #[case] new: (&str, &str),
) {
    let mut bench = with_tags();
    assert_eq!(bench.selected(kind, id), [held.1]);
    let adding = format!("POST new-tag/agent/{route}/{id}/tag-items");
    bench.hold(&adding);
    adds(&mut bench, kind, id, &[new.0]);
    let call = bench.call(&adding);
    assert_eq!((call.query_text().as_str(), call.json()), ("agentId=101", json!({ "tag_item_ids": [new.0] })));
    assert_eq!(bench.selected(kind, id), [held.1, new.1], "shown before the answer");
    assert!(bench.tags_of(kind, id).pending);
    bench.reply(&adding, 200, json!([item(held.0, held.1), item(new.0, new.1)]));
    assert_eq!((bench.selected(kind, id), bench.tags_of(kind, id).pending), (vec![held.1.into(), new.1.into()], false));
    let removal = format!("DELETE new-tag/agent/{route}/{id}/tag-items/{}", held.0);
    bench.answer(&removal, 200, json!({ "data": [item(new.0, new.1)] }));
    removes(&mut bench, kind, id, held.0);
    assert_eq!(bench.call(&removal).query_text(), "agentId=101");
    assert_eq!(bench.selected(kind, id), [new.1]);
}

#[test]
fn tag_001_api_176_api_177_api_178_tags_of_an_attendance_name_the_agent_the_channel_and_the_customer() {
    let mut bench = with_tags();
    let body = json!({ "agentId": "101", "channel": "chat", "contactIdentifier": "mariana@site" });
    let adding = "POST new-tag/agent/job/P1/add-tag/52";
    bench.answer(adding, 200, json!([item("51", "Renovação"), item("52", "2ª via")]));
    adds(&mut bench, EntityKind::Attendance, "P1", &["52"]);
    assert_eq!(bench.call(adding).json(), body);
    let removal = "POST new-tag/agent/job/P1/remove-tag/51";
    bench.answer(removal, 200, json!([item("52", "2ª via")]));
    removes(&mut bench, EntityKind::Attendance, "P1", "51");
    assert_eq!(bench.call(removal).json(), body);
    // The header, the row and the body of the qualification contain the tags of the attendance.
    assert_eq!(bench.job("P1").tags.into_iter().map(|tag| tag.name).collect::<Vec<_>>(), ["2ª via"]);
    assert_eq!(bench.row("P1").tags.into_iter().map(|tag| tag.name).collect::<Vec<_>>(), ["2ª via", "VIP", "Varejo"]);
    let tags = &bench.workspace.jobs.get(&"P1".into()).expect("an attendance").server().tags;
    assert_eq!(tags.iter().map(|tag| tag.tag_item_id.as_str()).collect::<Vec<_>>(), ["52"]);
}

#[test]
fn tag_007_tag_008_a_failed_change_of_tags_shows_no_text_and_the_last_saved_tags_are_shown() {
    let mut bench = with_tags();
    bench.answer("POST new-tag/agent/contacts/5/tag-items", 500, json!({}));
    bench.answer("DELETE new-tag/agent/contacts/5/tag-items/31", 500, json!({}));
    bench.answer("POST new-tag/agent/job/P1/add-tag/52", 404, json!({}));
    adds(&mut bench, EntityKind::Contact, "5", &["32"]);
    removes(&mut bench, EntityKind::Contact, "5", "31");
    adds(&mut bench, EntityKind::Attendance, "P1", &["52"]);
    assert_eq!(bench.selected(EntityKind::Contact, "5"), ["VIP"]);
    assert_eq!(bench.selected(EntityKind::Attendance, "P1"), ["Renovação"]);
    assert_eq!((bench.snackbars().len(), bench.tags_of(EntityKind::Contact, "5").pending), (0, false));
}

#[test]
fn several_changes_of_tags_are_sent_one_after_another_and_the_last_answer_applies() {
    let mut bench = with_tags();
    let adding = "POST new-tag/agent/contacts/5/tag-items";
    let removal = "DELETE new-tag/agent/contacts/5/tag-items/31";
    bench.hold(adding).hold(removal);
    adds(&mut bench, EntityKind::Contact, "5", &["32"]);
    removes(&mut bench, EntityKind::Contact, "5", "31");
    assert_eq!((bench.calls_of(adding).len(), bench.calls_of(removal).len()), (1, 0));
    assert_eq!(bench.selected(EntityKind::Contact, "5"), ["Fibra"]);
    bench.reply(adding, 200, json!([item("31", "VIP"), item("32", "Fibra")]));
    assert_eq!(bench.selected(EntityKind::Contact, "5"), ["Fibra"], "the removal is still under way");
    bench.reply(removal, 200, json!([item("32", "Fibra"), item("33", "Novo")]));
    assert_eq!(bench.selected(EntityKind::Contact, "5"), ["Fibra", "Novo"]);
}

#[test]
fn ctc_003_the_jobs_contact_holds_the_tags_of_contact_and_company_as_json_text() {
    let mut bench = with_tags();
    bench.answer("POST new-tag/agent/contacts/5/tag-items", 200, json!([item("31", "VIP"), item("32", "Fibra")]));
    bench.answer("DELETE new-tag/agent/employers/8/tag-items/41", 200, json!([]));
    adds(&mut bench, EntityKind::Contact, "5", &["32"]);
    removes(&mut bench, EntityKind::Employer, "8", "41");
    let contact = bench.workspace.jobs.get(&"P1".into()).and_then(|job| job.contact()).expect("a contact");
    let text = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(text(&contact.contact_tags), json!([item("31", "VIP"), item("32", "Fibra")]));
    assert_eq!(text(&contact.employer_tags), json!([]));
}

#[test]
fn tags_that_no_attendance_holds_are_loaded_from_the_contact_or_the_company() {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/7", 200, json!({ "data": [{ "id": "7", "tags": [item("32", "Fibra")] }] }));
    bench.answer("GET employers/9", 200, json!({ "employerId": "9", "tags": [item("42", "Saúde")] }));
    bench.answer("GET employers/10", 500, json!({}));
    loads(&mut bench, EntityKind::Contact, "7");
    loads(&mut bench, EntityKind::Employer, "9");
    loads(&mut bench, EntityKind::Employer, "10");
    assert_eq!(bench.selected(EntityKind::Contact, "7"), ["Fibra"]);
    assert_eq!(bench.selected(EntityKind::Employer, "9"), ["Saúde"]);
    assert_eq!(bench.tags_of(EntityKind::Employer, "10").state, ListState::Failed);
}

/// Another agent has changed the tags; no event reports it.
#[rstest]
#[case::of_a_contact(EntityKind::Contact, "GET contacts/7", "/contact/7")]
#[case::of_a_company(EntityKind::Employer, "GET employers/9", "/employer/9")]
fn opening_a_record_refetches_its_tags(#[case] kind: EntityKind, #[case] call: &str, #[case] path: &str) {
    let id = &path[path.len() - 1..];
    let mut bench = Bench::signed_in();
    let record = |tag: Value| match kind {
        EntityKind::Contact => json!({ "data": [{ "id": id, "tags": [tag] }] }),
        _ => json!({ "employerId": id, "tags": [tag] }),
    };
    bench.answer(call, 200, record(item("32", "Fibra")));
    loads(&mut bench, kind, id);
    assert_eq!(bench.selected(kind, id), ["Fibra"]);
    bench.answer(call, 200, record(item("33", "Varejo"))).page(PageInput::RouteRequested { path: path.to_owned() });
    assert_eq!(bench.selected(kind, id), ["Varejo"]);
}

#[test]
fn opening_the_page_of_a_contact_refetches_the_tags_of_its_attendances() {
    let mut bench = with_tags();
    bench.answer("GET contacts/5", 200, json!({ "data": [{ "id": "5", "tags": [item("33", "Varejo")] }] }));
    bench.page(PageInput::RouteRequested { path: "/contact/5".to_owned() });
    assert_eq!(bench.selected(EntityKind::Contact, "5"), ["Varejo"]);
    let contact = bench.workspace.jobs.get(&"P1".into()).and_then(|job| job.contact()).expect("a contact");
    assert_eq!(contact.tags.iter().map(|tag| tag.tag_item_id.as_str()).collect::<Vec<_>>(), ["33"]);
}

#[test]
fn api_179_api_181_tags_of_an_attendance_in_the_history_are_removed_by_its_protocol() {
    let tagged = entry("H1", json!({ "tags": [item("51", "Renovação"), item("52", "2ª via")] }));
    let mut bench = opened_history(json!({ "data": [tagged], "total": 1 }));
    bench.answer("GET tags/protocol/H1", 200, json!([item("51", "Renovação"), item("52", "2ª via")]));
    loads(&mut bench, EntityKind::Attendance, "H1");
    bench.answer("DELETE tags/protocol/H1/51", 200, json!({ "success": true }));
    removes(&mut bench, EntityKind::Attendance, "H1", "51");
    adds(&mut bench, EntityKind::Attendance, "H1", &["51"]);
    assert_eq!(bench.calls_of("DELETE tags/protocol/H1/51").len(), 1);
    assert!(bench.names().iter().all(|name| !name.starts_with("POST new-tag")), "nothing is added to the past");
    assert_eq!(bench.selected(EntityKind::Attendance, "H1"), ["2ª via"]);
    assert_eq!(bench.history().rows[0].tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(), ["2ª via"]);
}
