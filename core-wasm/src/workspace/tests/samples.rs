//! Answers of a correct contact centre, and messages of its customers. Names are invented.

use crate::flow::HttpFailure;
use crate::wire::{Wall, rfc3339};
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub enum Script {
    Reply { status: u16, token: Option<String>, body: Value },
    Fail(HttpFailure),
    Silence,
}

/// `base` overwritten with the fields of `changes`.
pub fn with(mut base: Value, changes: Value) -> Value {
    if let (Some(base), Value::Object(changes)) = (base.as_object_mut(), changes) {
        base.extend(changes);
    }
    base
}

pub fn default_answer(name: &str, body: Option<&Value>, now: Wall) -> Script {
    let asked = |field: &str| body.map(|body| body[field].clone()).unwrap_or_default();
    let parts: Vec<&str> = name.split([' ', '/']).collect();
    let body = match parts[..] {
        ["POST", "auth", "login"] => {
            return Script::Reply { status: 200, token: Some("Bearer token-1".to_owned()), body: login_reply() };
        }
        ["POST", "auth", "validate"] => validate_reply(),
        ["GET", "agents", "101"] => agent_record(),
        ["GET", "agents", "101", "status"] => agent_status("available"),
        ["GET", "agents", "101", "member", "attendance-groups"] | ["GET", "attendance-group", "agent"] => {
            json!({ "data": [{ "id": "10", "name": "Renovações", "observation_required": false, "channel": "chat" }] })
        }
        ["GET", "agents", "101", "jobs", "active"] => active_jobs(&[]),
        ["GET", "agents", _, "jobs", "inbox"] => json!({ "asOfSeq": 0, "epoch": "e1", "data": [] }),
        ["GET", "agents", "101", "campaigns", "whatsapp"]
        | ["GET", "campaigns", "whatsapp"]
        | ["GET", "campaigns", "whatsapp", "routes", _]
        | ["GET", "campaigns", "whatsapp", _, "agents-available"]
        | ["GET", "gupshup" | "infobip" | "zenvia", "templates", ..]
        | ["GET", "campaigns", "whatsapp", "templates-messages", _]
        | ["GET", "whatsapp", "templates", "org-unit", _]
        | ["GET", "queues", _, _, "preset-messages"]
        | ["GET", "queues", "whatsapp", _, "agents-available"]
        | ["GET", "queues", "whatsapp", "agent", "org-unit", _]
        | ["GET", "whatsapp", "messages", _]
        | ["GET", "contacts", _, "messages", "db"]
        | ["GET", "new-tag", "tags"]
        | ["GET", "effects", "dead"]
        | ["GET", "broadcast", "whatsapp", "agent", _]
        | ["GET", "broadcast", "whatsapp", _, "contacts"]
        | ["GET", "agents" | "contacts" | "employers", "history"]
        | ["POST", "organia", "churn-buster", "contact-probability-values"]
        | ["GET", "contacts", "media", "whatsapp"] => json!({ "data": [] }),
        ["POST", "broadcast", "whatsapp", "check"] => {
            json!({ "receives": 1, "firstAt": rfc3339(now), "lastAt": rfc3339(now) })
        }
        ["POST", "broadcast", "whatsapp"] => {
            json!({ "broadcast": super::broadcasts::list("9", asked("name").as_str().unwrap_or_default(), 1) })
        }
        ["PUT", "broadcast", "whatsapp", "cancel"] => {
            json!({ "broadcast": { "whatsapp_broadcast_list_id": asked("whatsAppBroadcastId"), "version": 50,
                "name": "Renovação", "cancelledAt": rfc3339(now) } })
        }
        ["GET", "queues", "whatsapp", "routes", _] => {
            json!({ "data": [{ "id": "1", "name": "Vendas", "phone": "551140004000", "route": "gupshup" }] })
        }
        ["POST", "organia", "churn-buster", "contact-max-data" | "employer-max-probability"] => json!({}),
        ["POST", "job", "whatsapp", "check-active-sessions"] => json!({ "active": false }),
        ["POST", "job", "whatsapp", "active-job"] => json!({ "success": true, "protocol": "W9" }),
        ["PUT", "agents", "101", "set-campaign-default"] | ["POST", "job", "whatsapp", "transfer"] => {
            json!({ "success": true })
        }
        ["GET" | "DELETE", "agents", _, "list-views", ..] => json!({ "data": [] }),
        ["PUT", "agents", _, "list-views", id] => {
            let view = json!({ "id": id, "name": asked("name"), "filters": asked("filters") });
            json!({ "data": [view] })
        }
        ["PUT", "job", protocol, "snooze"] => {
            json!({ "protocol": protocol, "snoozedUntil": asked("until"), "version": 50 })
        }
        ["DELETE", "job", protocol, "snooze"] => json!({ "protocol": protocol, "snoozedUntil": null, "version": 51 }),
        ["GET", "system"] => json!({ "version": "5.0.575", "broker": { "url": "wss://broker.example/ws" } }),
        ["GET", "system", "datetime"] => json!({ "datetime": rfc3339(now) }),
        ["GET", "org-unit", "1"] => json!({ "id": "1", "name": "Central Aurora", "broadcastWhatsappEnabled": false }),
        ["POST", "channels", channel, "connect", "agent", "101"] => {
            json!({ "channel": channel, "connected": true, "status": "available", "since": rfc3339(now) })
        }
        ["POST", "channels", channel, "disconnect", "agent", "101"] => {
            json!({ "channel": channel, "connected": false, "status": "disconnected", "since": rfc3339(now) })
        }
        ["GET", "agents", "notifications", "agent"] => json!({ "data": [], "unread": 0 }),
        ["PUT", "agents", "notifications", ..] => json!({ "success": true }),
        ["PUT", "agents", _, "chat-notify-message" | "whatsapp-notify-message"] => json!({ "success": true }),
        ["PUT", "agents", id, "set-absent-mode"] => {
            json!({ "success": true, "agentId": id, "agentAbsentEnabled": true })
        }
        ["PUT", "agents", id, "remove-absent-mode"] => {
            json!({ "success": true, "agentId": id, "agentAbsentEnabled": false })
        }
        ["POST", "agents", _, "force-disconnect"] => json!({ "success": true }),
        ["GET", "supervisor", _, "board"] => {
            json!({ "data": [board_row("101", "Ana Souza"), board_row("102", "Bruno Lima")] })
        }
        ["GET", "pauses"] => json!({ "data": pauses() }),
        ["GET", "pauses", "agent", _] => json!({ "data": pauses(), "activePauses": {}, "scheduledPauses": {} }),
        ["POST", "chat" | "whatsapp", "messages"] => send_reply(&asked("custom_id"), 50, now),
        ["GET", "job", _, "notes", ..] => json!({ "data": [] }),
        ["POST", "job", protocol, "notes"] => note(&asked("id"), protocol, &asked("text"), now, 1),
        ["PUT", "job", protocol, "notes", id] => note(&json!(id), protocol, &asked("text"), now, 2),
        ["DELETE", "job", protocol, "notes", id] => {
            with(note(&json!(id), protocol, &json!(""), now, 3), json!({ "removed": true }))
        }
        ["GET", "job", _, "messages"] => json!({ "customIds": [], "data": [] }),
        ["GET", "webrtc"] => json!({ "exten": "1001", "secret": "s", "sipProxy": "proxy", "agentChannel": "N" }),
        ["GET", "voice", "get-nodes", _] => json!({ "data": [{ "host": "voice.example" }] }),
        ["GET", "org-unit", _, "call-supervision"] => json!({ "agentIsTold": true, "hearsConsultations": false }),
        ["PUT", "org-unit", _, "call-supervision" | "agent-calls"] => json!({ "success": true }),
        ["GET", "call-supervision"] => json!({ "data": [] }),
        ["POST", "call-supervision"] => super::call_supervision::granted(),
        ["PUT", "call-supervision", _] => super::call_supervision::supervision(2, "active", "listen"),
        ["POST", "call-supervision", _, "take-over"] | ["DELETE", "call-supervision", _] => json!({}),
        ["GET", "queues" | "campaigns", "voice", id] => json!({ "id": id, "name": "Vendas" }),
        ["GET", "queues" | "campaigns", "voice", _, "script"] => json!({}),
        ["POST", "voice", "hang-up"] | ["POST", "job", "voice", "reject" | "qualify"] => json!({ "success": true }),
        ["POST", "voice", "redial"] => json!({ "success": true, "uniqueId": "u2" }),
        ["POST", "job", "voice", "check-active-job"] => json!({ "cause": "" }),
        ["POST", "job", "voice", "active-job"] => json!({ "success": true, "protocol": "V1" }),
        ["GET", "queues", "chat", id] => json!({ "id": id, "name": "Renovações", "channel": "chat" }),
        ["GET", "tags", "protocol", _] | ["GET", "contacts", _] | ["GET", "contacts"] => json!({ "data": [] }),
        ["GET", "contacts", _, "columns"]
        | ["GET", "template", "contact-filters", ..]
        | ["GET", "employers"]
        | ["POST", "employers", "search"] => json!({ "data": [] }),
        ["GET", "contacts", _, "last-contact"] => json!({}),
        ["POST", "employers", "create"] | ["PUT", "employers", _, "update"] => json!({ "message": "updated" }),
        ["POST", "contacts"] => contact("9", asked("contact")["fullname"].as_str().unwrap_or_default()),
        ["PUT", "contacts", id] => contact(id, asked("contact")["fullname"].as_str().unwrap_or_default()),
        ["PUT", "contacts", id, "vinculate-with-contact", _] => contact(id, "Rodrigo Farias"),
        ["GET", "qualifications", _] => json!({ "data": [
            { "id": "1", "name": "Renovação > Aceita", "type": "positive", "finish_dialing": true },
            { "id": "2", "name": "Engano", "type": "neutral", "finish_dialing": false },
        ] }),
        ["GET", "queues" | "campaigns", "whatsapp", _, "script"] => json!({}),
        ["GET", "qualifications"] => {
            json!({ "data": [{ "id": "99", "name": "unqualified", "type": "neutral", "finish_dialing": false }] })
        }
        ["POST", "system", "start-listener-queue"]
        | ["POST", "auth", "logoff"]
        | ["POST", "chat", "typing"]
        | ["POST", "job", "chat" | "whatsapp", "finish" | "close" | "qualify"]
        | ["POST", "whatsapp", "read-all" | "pin" | "unpin" | "read" | "unread" | "reopen"]
        | ["POST", "internal-call", "hangup"]
        | ["POST", "gupshup", "set-optin"] => json!({ "success": true }),
        _ => panic!("no answer for {name}"),
    };
    Script::Reply { status: 200, token: None, body }
}

/// A note that the agent of the bench wrote.
pub fn note(id: &Value, protocol: &str, text: &Value, at: Wall, version: u64) -> Value {
    json!({ "id": id, "protocol": protocol, "agentId": "101", "agentName": "Ana Souza", "text": text, "mentions": [],
        "at": rfc3339(at), "changeableUntil": rfc3339(at.plus_ms(900_000)), "edited": version > 1, "version": version })
}

pub fn pauses() -> Vec<Value> {
    let pause = |id: &str, name: &str, seconds: u32, login: bool| json!({ "id": id, "name": name, "channels": ["voice", "whatsapp", "chat"], "maxDurationSeconds": seconds, "loginPause": login });
    vec![pause("1", "Almoço", 3_600, false), pause("2", "Café", 900, false), pause("9", "Pausa de login", 0, true)]
}

/// An agent who is connected to the chat.
pub fn board_row(id: &str, name: &str) -> Value {
    let chat = json!({ "connected": true, "status": "available", "activeAttendances": 0 });
    json!({ "agentId": id, "agentName": name, "logged": true, "linked": true, "channels": { "chat": chat } })
}

pub fn login_reply() -> Value {
    json!({ "agentId": "101", "agentName": "Ana Souza", "loginIdentifier": "ana.souza", "org_unit_id": "1", "role": "agent" })
}

pub fn validate_reply() -> Value {
    let broker = json!({ "login": "agent-101-a1", "passcode": "short-lived", "destination": "/queue/agent.101" });
    json!({ "success": true, "broker": broker })
}

pub fn agent_record() -> Value {
    json!({ "agentId": "101", "agentName": "Ana Souza", "org_unit_id": "1", "channels": ["chat", "whatsapp", "voice"],
        "loginIdentifier": "ana.souza", "logged": true, "role": "agent" })
}

/// Chat in this status, the other channels disconnected.
pub fn agent_status(chat: &str) -> Value {
    let chat = channel_facts(chat);
    json!({ "agentId": "101", "asOfSeq": 0, "epoch": "e1", "channels": { "chat": chat } })
}

/// The server's facts of a channel in this status.
pub fn channel_facts(status: &str) -> Value {
    let facts = json!({ "connected": status != "disconnected", "status": status, "onHold": 0 });
    match status {
        "paused" => with(facts, json!({ "pause": "Almoço" })),
        "scheduled_pause" => with(facts, json!({ "scheduledPause": "Almoço" })),
        _ => facts,
    }
}

pub fn active_jobs(jobs: &[Value]) -> Value {
    json!({ "asOfSeq": 0, "epoch": "e1", "data": { "chat": jobs } })
}

pub fn contact(id: &str, fullname: &str) -> Value {
    json!({ "id": id, "fullname": fullname, "identifiers": { "chat_identifier": "visitor-1" } })
}

/// The chat of a registered contact.
pub fn chat_job(protocol: &str) -> Value {
    let contact =
        json!({ "id": "5", "fullname": "Mariana Albuquerque", "identifiers": { "chat_identifier": "mariana@site" } });
    with(visitor_job(protocol), json!({ "contact": contact, "contactId": "5", "contactIdentifier": "mariana@site" }))
}

/// The chat of an unknown customer.
pub fn visitor_job(protocol: &str) -> Value {
    json!({ "protocol": protocol, "channel": "chat", "from": "Mariana", "contactIdentifier": "visitor-1", "activeAttendance": true,
        "attendanceType": "QUEUE", "queue": { "id": "10", "name": "Renovações" }, "uniqueId": format!("u-{protocol}"),
        "attendanceGroupId": "10", "attendanceGroupName": "Renovações", "time": "2026-11-20T13:45:00.000Z", "version": 1 })
}

/// The WhatsApp attendance of a registered contact; the customer wrote at the start of the test.
pub fn whatsapp_job(protocol: &str) -> Value {
    let of_channel = json!({ "channel": "whatsapp", "metaType": "whatsapp", "contactIdentifier": "5511955550101",
        "phone": "5511955550101", "routeWhatsapp": "gupshup", "routePhone": "551140004000",
        "lastReceipt": rfc3339(super::bench::START), "queue": { "id": "20", "name": "Vendas" } });
    with(chat_job(protocol), of_channel)
}

pub fn customer_message(protocol: &str, seq: u64, text: &str) -> Value {
    json!({ "protocol": protocol, "seq": seq, "message_id": format!("m{seq}|x{seq}"), "senderType": "customer", "message": text,
        "from": "mariana@site", "type": "text", "status": "sent", "time": moment(seq) })
}

pub fn agent_message(protocol: &str, seq: u64, custom_id: &str, text: &str) -> Value {
    let own = json!({ "senderType": "agent", "custom_id": custom_id, "agent_id": "101", "agent_name": "Ana Souza", "from": "101" });
    with(customer_message(protocol, seq, text), own)
}

/// The time of the message with this number: ten seconds of conversation for each number.
pub fn moment(seq: u64) -> String {
    rfc3339(super::bench::START.plus_ms(10_000 * i64::try_from(seq).expect("a small number")))
}

pub fn send_reply(custom_id: &Value, seq: u64, now: Wall) -> Value {
    json!({ "message_id": format!("m{seq}|x{seq}"), "custom_id": custom_id, "seq": seq, "time": rfc3339(now) })
}
