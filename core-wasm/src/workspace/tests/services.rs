//! Feature flags and tracking, if the runtime configuration names a service for them.

use super::bench::Bench;
use super::samples::{agent_record, with};
use crate::flow::{Effect, Identification};
use crate::input::{Intent, PageInput};
use crate::session::SessionIntent;
use crate::session::{FlagValue, Services};
use crate::wire::Secret;
use rstest::rstest;
use serde_json::json;

fn services(host: &str, flags: bool, tracking: bool) -> PageInput {
    let key = |text: &str| flags.then(|| Secret::new(text.to_owned()));
    let (flags_key, develop_flags_key) = (key("normal"), key("develop"));
    PageInput::Configured { services: Services { host: host.to_owned(), flags_key, develop_flags_key, tracking } }
}

/// Keys of the requests to the feature-flag service.
fn asked(bench: &Bench) -> Vec<&str> {
    let key = |effect: &'_ Effect| match effect {
        Effect::LoadFlags { key, names } => Some((key.clone(), names.clone())),
        _ => None,
    };
    let asked: Vec<_> = bench.effects.iter().filter_map(key).collect();
    assert!(asked.iter().all(|(_, names)| names == &["templates_by_group"]));
    asked.iter().map(|(key, _)| if key.expose() == "develop" { "develop" } else { "normal" }).collect()
}

fn tracked(bench: &Bench) -> Vec<&Identification> {
    let mut identifications = Vec::new();
    for effect in &bench.effects {
        if let Effect::Track(who) = effect {
            identifications.push(who);
        }
    }
    identifications
}

fn flag(value: &str) -> PageInput {
    PageInput::FlagsLoaded { flags: vec![FlagValue { name: "templates_by_group".to_owned(), value: value.to_owned() }] }
}

#[rstest]
#[case::sec_012_an_operations_host("acme.example.com", "normal")]
#[case::sec_012_a_develop_host("acme.develop.example.com", "develop")]
#[case::sec_012_a_local_host("localhost", "develop")]
fn api_088_flags_are_requested_at_the_start_with_the_key_of_the_host(#[case] host: &str, #[case] key: &str) {
    let mut bench = Bench::new();
    bench.start("/login").page(services(host, true, false));
    assert_eq!(asked(&bench), [key]);
    assert_eq!(bench.session().flags, Vec::<String>::new());
    bench.page(flag("true"));
    assert_eq!(bench.session().flags, ["templates_by_group"]);
    bench.page(flag("false"));
    assert_eq!(bench.session().flags, ["templates_by_group"], "the first word counts");
}

#[test]
fn api_088_without_a_key_no_flags_are_requested_and_all_are_off() {
    let mut bench = Bench::new();
    bench.start("/login").page(services("acme.example.com", false, false)).page(flag("true"));
    assert_eq!((asked(&bench).len(), bench.session().flags.len()), (0, 0));
}

#[test]
fn sec_011_sec_013_if_the_flag_service_does_not_answer_within_2_s_all_flags_are_off() {
    let mut bench = Bench::new();
    bench.start("/login").page(services("acme.example.com", true, false)).advance(1_999).page(flag("true"));
    assert_eq!(bench.session().flags.len(), 1);
    let mut late = Bench::new();
    late.start("/login").page(services("acme.example.com", true, false)).advance(2_000).page(flag("true"));
    assert_eq!(late.session().flags.len(), 0);
}

#[test]
fn nav_032_nav_033_the_agent_is_identified_once_a_session() {
    let mut bench = Bench::new();
    let agent = with(agent_record(), json!({ "email": "ana@aurora.example" }));
    bench.answer("GET agents/101", 200, agent).start("/login").page(services("acme.example.com", false, true));
    assert_eq!(tracked(&bench).len(), 0, "no agent is signed in");
    bench.sign_in();
    let who = tracked(&bench)[0];
    let named = (who.name.as_str(), who.email.as_str(), who.login_identifier.as_str(), who.client.as_str());
    assert_eq!(named, ("Ana Souza", "ana@aurora.example", "ana.souza", "acme"));
    bench.attends("P1").page(PageInput::RouteRequested { path: "/attendance".to_owned() }).advance(60_000);
    assert_eq!(tracked(&bench).len(), 1);
    bench.reload().start("/attendance").page(services("acme.example.com", false, true));
    assert_eq!(tracked(&bench).len(), 0, "a reload is the same session");
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })).sign_in();
    assert_eq!(tracked(&bench).len(), 1);
}

#[test]
fn nav_032_the_agent_is_identified_when_the_configuration_arrives_late() {
    let mut bench = Bench::signed_in();
    assert_eq!(tracked(&bench).len(), 0);
    bench.page(services("acme.example.com", false, true));
    assert_eq!(tracked(&bench).len(), 1);
}

#[test]
fn nav_034_without_configuration_the_agent_is_not_identified() {
    let mut bench = Bench::signed_in();
    bench.page(services("acme.example.com", true, false)).attends("P1");
    assert_eq!(tracked(&bench).len(), 0);
}
