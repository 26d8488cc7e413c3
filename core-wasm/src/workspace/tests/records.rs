//! The stored records have the fields of the specification in its spelling: a full record is written back unchanged,
//! and a written record has no other fields except a few of our own.

use crate::jobs::{CollectionRecord, StoredJob};
use crate::wire::{AgentRecord, Contact, OrgUnit, QualificationRecord};
use rstest::rstest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn back<T: DeserializeOwned + Serialize>(record: &Value) -> Value {
    let read: T = serde_json::from_value(record.clone()).expect("the record is read");
    serde_json::to_value(read).expect("and written")
}

fn names(record: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = record.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

fn check<T: DeserializeOwned + Serialize>(documented: &Value, own: Value) {
    let full = super::samples::with(documented.clone(), own);
    let written = back::<T>(&full);
    assert_eq!(names(&written), names(&full));
    assert_eq!(written, full);
    // The record read from text and written again. A missing field has a default, so an empty record can be read.
    back::<T>(&json!({}));
}

fn times(seconds: f64) -> Value {
    json!({ "totalLoggedTime": seconds, "pausesTime": 60.0, "activeAttendances": 2, "currentStatusTime": 30.5 })
}

fn time_informations() -> Value {
    json!({ "totalLoginTimeDuration": 7200.0, "whatsapp": times(1.0), "chat": times(2.0), "voice": times(3.0) })
}

fn agent_preferences() -> Value {
    json!({ "webRtcAutoReconnect": true, "notifyWhatsAppMessage": true, "notifyChatMessage": true,
        "notifyVoiceConnectionLost": true, "callControlBehavior": "fixed", "afterAttendanceBehavior": "qualification" })
}

#[test]
fn ses_058_ses_059_ses_060_the_agent_record_has_the_documented_fields() {
    let documented = json!({
        "identifier": "101", "logged": true, "agentId": "101", "agentName": "Ana Souza", "org_unit_id": "1",
        "channels": ["chat", "whatsapp", "voice"], "avatar": "a.png", "loginIdentifier": "ana.souza", "useWebRTC": "Y",
        "campaignVoiceDefault": "3", "campaignWhatsappDefault": "4", "agentPreferences": agent_preferences(), "agentAckCall": "Y",
        "agentAckCallVolume": 80, "agentAbsent": { "agentAbsentEnabled": true }, "agentLoginStartsPaused": { "voice": true },
        "timeInformations": time_informations(),
    });
    check::<AgentRecord>(&documented, json!({ "email": "ana@site", "role": "supervisor" }));
}

#[rstest]
#[case::ses_059_preferences("agentPreferences", agent_preferences())]
#[case::ses_060_time_informations("timeInformations", time_informations())]
fn a_part_of_the_agent_record_has_the_documented_fields(#[case] part: &str, #[case] documented: Value) {
    let written = back::<AgentRecord>(&json!({ part: documented }));
    assert_eq!(written[part], documented);
}

#[test]
fn ses_062_the_org_unit_has_the_documented_fields() {
    check::<OrgUnit>(
        &json!({ "id": "1", "name": "Central Aurora", "broadcastWhatsappEnabled": true }),
        json!({ "agentCallOrgUnitBlocked": true }),
    );
}

#[test]
fn ctc_002_the_contact_has_the_documented_fields() {
    let documented = json!({
        "id": "5", "fullname": "Mariana Albuquerque", "data": { "plano": "ouro" },
        "identifiers": { "id": "C-5", "whatsapp_identifier": "5511", "chat_identifier": "mariana@site", "phone1": "5511" },
        "tags": [{ "tag_item_id": "31", "tag_item_name": "VIP", "tag_item_color": "#2E7D32" }],
        "contact_tags": "[1]", "employer_tags": "[2]", "employer": { "id": "8" }, "employer_name": "Studio Bela", "preferential": true,
        "churnRisk": 0.4, "lastContact": { "protocol": "P0", "channel": "chat", "at": "2026-11-20T13:45:00.000Z", "agentName": "Rui",
            "queueName": "Vendas", "qualification": "Venda", "lastMessage": "Oi" },
    });
    check::<Contact>(&documented, json!({ "email": "mariana@site" }));
}

#[test]
fn qua_002_the_qualification_has_the_documented_fields() {
    check::<QualificationRecord>(
        &json!({ "id": "1", "name": "Renovação > Aceita", "type": "positive", "finish_dialing": true }),
        json!({}),
    );
}

#[test]
fn job_003_the_record_of_the_list_of_jobs_has_the_documented_fields() {
    let documented = json!({
        "jobList": ["P1", "P2"], "activeJob": "P1", "manualActivations": ["P3"], "inboxJobs": ["P4"],
        "unattendedMessages": { "P9": [super::samples::customer_message("P9", 1, "Oi")] }, "messageToSend": { "P1": "Olá" },
        "backupProtocols": ["P1"], "disabledJobItems": { "P1": ["finish"] },
        "ackCallRequest": { "dialog": true, "inprogress": true, "info": { "phoneNumber": "5511" } },
        "assistedTransfer": { "accepted": true }, "lastMessages": { "P1": "m1|x1" },
    });
    let written = back::<CollectionRecord>(&documented);
    assert_eq!(names(&written), names(&documented));
    for name in names(&documented).into_iter().filter(|name| *name != "unattendedMessages") {
        assert_eq!(written[name], documented[name], "{name}");
    }
    assert_eq!(written["unattendedMessages"]["P9"][0]["message"], "Oi");
}

#[test]
fn job_004_job_005_the_conversation_job_has_the_documented_fields() {
    let tag = json!({ "tag_item_id": "31", "tag_item_name": "VIP", "tag_item_color": "#2E7D32" });
    let moment = "2026-11-20T13:45:00.000Z";
    let message =
        serde_json::to_value(crate::wire::Message { message: "Oi".to_owned(), ..Default::default() }).expect("JSON");
    let contact = serde_json::to_value(Contact { id: "5".into(), ..Contact::default() }).expect("JSON");
    let first = json!({
        "protocol": "P1", "channel": "whatsapp", "metaType": "instagram", "contact": contact, "contactIdentifier": "mariana@site",
        "from": "Mariana", "phone": "5511", "queue": { "id": "10", "name": "Renovações" }, "campaign": { "id": "3", "name": "Retorno" },
        "tags": [tag], "messages": [message], "lastMessage": message, "notifications": 1, "messagesNotRead": 2, "unread": true,
        "disabled": true, "error": "x", "keepAlive": true, "waitingAnswer": true, "startConversation": true, "templateSent": true,
        "allowConversationWithoutTemplate": true, "templatesMessages": [{ "id": 1 }], "routeWhatsapp": "zenvia", "api": "zenvia",
        "attendanceType": "MANUAL", "activeAttendance": true, "attendanceGroupId": "10", "attendanceGroupName": "Renovações",
        "attendanceGroupInfo": { "observationRequired": true }, "transferCount": 1, "fatherId": "P0", "whatsAppId": "w1", "uniqueId": "u1",
        "callType": "QUEUE", "schedule": { "id": 1 }, "startDateQualification": moment,
    });
    let further = json!({
        "scrollTop": 12.5, "scriptFields": [{ "id": "f1", "value": "" }], "fiedlsScriptAltered": [{ "id": "f1", "value": "sim" }],
        "attendanceTags": [tag], "historyFromContact": [{ "id": 1 }], "paramsHistory": { "page": 1 }, "typing": true,
        "clientStatus": "inactive", "whatsappNumberNotExists": true, "timestampLastMessage": moment, "inboxRemovedByAgent": true,
        "protocolInbox": "P0", "agentUnreadMessages": 3, "contactColumns": [{ "desc": "Plano" }], "closedWithoutQualify": true,
        "color": "#517693", "newAttendance": true, "messageStatus": "read", "hasProtocolAttendance": true, "event": "NewChatEvent",
        "history": [{ "id": 2 }], "time": moment,
    });
    let of_voice_and_our_own = json!({ "contactId": "5", "tab": { "index": 1, "name": "script" }, "agentId": "101", "orgUnitId": "1", "seq": 7, "version": 3 });
    check::<StoredJob>(&super::samples::with(first, further), of_voice_and_our_own);
}
