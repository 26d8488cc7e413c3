//! Tests of lists about WhatsApp: queues, campaigns, routes, scripts, presets, templates, bots.

use super::at_work;
use crate::store::{
    BotRow, PresetRow, RouteStore, ScriptRow, ScriptStore, TemplateRow, WhatsAppCampaignRow, WhatsAppRouteRow,
};
use crate::testing::{ANA, Agent, BRUNO, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{MetaType, OrgUnitId, QueueId};

fn start() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    (test, ana)
}

/// A field of every item of the list.
fn listed(test: &mut TestCentre, agent: &Agent, path: &str, field: &str) -> Vec<String> {
    let body = test.get(agent, path).ok().body;
    body["data"].as_array().unwrap().iter().map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

fn put_route(test: &mut TestCentre, id: &str, provider: &str, phone: &str) {
    let row = WhatsAppRouteRow {
        id: id.to_owned(),
        name: provider.to_owned(),
        provider: provider.to_owned(),
        account: phone.to_owned(),
        phone: phone.to_owned(),
        meta_type: MetaType::Whatsapp,
        queue_id: QueueId::from("41"),
        org_unit_id: OrgUnitId::from("1"),
        connected: true,
        failing: Vec::new(),
        is_simulated: true,
    };
    test.store.put_whatsapp_route(&row).unwrap();
    test.store
        .put_template(&TemplateRow {
            id: format!("of_{provider}"),
            route_id: id.to_owned(),
            name: provider.to_owned(),
            language: "pt_BR".to_owned(),
            category: "UTILITY".to_owned(),
            header: String::new(),
            header_media: None,
            body: "Olá {{1}}".to_owned(),
            footer: String::new(),
            buttons: Vec::new(),
            variables: vec!["nome".to_owned()],
        })
        .unwrap();
}

/// A campaign of a group of other agents, with this route.
fn put_other_campaign(test: &mut TestCentre, route: &str) {
    let row = WhatsAppCampaignRow {
        id: QueueId::from("32"),
        name: "Pesquisa".to_owned(),
        group_id: "10".into(),
        queue_id: QueueId::from("41"),
        org_unit_id: OrgUnitId::from("1"),
        route_ids: vec![route.to_owned()],
        without_template: false,
    };
    test.store.put_whatsapp_campaign(&row).unwrap();
    test.leave_groups(ANA, wire::Channel::Chat);
}

#[test]
fn api_108_api_109_api_110_the_whatsapp_queues_are_those_of_the_org_unit() {
    let (mut test, ana) = start();
    let all = test.get(&ana, "/queues/whatsapp?without_paginate=true").ok().body;
    assert_eq!(json!([all["data"][0]["id"], all["data"][1]["id"], all["data"][2]]), json!(["40", "41", null]));
    assert_eq!(test.get(&ana, "/queues/whatsapp").ok().body, all);
    let mut of_unit = test.get(&ana, "/queues/whatsapp/agent/org-unit/1").ok().body;
    let rows = of_unit["data"].as_array_mut().unwrap();
    rows.sort_by_key(|row| row["id"].to_string());
    // No other agent is connected.
    let free: Vec<Value> =
        rows.iter_mut().map(|row| row.as_object_mut().unwrap().remove("agentsAvailable").unwrap()).collect();
    let waiting: Vec<Value> = of_unit["data"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .map(|row| row.as_object_mut().unwrap().remove("waiting").unwrap())
        .collect();
    let none = vec![json!(0), json!(0)];
    assert_eq!((&free, &waiting, &of_unit), (&none, &none, &all));
    assert_eq!(test.get(&ana, "/queues/whatsapp/agent/org-unit/2").status, 403);
    let one = test.get(&ana, "/queues/whatsapp/40").ok().body;
    assert_eq!((&one, &one["name"]), (&all["data"][0], &json!("Vendas WhatsApp")));
    assert_eq!(test.get(&ana, "/queues/whatsapp/10").status, 404, "a chat queue");
}

#[test]
fn api_111_api_117_the_routes_are_those_of_the_queue_or_campaign() {
    let (mut test, ana) = start();
    put_route(&mut test, "3", "zenvia", "551140004003");
    put_other_campaign(&mut test, "3");
    let sales = json!([{ "id": "1", "name": "Vendas", "phone": "551140004000", "route": "gupshup",
        "metaType": "whatsapp", "connected": true }]);
    for path in ["/queues/whatsapp/routes/40", "/campaigns/whatsapp/routes/31"] {
        assert_eq!(test.get(&ana, path).ok().body["data"], sales, "{path}");
    }
    assert_eq!(listed(&mut test, &ana, "/queues/whatsapp/routes/41", "id"), ["2", "3"]);
    assert_eq!(listed(&mut test, &ana, "/campaigns/whatsapp/routes/32", "id"), ["3"]);
    assert_eq!(test.get(&ana, "/queues/whatsapp/routes/10").status, 404, "a chat queue");
    assert_eq!(test.get(&ana, "/campaigns/whatsapp/routes/99").status, 404);
}

#[test]
fn api_024_api_115_api_116_an_agent_gets_the_campaigns_of_the_own_groups() {
    let (mut test, ana) = start();
    put_other_campaign(&mut test, "1");
    assert_eq!(listed(&mut test, &ana, "/campaigns/whatsapp", "id"), ["31", "32"]);
    let own = test.get(&ana, "/agents/101/campaigns/whatsapp").ok().body;
    assert_eq!(json!([own["data"][0]["name"], own["data"][1]]), json!(["Renovação por WhatsApp", null]));
    assert_eq!(test.get(&ana, "/campaigns/whatsapp/31").ok().body, own["data"][0]);
    assert_eq!(test.get(&ana, "/campaigns/whatsapp/32").ok().body["name"], "Pesquisa");
    assert_eq!(test.get(&ana, "/campaigns/whatsapp/99").status, 404);
    let bruno = test.sign_in(BRUNO);
    assert_eq!(test.get(&bruno, "/agents/101/campaigns/whatsapp").status, 403);
}

#[test]
fn api_112_api_119_the_script_is_that_of_the_queue_or_campaign() {
    let (mut test, ana) = start();
    let sources = ["/queues/whatsapp/40/script", "/campaigns/whatsapp/31/script"];
    for path in sources {
        assert_eq!(test.get(&ana, path).ok().body["name"], "Vendas WhatsApp", "{path}");
    }
    let script = test.store.script("13").unwrap().unwrap();
    test.store.put_script(&ScriptRow { used_by: vec![QueueId::from("31")], ..script }).unwrap();
    let expected = test.get(&ana, "/script/13").ok().body;
    assert_eq!(test.get(&ana, sources[1]).ok().body, expected);
    assert_eq!(test.get(&ana, sources[0]).ok().status, 204, "the queue has none any more");
    assert_eq!(test.get(&ana, "/queues/whatsapp/41/script").ok().status, 204, "another queue");
    assert_eq!(test.get(&ana, "/queues/whatsapp/99/script").status, 404, "no queue");
}

#[test]
fn api_114_api_121_api_128_presets_are_listed_for_their_queue_or_campaign() {
    let (mut test, ana) = start();
    let preset = PresetRow {
        id: "9".to_owned(),
        name: "Instagram".to_owned(),
        text: "Siga-nos!".to_owned(),
        kind: "text".to_owned(),
        org_unit_id: OrgUnitId::from("1"),
        used_by: vec![QueueId::from("41")],
    };
    test.store.put_preset(&preset).unwrap();
    let ids = |test: &mut TestCentre, path: &str| listed(test, &ana, path, "preset_message_id");
    assert_eq!(ids(&mut test, "/queues/whatsapp/40/preset-messages"), ["1", "2", "3", "4"]);
    assert_eq!(ids(&mut test, "/queues/whatsapp/41/preset-messages"), ["1", "2", "3", "4", "9"]);
    assert_eq!(ids(&mut test, "/campaigns/whatsapp/31/preset-messages"), ["1", "2", "3", "4"]);
    let one = json!([{ "preset_message_id": "9", "preset_message_name": "Instagram",
        "preset_message_description": "Siga-nos!", "preset_message_template_type": "text" }]);
    assert_eq!(test.get(&ana, "/preset-messages/9").ok().body["data"], one);
    for path in ["/preset-messages/99", "/queues/whatsapp/10/preset-messages", "/campaigns/whatsapp/9/preset-messages"]
    {
        assert_eq!(test.get(&ana, path).status, 404, "{path}");
    }
}

const OF_SALES: [&str; 4] = ["boas_vindas_1", "renovacao_1", "retorno_1", "segunda_via_1"];

#[rstest]
#[case::api_118_templates_of_a_campaign("/campaigns/whatsapp/templates-messages/31", &OF_SALES)]
#[case::api_118_another_campaign("/campaigns/whatsapp/templates-messages/32", &["of_zenvia"])]
#[case::api_122_templates_of_infobip("/infobip/templates", &["of_infobip"])]
#[case::api_123_templates_of_zenvia("/zenvia/templates", &["of_zenvia"])]
#[case::api_124_api_125_templates_of_gupshup("/gupshup/templates/Vendas/551140004000", &OF_SALES)]
#[case::api_125_another_name("/gupshup/templates/Suporte/551140004000", &[])]
#[case::api_125_another_phone("/gupshup/templates/Vendas/551140004003", &[])]
#[case::api_126_routes_of_its_queue("/gupshup/templates/group/40", &OF_SALES)]
#[case::api_126_routes_of_its_campaign("/gupshup/templates/group/10", &["of_zenvia"])]
#[case::api_127_templates_of_the_org_unit("/whatsapp/templates/org-unit/1", &["boas_vindas_1", "of_infobip", "of_zenvia", "renovacao_1", "retorno_1", "segunda_via_1"])]
#[case::api_127_of_one_route("/whatsapp/templates/org-unit/1?routePhone=551140004004", &["of_infobip"])]
#[case::api_118_of_one_route("/campaigns/whatsapp/templates-messages/31?routePhone=551140004003", &[])]
#[case::api_118_of_its_route("/campaigns/whatsapp/templates-messages/31?routePhone=%2B551140004000", &OF_SALES)]
#[case::api_122_of_one_route("/infobip/templates?routePhone=551140004003", &[])]
#[case::api_123_of_one_route("/zenvia/templates?routePhone=551140004003", &["of_zenvia"])]
#[case::api_126_of_one_route("/gupshup/templates/group/40?routePhone=551140004003", &[])]
fn templates_are_listed_by_queue_campaign_route_or_org_unit(#[case] path: &str, #[case] expected: &[&str]) {
    let (mut test, ana) = start();
    put_route(&mut test, "3", "zenvia", "551140004003");
    put_route(&mut test, "4", "infobip", "551140004004");
    put_other_campaign(&mut test, "3");
    let mut ids = listed(&mut test, &ana, path, "id");
    ids.sort_unstable();
    assert_eq!(ids, expected);
}

#[rstest]
#[case::api_118_unknown_campaign("/campaigns/whatsapp/templates-messages/99", 404)]
#[case::api_126_unknown_group("/gupshup/templates/group/99", 404)]
#[case::api_127_another_org_unit("/whatsapp/templates/org-unit/2", 403)]
fn templates_of_an_unknown_record_or_another_org_unit_are_refused(#[case] path: &str, #[case] status: u16) {
    let (mut test, ana) = start();
    assert_eq!(test.get(&ana, path).status, status);
}

#[test]
fn api_118_a_template_has_the_variables_that_the_agent_fills_in() {
    let (mut test, ana) = start();
    let body = test.get(&ana, "/campaigns/whatsapp/templates-messages/31").ok().body;
    let list: &Vec<Value> = body["data"].as_array().unwrap();
    let template = list.iter().find(|item| item["id"] == "renovacao_1").unwrap();
    let expected = json!({ "id": "renovacao_1", "name": "renovacao", "language": "pt_BR", "category": "UTILITY",
        "header": "Central Aurora", "body": "Olá {{1}}, o seu plano vence em {{2}}.",
        "footer": "Responda SAIR para não receber mais", "buttons": ["Renovar", "Falar com um atendente"],
        "variables": ["nome", "mês"] });
    assert_eq!(template, &expected);
}

#[test]
fn api_129_the_bots_of_the_org_unit_are_listed() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let other = BotRow { id: "2".to_owned(), name: "Cobrança".to_owned(), org_unit_id: OrgUnitId::from("2") };
    test.store.put_bot(&other).unwrap();
    assert_eq!(test.get(&ana, "/bots").ok().body, json!({ "data": [{ "id": "1", "name": "Triagem" }] }));
}
