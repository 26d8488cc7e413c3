//! Scenarios of contacts and companies for the examples in docs/contract/people.

use super::{Day, read};
use crate::body::Body;
use crate::testing::{ANA, Agent, BRUNO, CARLA, TestCentre};
use serde_json::json;
use wire::{EmployerSave, EmployerSearchRequest, ImportLines, ImportRequest, JoinRequest, SamePersonDecision};

pub(super) const FOLDER: &str = "people";

/// Whether the request belongs to companies; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "EmployerSearch" => read::<EmployerSearchRequest>(body),
        "ContactImportRequest" => read::<ImportRequest>(body),
        "ContactImportLines" => read::<ImportLines>(body),
        "JoinRequest" => read::<JoinRequest>(body),
        "SamePersonDecision" => read::<SamePersonDecision>(body),
        "EmployerCreate" | "EmployerUpdate" => read::<EmployerSave>(body),
        _ => return false,
    }
    true
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let company = json!({ "name": "Aurora Têxtil", "code": "AUR-001", "agentId": ANA });
    let created = test.post(&ana, "/employers/create", company.clone()).ok().body;
    let path = format!("/employers/{}", created["employer"]["employerId"].as_str().unwrap());
    day.errors.insert("people/error-duplicated-employer.json", test.post(&ana, "/employers/create", company).body);
    let change = json!({
        "name": "Aurora Têxtil", "socialName": "Aurora Têxtil Ltda.", "code": "AUR-001", "cnpj": "12.345.678/0001-90",
        "roles": [{ "name": "Compras" }], "agentId": ANA, "version": 1,
    });
    day.answers
        .insert("people/employer-saved.json", test.put(&ana, &format!("{path}/update"), change.clone()).ok().body);
    let changed = test.put(&ana, &format!("{path}/update"), change).body;
    day.errors.insert("people/error-changed-employer.json", changed);
    let known = json!({
        "data": { "plano": "Fibra 500", "vencimento": "2026-12-10" },
        "employer_id": created["employer"]["employerId"],
        "preferential": true,
    });
    test.put(&ana, "/contacts/1", json!({ "contact": known, "agent": ANA })).ok();
    let older = json!({ "contact": { "fullname": "Helena D.", "version": 1 }, "agent": ANA });
    day.errors.insert("people/error-changed-contact.json", test.put(&ana, "/contacts/1", older).body);
    let bruno = test.sign_in(BRUNO);
    let taken = json!({ "contact": { "preferential": true }, "agent": BRUNO });
    day.errors.insert("people/error-preferential-of-other-agent.json", test.put(&bruno, "/contacts/1", taken).body);
    for (file, path) in [
        ("contacts-found.json", "/contacts/1"),
        ("contacts-page.json", "/contacts?search=helena.duarte"),
        ("people/columns.json", "/contacts/1/columns"),
        ("people/column-categories.json", "/contacts/columns?group_by=category&by_field=id"),
        ("people/contact-filters.json", "/template/contact-filters/101"),
        ("people/employer.json", &path),
        ("people/employers-page.json", "/employers?agent_id=101&paginated=true"),
    ] {
        day.answers.insert(file, test.get(&ana, path).ok().body);
    }
    same_persons(day, &mut test, &ana);
    let import = json!({ "agent": ANA, "columns": ["fullname", "phone1"], "lines": 1 });
    let id = test.post(&ana, "/contacts/imports", import).ok().body["id"].as_str().unwrap().to_owned();
    let lines = json!({ "agent": ANA, "lines": [["Rosa Nunes", "ligar depois"]] });
    test.post(&ana, &format!("/contacts/imports/{id}/lines/0"), lines).ok();
    test.bare(&ana, "POST", &format!("/contacts/imports/{id}/commit?agent=101")).ok();
    test.tick();
    let report = test.get(&ana, &format!("/contacts/imports/{id}?agent=101&from=0"));
    day.answers.insert("people/import.json", report.ok().body);
    let carla = test.sign_in(CARLA);
    day.answers.insert("people/audit.json", test.get(&carla, "/audit").ok().body);
}

/// Three contacts with numbers in common: two are joined, the third is proposed.
fn same_persons(day: &mut Day, test: &mut TestCentre, ana: &Agent) {
    let create = |test: &mut TestCentre, fields: serde_json::Value| {
        let contact = test.post(ana, "/contacts", json!({ "contact": fields, "agent": ANA })).ok().body;
        contact["id"].as_str().unwrap().to_owned()
    };
    let (one, other) = ("5548988880002", "5548988880003");
    let rosa = json!({ "contact_identifier": "R-1", "fullname": "Rosa Nunes", "whatsapp_identifier": one, "contact_phone1": other });
    let rosa = create(test, rosa);
    create(
        test,
        json!({ "contact_identifier": "R-2", "fullname": "Rosa N.", "contact_phone1": one, "email": "rn@example.com" }),
    );
    create(test, json!({ "contact_identifier": "R-3", "fullname": "R. Nunes", "whatsapp_identifier": other }));
    let list = format!("/contacts/same-person?contact_id={rosa}");
    let proposed = test.get(ana, &list).ok().body;
    let id = proposed["data"][0]["id"].as_str().unwrap().to_owned();
    test.post(ana, &format!("/contacts/same-person/{id}/join"), json!({ "agent": ANA, "keep": rosa })).ok();
    day.answers.insert("people/same-persons.json", test.get(ana, &list).ok().body);
    let again = test.post(ana, &format!("/contacts/same-person/{id}/refuse"), json!({ "agent": ANA }));
    day.errors.insert("people/error-already-decided.json", again.body);
    let change = json!({ "contact": { "email": "rosa@example.com" }, "agent": ANA });
    test.put(ana, &format!("/contacts/{rosa}"), change).ok();
    let undo = test.post(ana, &format!("/contacts/same-person/{id}/undo"), json!({ "agent": ANA }));
    day.errors.insert("people/error-join-changed.json", undo.body);
}
