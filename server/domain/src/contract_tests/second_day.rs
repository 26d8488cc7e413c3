//! Requests that the contract's day does not have, for the test of their cost. Whether each succeeds is asserted by the list of those that do
//! not.

use crate::store::{Store, VoiceStore};
use crate::testing::{
    ANA, Agent, BRUNO, CARLA, ELISA, FABIO, RENEWALS, SALES, SUPPORT, TestCentre, job_body, qualify_body, voice_body,
};
use crate::web_chat::WebChatStarted;
use crate::{
    CallEnd, CallNews, EffectKind, EffectOutcome, PartyNews, QueueNames, SecondFactorConfig, WhatsAppInbound,
    WhatsAppInboundMessage,
};
use serde_json::{Value, json};
use wire::{Protocol, QueueId, SecondFactorPolicy, Secret};

const HELENA: &str = "5511955550101";
/// In the wallet of Elisa.
const KEPT: &str = "5541955550104";

/// Makes the requests, each part in a centre of its own.
pub(super) fn play() {
    accounts();
    second_factor();
    given_up_effect();
    pause_and_notifications();
    chat();
    voice_settings();
    calls();
    waiting_calls();
    supervision();
    whatsapp();
    whatsapp_configuration();
    contacts();
    same_persons();
    tags_and_history();
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A chat that the agent attends, with one message.
fn attended(test: &mut TestCentre, agent: &Agent) -> WebChatStarted {
    let chat = test.customer("helena.duarte", RENEWALS);
    test.agent_writes(agent, &chat.protocol, "Olá!").ok();
    chat
}

fn accounts() {
    let mut test = TestCentre::new();
    test.centre.config.api_document = true;
    test.request(None, "GET", "/openapi.json", "");
    let (carla, ana, bruno) = (test.sign_in(CARLA), test.at_work(ANA), test.sign_in(BRUNO));
    for path in ["/agents/101/whatsapp-notify-message", "/agents/101/chat-notify-message"] {
        test.put(&ana, path, json!({ "agentId": ANA, "notify": 1 }));
    }
    test.get(&ana, "/users/102/details");
    test.get(&ana, "/attendance-group/agent?agent=101");
    test.bare(&carla, "PUT", "/agents/101/set-absent-mode");
    test.bare(&carla, "PUT", "/agents/101/remove-absent-mode");
    let change = json!({ "agentId": BRUNO, "currentPassword": "agente123", "password": "nova-senha-1" });
    test.put(&bruno, "/agents/102/change-password", change);
    test.bare(&carla, "POST", "/agents/101/force-disconnect");
}

fn second_factor() {
    let mut test = TestCentre::new();
    test.centre.config.second_factor = SecondFactorConfig {
        key: Some(Secret::new("0123456789abcdef0123456789abcdef".to_owned())),
        former_key: None,
        everywhere: SecondFactorPolicy::Required,
        units: [].into(),
    };
    let token = text(&test.login("ana.souza", "agente123").body["details"]["token"]);
    let path = |step: &str| format!("/agents/{ANA}/second-factor{step}");
    let own = json!({ "agentId": ANA }).to_string();
    let given = test.request(Some(&token), "POST", &path(""), &own).ok().body;
    let totp = totp_rs::Totp::from_url(text(&given["uri"])).unwrap();
    let code = totp.generate(u64::try_from(test.now.0 / 1_000).unwrap()).to_string();
    let first = json!({ "agentId": ANA, "code": code }).to_string();
    let codes = test.request(Some(&token), "POST", &path("/confirm"), &first).ok().body;
    let session = test.request(Some(&token), "POST", &path("/activate"), &own).ok().authorization.unwrap();
    test.centre.config.second_factor.everywhere = SecondFactorPolicy::Optional;
    let proof = json!({ "agentId": ANA, "password": "agente123", "code": codes["recoveryCodes"][0] }).to_string();
    test.request(Some(&session), "POST", &path("/remove"), &proof);
}

fn given_up_effect() {
    let mut test = TestCentre::new();
    test.centre.config.queues = QueueNames { prefix: "/amq/queue/agent.", per_session: true };
    let (ana, carla) = (test.sign_in(ANA), test.sign_in(CARLA));
    test.bare(&ana, "POST", "/auth/logoff").ok();
    test.with(|centre, store, context| {
        let effect = centre.take_effects(store, context, EffectKind::EndBrokerQueue, 1).unwrap().remove(0);
        centre.end_effect(store, context, &effect, EffectOutcome::Refused("no such queue".to_owned())).unwrap();
    });
    let dead = test.get(&carla, "/effects/dead").ok().body;
    test.bare(&carla, "POST", &format!("/effects/{}/retry", text(&dead["data"][0]["id"])));
}

fn pause_and_notifications() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.post(&ana, "/pauses/chat/enter/agent/101", json!({ "pauseId": "2", "pauseName": "Café" })).ok();
    test.finish(&ana, &chat.protocol).ok();
    test.bare(&ana, "POST", "/pauses/chat/leave/agent/101");
    let listed = test.get(&ana, "/agents/notifications/agent?agentId=101").ok().body;
    let id = text(&listed["data"][0]["agent_notify_id"]);
    for call in ["not/read?agentNotifyId", "dismiss?agentNotifyId"] {
        test.bare(&ana, "PUT", &format!("/agents/notifications/{call}={id}"));
    }
    test.bare(&ana, "PUT", "/agents/notifications/read/all?agentId=101");
}

fn chat() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    for path in [
        "/queues/chat/org-unit/1",
        "/queues/20/chat/agents-available?agentId=101",
        "/queues/chat/20/preset-messages",
        "/qualifications?qualify_alias=unqualified",
    ] {
        test.get(&ana, path);
    }
    let chat = attended(&mut test, &ana);
    let notes = format!("/job/{}/notes", chat.protocol);
    test.post(&ana, &notes, json!({ "id": "N7Q2M4K9XA", "text": "Veja", "mentions": [] })).ok();
    test.put(&ana, &format!("{notes}/N7Q2M4K9XA"), json!({ "text": "Confira", "mentions": [] }));
    test.bare(&ana, "DELETE", &format!("{notes}/N7Q2M4K9XA"));
    test.post(&ana, "/job/chat/close", job_body(&ana, &chat.protocol));
    let filters = json!({ "hiddenChannels": [], "queues": [], "contactTags": [], "employerTags": [],
        "attendanceTags": [], "onlyWaiting": true, "order": "longestWaiting", "search": "" });
    let view = json!({ "name": "Meu dia", "filters": filters });
    test.put(&ana, "/agents/101/list-views/V7Q2M4K9XA", view).ok();
    test.get(&ana, "/agents/101/list-views");
    test.bare(&ana, "DELETE", "/agents/101/list-views/V7Q2M4K9XA");
}

fn voice_settings() {
    let mut test = TestCentre::new();
    let (elisa, carla) = (test.at_telephone(ELISA), test.sign_in(CARLA));
    for path in ["/campaigns/voice/6100/script", "/queues/voice", "/queues/voice/5000", "/script/12"] {
        test.get(&elisa, path);
    }
    let of_elisa = |name: &str, value: Value| json!({ "agentId": ELISA, name: value });
    test.put(&elisa, "/agents/301/ackcall-volume", of_elisa("volume", json!(60)));
    test.put(&elisa, "/agents/301/webrtc-auto-reconnect", of_elisa("webRtcAutoReconnect", json!(true)));
    let campaign = json!({ "agentId": ELISA, "campaignId": "6100", "channel": "voice" });
    test.put(&elisa, "/agents/301/set-campaign-default", campaign);
    test.bare(&carla, "POST", "/campaign-dialer/6100/pause");
    test.put(&carla, "/org-unit/1/agent-calls", json!({ "blocked": true }));
    test.put(&carla, "/org-unit/1/call-supervision", json!({ "agentIsTold": true, "hearsConsultations": false }));
}

/// The attendance of the call that Elisa talks in.
fn talking(test: &mut TestCentre, elisa: &Agent, call: &str, from: &str) -> String {
    test.call_arrives(call, from, SALES);
    test.news(CallNews::Answered { call: call.to_owned(), exten: "2001".to_owned() });
    text(&test.get(elisa, "/agents/301/jobs/active").ok().body["data"]["voice"][0]["protocol"])
}

fn about(agent: &Agent, protocol: &str, call: &str, more: Value) -> Value {
    let mut body = voice_body(agent, protocol);
    body["uniqueId"] = json!(call);
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn calls() {
    let mut test = TestCentre::new();
    let change = r#"{"wrapUpSeconds": 60, "wrapUpExtensions": 2}"#;
    test.with(|centre, store, context| centre.change_queue_settings(store, context, SALES, change)).unwrap();
    let elisa = test.at_telephone(ELISA);
    let protocol = talking(&mut test, &elisa, "c1", HELENA);
    let answer = json!({ "channel": "voice", "fields": [{ "id": "1", "value": "Completo" }] });
    test.post(&elisa, &format!("/job/answer/{protocol}"), answer);
    test.post(&elisa, "/voice/hang-up", about(&elisa, &protocol, "c1", json!({})));
    test.news(CallNews::Ended { call: "c1".to_owned(), end: CallEnd::ByCallee });
    let wrap_up = |step: &str| format!("/channels/voice/wrap-up/{step}/agent/301");
    test.post(&elisa, &wrap_up("extend"), json!({ "protocol": protocol, "extension": 1 }));
    test.post(&elisa, &wrap_up("end"), json!({ "protocol": protocol }));
    let mut qualification = qualify_body(&elisa, &Protocol::from(protocol.as_str()));
    let of_call = json!({ "channel": "voice", "phone": HELENA, "fields_form": [], "qualify_id": "51", "queue": SALES,
        "qualify_path": "Venda > Fechada" });
    qualification.as_object_mut().unwrap().extend(of_call.as_object().unwrap().clone());
    test.post(&elisa, "/job/voice/qualify", qualification);
    let protocol = talking(&mut test, &elisa, "c2", "5521955550102");
    test.at_telephone(FABIO);
    let to_fabio = json!({ "destination": { "kind": "agent", "id": FABIO }, "observation": "Quer mudar de plano." });
    test.post(&elisa, "/job/voice/transfer", about(&elisa, &protocol, "c2", to_fabio));
}

fn waiting_calls() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", HELENA, SALES);
    let call = test.store.call_by_unique_id("c1").unwrap().unwrap();
    test.post(&elisa, "/job/voice/reject", about(&elisa, call.protocol.as_str(), "c1", json!({})));
    test.news(CallNews::Ended { call: "c1".to_owned(), end: CallEnd::ByCaller });
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c2", KEPT, SALES);
    test.post(&elisa, "/voice/confirm-preferencial-call", json!({ "agentId": ELISA, "channel": "voice" }));
}

fn supervision() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    talking(&mut test, &elisa, "c1", HELENA);
    let carla = test.sign_in(CARLA);
    let listens = |test: &mut TestCentre, party: u64| {
        let reply = test.post(&carla, "/call-supervision", json!({ "agentId": ELISA })).ok().body;
        test.news(CallNews::Registered { exten: text(&reply["webRtc"]["exten"]) });
        test.news(CallNews::Party { call: "c1".to_owned(), party, news: PartyNews::Answered });
        format!("/call-supervision/{}", text(&reply["supervision"]["id"]))
    };
    let path = listens(&mut test, 3);
    test.bare(&carla, "DELETE", &path);
    test.news(CallNews::Party { call: "c1".to_owned(), party: 3, news: PartyNews::Left });
    let path = listens(&mut test, 4);
    test.post(&carla, &format!("{path}/take-over"), json!({ "observation": "Pediu a supervisão." }));
}

fn whatsapp() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.connect(&ana, "whatsapp").ok();
    let message = WhatsAppInboundMessage {
        provider_id: "h1".to_owned(),
        customer: HELENA.to_owned(),
        name: "Helena Duarte".to_owned(),
        text: "Obrigada!".to_owned(),
        ..WhatsAppInboundMessage::default()
    };
    test.with(|centre, store, context| {
        let message = WhatsAppInbound::Message(Box::new(message));
        centre.whatsapp_inbound(store, context, "gupshup", "551140004000", &[message]).unwrap()
    });
    let listed = test.get(&ana, "/agents/101/jobs/active").ok().body;
    let protocol = text(&listed["data"]["whatsapp"][0]["protocol"]);
    test.get(&ana, &format!("/whatsapp/messages/{protocol}"));
    let own = json!({ "agent_id": ANA, "protocol": protocol });
    for call in ["read-all", "unread", "read", "pin", "unpin"] {
        test.post(&ana, &format!("/whatsapp/{call}"), own.clone());
    }
    test.post(&ana, "/gupshup/set-optin", json!({ "user": HELENA }));
    let end = json!({ "protocol": protocol, "agentId": ANA, "org_unit_id": "1" });
    test.post(&ana, "/job/whatsapp/close", end);
}

fn whatsapp_configuration() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let group = test.store.queue(&QueueId::from("40")).unwrap().unwrap().group_id;
    let route = crate::store::RouteStore::whatsapp_route(&test.store, "1").unwrap().unwrap();
    for path in [
        "/queues/whatsapp".to_owned(),
        "/queues/whatsapp/40".to_owned(),
        "/queues/whatsapp/40/script".to_owned(),
        "/campaigns/whatsapp".to_owned(),
        "/campaigns/whatsapp/31".to_owned(),
        "/campaigns/whatsapp/routes/31".to_owned(),
        "/campaigns/whatsapp/31/script".to_owned(),
        "/campaigns/whatsapp/31/preset-messages".to_owned(),
        "/whatsapp/templates/org-unit/1".to_owned(),
        "/infobip/templates".to_owned(),
        "/zenvia/templates".to_owned(),
        format!("/gupshup/templates/{}/{}", route.name.replace(' ', "%20"), route.phone),
        format!("/gupshup/templates/group/{group}"),
        "/preset-messages/1".to_owned(),
        "/agents/101/campaigns/whatsapp".to_owned(),
    ] {
        test.get(&ana, &path);
    }
}

fn contacts() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let filters = test.get(&ana, "/template/contact-filters/101").ok().body;
    test.get(&ana, &format!("/template/contact-filters/contacts/{}", text(&filters["data"][0]["id"])));
    test.post(&ana, "/employers/search", json!({ "employer_name": "Aurora" }));
    let import = json!({ "agent": ANA, "columns": ["fullname", "phone1"], "lines": 1 });
    let import = text(&test.post(&ana, "/contacts/imports", import).ok().body["id"]);
    test.bare(&ana, "DELETE", &format!("/contacts/imports/{import}?agent=101"));
    let chat = test.customer("Iara", RENEWALS);
    let data = json!({ "protocol": chat.protocol, "contact_identifier": "iara@example.com", "agent": ANA });
    test.put(&ana, "/contacts/2/vinculate-with-contact/chat", json!({ "data": data }));
    let fields = json!({ "contact_identifier": "R-9", "fullname": "Rosa Nunes" });
    test.post(&ana, "/contacts", json!({ "contact": fields, "agent": ANA })).ok();
    test.bare(&ana, "DELETE", "/contacts/R-9/AGENT-101");
}

fn same_persons() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let create = |test: &mut TestCentre, fields: Value| {
        text(&test.post(&ana, "/contacts", json!({ "contact": fields, "agent": ANA })).ok().body["id"])
    };
    let (one, other) = ("5548988880002", "5548988880003");
    let rosa = json!({ "contact_identifier": "R-1", "fullname": "Rosa Nunes", "whatsapp_identifier": one,
        "contact_phone1": other });
    let rosa = create(&mut test, rosa);
    create(&mut test, json!({ "contact_identifier": "R-2", "fullname": "Rosa N.", "contact_phone1": one }));
    create(&mut test, json!({ "contact_identifier": "R-3", "fullname": "R. Nunes", "whatsapp_identifier": other }));
    let proposed = test.get(&ana, &format!("/contacts/same-person?contact_id={rosa}")).ok().body;
    let path =
        |number: usize, step: &str| format!("/contacts/same-person/{}/{step}", text(&proposed["data"][number]["id"]));
    test.post(&ana, &path(0, "join"), json!({ "agent": ANA, "keep": rosa })).ok();
    test.post(&ana, &path(0, "undo"), json!({ "agent": ANA }));
    test.post(&ana, &path(1, "refuse"), json!({ "agent": ANA }));
}

fn tags_and_history() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = attended(&mut test, &ana);
    let companies = test.get(&ana, "/employers?agent_id=101&paginated=true").ok().body;
    let employer = text(&companies["data"][0]["employerId"]);
    let items = |kind: &str, id: &str, item: &str| format!("/new-tag/agent/{kind}/{id}/tag-items{item}?agentId=101");
    for (kind, id, item) in [("contacts", "1", "101"), ("employers", employer.as_str(), "201")] {
        test.post(&ana, &items(kind, id, ""), json!({ "tag_item_ids": [item] }));
        test.bare(&ana, "DELETE", &items(kind, id, &format!("/{item}")));
    }
    let identifier = "helena.duarte@example.com";
    let of_job = json!({ "agentId": ANA, "channel": "chat", "contactIdentifier": identifier });
    for call in ["add-tag/301", "remove-tag/301", "add-tag/302"] {
        test.post(&ana, &format!("/new-tag/agent/job/{}/{call}", chat.protocol), of_job.clone());
    }
    test.finish(&ana, &chat.protocol).ok();
    test.bare(&ana, "DELETE", &format!("/tags/protocol/{}/302", chat.protocol));
    for path in [
        "/agents/history".to_owned(),
        format!("/employers/history?employer_id={employer}"),
        format!(
            "/contacts/latest-contact-interaction?agentId=101&contactIdentifier={identifier}&orgUnitId=1&channel=chat"
        ),
        "/contacts/1/messages".to_owned(),
        format!("/contacts/1/messages/db?protocol={}", chat.protocol),
    ] {
        test.get(&ana, &path);
    }
    let about = json!({ "employer_id": employer });
    test.post(&ana, "/organia/churn-buster/employer-max-probability", about);
    test.post(&ana, "/qualifications/on-demand", json!({ "ids": ["10", "6100"] }));
}
