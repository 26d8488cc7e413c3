use crate::store::ListViewStore;
use crate::testing::{ANA, Agent, Answered, BRUNO, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::AgentId;

fn filters() -> Value {
    json!({ "hiddenChannels": ["voice"], "queues": [SUPPORT], "contactTags": [], "employerTags": [], "attendanceTags": [],
        "onlyWaiting": true, "order": "longestWaiting", "search": "helena" })
}

fn path(agent: &Agent, id: &str) -> String {
    format!("/agents/{}/list-views/{id}", agent.id)
}

fn save(test: &mut TestCentre, agent: &Agent, id: &str, name: &str) -> Answered {
    test.put(agent, &path(agent, id), json!({ "name": name, "filters": filters() }))
}

fn names(body: &Value) -> Vec<&str> {
    body["data"].as_array().unwrap().iter().map(|view| view["name"].as_str().unwrap()).collect()
}

#[test]
fn bey_161_an_agents_views_are_listed_by_name_and_a_repetition_changes_nothing() {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.sign_in(ANA), test.sign_in(BRUNO));
    save(&mut test, &ana, "V1", "  Vendas ").ok();
    save(&mut test, &ana, "V2", "Água").ok();
    let again = save(&mut test, &ana, "V1", "Vendas").ok().body;
    assert_eq!(names(&again), ["Água", "Vendas"]);
    assert_eq!(again["data"][1]["filters"], filters());
    assert_eq!((&again["data"][1]["goneQueues"], &again["data"][1]["goneTags"]), (&json!([]), &json!([])));
    let listed = test.get(&ana, &format!("/agents/{ANA}/list-views")).ok().body;
    assert_eq!(listed, again);
    assert_eq!(test.get(&bruno, &format!("/agents/{BRUNO}/list-views")).ok().body["data"], json!([]));
    assert_eq!(test.get(&bruno, &format!("/agents/{ANA}/list-views")).refusal(), "403");
    assert_eq!(test.put(&bruno, &path(&ana, "V1"), json!({ "name": "X", "filters": {} })).refusal(), "403");
}

#[test]
fn bey_161_a_view_is_renamed_and_removed() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    save(&mut test, &ana, "V1", "Vendas").ok();
    assert_eq!(names(&save(&mut test, &ana, "V1", "Suporte").ok().body), ["Suporte"]);
    assert_eq!(names(&save(&mut test, &ana, "V1", "SUPORTE").ok().body), ["SUPORTE"], "its own name is not taken");
    for _ in 0..2 {
        let left = test.bare(&ana, "DELETE", &path(&ana, "V1")).ok().body;
        assert_eq!(left["data"], json!([]));
    }
}

#[rstest]
#[case::empty_name("V2", " ", "422 name:required")]
#[case::invisible_name("V2", "\u{200b}\u{2060}", "422 name:required")]
#[case::name_of_one_letter("V2", "x", "200")]
#[case::the_longest_name("V2", &"é".repeat(40), "200")]
#[case::too_long_name("V2", &"é".repeat(41), "422 name:tooLong")]
#[case::name_of_another_view("V2", "férias", "409 nameTaken")]
#[case::name_of_another_view_in_capitals("V2", "FERIAS", "409 nameTaken")]
#[case::invalid_id_of_a_view("V-2", "Outra", "422 viewId:invalid")]
fn bey_161_the_name_of_a_view_is_visible_unique_and_limited_in_length(
    #[case] id: &str,
    #[case] name: &str,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    save(&mut test, &ana, "V1", "Férias").ok();
    assert_eq!(save(&mut test, &ana, id, name).refusal(), expected);
}

#[test]
fn bey_161_an_agent_has_at_most_twenty_views_and_filters_have_a_limit() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    for number in 0..20 {
        save(&mut test, &ana, &format!("V{number}"), &format!("Visão {number}")).ok();
    }
    assert_eq!(save(&mut test, &ana, "V20", "Mais uma").refusal(), "409 tooManyViews");
    save(&mut test, &ana, "V19", "Outro nome").ok();
    for (field, value) in [("queues", json!(vec!["10"; 201])), ("search", json!("x".repeat(201)))] {
        let mut filters = filters();
        filters[field] = value;
        let request = json!({ "name": "Outro nome", "filters": filters });
        assert_eq!(test.put(&ana, &path(&ana, "V19"), request).refusal(), format!("422 {field}:tooLong"));
    }
}

#[test]
fn bey_161_a_view_lists_its_queues_and_tags_that_do_not_exist_any_more() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    save(&mut test, &ana, "V1", "Vendas").ok();
    let mut row = test.store.list_view(&AgentId::from(ANA), "V1").unwrap().unwrap();
    row.filters.queues.push("999999".to_owned());
    row.filters.contact_tags = vec![4_000_000];
    test.store.put_list_view(&row).unwrap();
    let view = test.get(&ana, &format!("/agents/{ANA}/list-views")).ok().body["data"][0].clone();
    assert_eq!((&view["goneQueues"], &view["goneTags"]), (&json!(["999999"]), &json!([4_000_000])));
    assert_eq!(view["filters"]["queues"], json!([SUPPORT, "999999"]), "the view itself stays");
}
