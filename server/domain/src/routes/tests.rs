//! Tests of routes that read org-unit data when an agent of another org unit uses them, and of refusals that every
//! route has in common.

use super::{API_ROUTES, Access};
use crate::store::Store;
use crate::testing::{ANA, BRUNO, TestCentre};
use wire::AgentId;
use wire::limits::FIELD_MAX_CHARS;

/// The path of a route with identifiers of the first org unit.
fn path(pattern: &str) -> String {
    let id = match pattern {
        "/org-unit/{id}" | "/queues/chat/org-unit/{id}" => "1",
        "/queues/chat/{id}" | "/queues/chat/{id}/preset-messages" | "/qualifications/{id}" => "10",
        path if path.starts_with("/contacts/{id}") => "1",
        "/template/contact-filters/contacts/{id}" => "1",
        "/employers/{id}" => "demo-1",
        "/queues/voice/org-unit/{id}" => "1",
        "/queues/voice/{id}" | "/queues/voice/{id}/script" => "5000",
        "/campaigns/voice/{id}" | "/campaigns/voice/{id}/script" => "6100",
        "/script/{id}" | "/script/{id}/fields" => "12",
        "/queues/whatsapp/agent/org-unit/{id}" | "/whatsapp/templates/org-unit/{id}" | "/preset-messages/{id}" => "1",
        path if path.starts_with("/queues/whatsapp/") || path == "/gupshup/templates/group/{id}" => "40",
        path if path.starts_with("/campaigns/whatsapp/") => "31",
        "/supervisor/{id}" => "201",
        _ => "101",
    };
    let query = match pattern {
        "/qualifications" => "?qualify_alias=unqualified",
        "/contacts/history" => "?contact_id=1",
        "/contacts/latest-contact-interaction" => {
            "?agentId=102&orgUnitId=2&channel=chat&contactIdentifier=helena.duarte@example.com"
        }
        "/contacts/{id}/messages/db" => "?protocol=20261120000001",
        "/employers" | "/employers/search" => "?agent_id=102",
        "/messages/search" => "?text=bom+dia",
        "/employers/history" => "?employer_id=demo-1",
        _ => "",
    };
    format!("{}{query}", pattern.replace("{id}", id))
}

#[test]
fn bey_103_data_of_another_org_unit_cannot_be_read() {
    let mut test = TestCentre::new();
    let mut row = test.store.agent(&AgentId::from(BRUNO)).unwrap().unwrap();
    row.record.org_unit_id = "2".into();
    test.store.put_agent(&row).unwrap();
    let token = test.login("bruno.lima", "agente123").ok().authorization.unwrap();
    let mut walked = 0;
    for route in API_ROUTES.iter().filter(|route| route.access() == Access::Unit) {
        let body = route.request.map(|body| body.example).unwrap_or_default();
        let answer = test.request(Some(&token), route.method, &path(route.path), body);
        // The default qualification and the main columns belong to all org units.
        let is_everybodys = ["/qualifications", "/contacts/columns"].contains(&route.path);
        let empty = answer.body["data"].as_array().is_some_and(Vec::is_empty) || is_everybodys;
        assert!(empty || [204, 403, 404].contains(&answer.status), "{}: {} {}", route.path, answer.status, answer.body);
        walked += 1;
    }
    assert!(walked >= 20, "{walked}");
}

#[test]
fn a_path_or_query_parameter_that_is_longer_than_an_identifier_is_refused() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let (longest, longer) = ("9".repeat(FIELD_MAX_CHARS), "9".repeat(FIELD_MAX_CHARS + 1));
    assert_eq!(test.get(&ana, &format!("/contacts/{longest}")).status, 404);
    for text in [&longer, &longer.repeat(2)] {
        assert_eq!(test.get(&ana, &format!("/contacts/{text}?by_field=id")).refusal(), "422 id:tooLong");
        assert_eq!(test.get(&ana, &format!("/contacts/1?by_field={text}")).refusal(), "422 by_field:tooLong");
    }
}

#[test]
fn every_listed_route_that_reads_many_rows_exists() {
    for path in super::LARGE_READS {
        let example = path.replace("{id}", "1");
        assert_eq!(super::route_path(&example), Some(path));
        assert!(super::reads_much("GET", &example));
    }
    assert!(!super::reads_much("POST", "/contacts") && !super::reads_much("GET", "/agents/1/status"));
}
