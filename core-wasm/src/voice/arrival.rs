//! What is loaded when a voice job arrives (spec session §4 "Voice job arrival"): its contact by the first of four keys, and
//! its campaign or queue with the script. The parts are independent: one that fails leaves the others as they are (VOI-023).

use crate::flow::{HttpRequest, path};
use crate::wire::{AgentId, CallType, Contact, ContactLookup, Job, QueueId};
use serde_json::Value;

/// Key of the contact of a call (VOI-011).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContactKey {
    /// Look-up by the id of the contact.
    Id(String),
    /// Look-up by the id of the schedule that the call belongs to.
    Schedule(String),
    /// Look-up by the customer's identifier in another system.
    External(String),
    /// Look-up by the number of the customer.
    Phone(String),
}

/// Where the script and the name of the campaign or queue of a call come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The call is of a campaign.
    Campaign(QueueId),
    /// The call is of a queue.
    Queue(QueueId),
}

impl ContactKey {
    /// The first key that the attendance has, in the order of VOI-012; `None` if it has no key.
    pub fn of(job: &Job) -> Option<Self> {
        let schedule = job.schedule.as_ref().and_then(|schedule| schedule.get("id")).map(id_text).unwrap_or_default();
        [
            (job.contact_id.0.clone(), Self::Id as fn(String) -> Self),
            (schedule, Self::Schedule),
            (job.contact_external_identifier.clone(), Self::External),
            (job.phone.clone(), Self::Phone),
        ]
        .into_iter()
        .find(|(text, _)| !text.trim().is_empty())
        .map(|(text, key)| key(text))
    }

    /// The look-up of the contact (VOI-083).
    pub fn request(&self, agent: &AgentId) -> HttpRequest {
        let (field, value) = match self {
            Self::Id(id) => ("id", id),
            Self::Schedule(id) => ("schedule", id),
            Self::External(identifier) => ("external_identifier", identifier),
            Self::Phone(phone) => ("phone1", phone),
        };
        HttpRequest::get(path!["contacts", value])
            .query("by_field", field)
            .query("agent", agent)
            .query("empty_org_unit", true)
    }
}

fn id_text(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// The contact in the answer to a look-up: the item with the answer's id, otherwise the first item (VOI-082).
pub fn found_contact(lookup: ContactLookup) -> Option<Contact> {
    let ContactLookup { id, data } = lookup;
    let named = data.iter().position(|contact| !id.is_empty() && contact.id == id);
    data.into_vec().into_iter().nth(named.unwrap_or_default())
}

impl Source {
    /// The campaign of an active attendance (VOI-014), the queue of a queue call (VOI-015); `None` for neither.
    pub fn of(job: &Job) -> Option<Self> {
        let id = |info: &Option<crate::wire::QueueInfo>| info.as_ref().map(|info| info.id.clone());
        let first = |ids: [Option<QueueId>; 3]| ids.into_iter().flatten().find(|id| !id.is_empty());
        let campaign = first([Some(job.campaign_id.clone()), id(&job.voice_campaign), id(&job.campaign)]);
        let queue = first([id(&job.voice_queue), id(&job.queue), None]);
        let is_queue_call = CallType::of_word(&job.call_type) == Some(CallType::Queue);
        match (job.active_attendance, campaign, queue) {
            (true, Some(campaign), _) => Some(Self::Campaign(campaign)),
            (_, _, Some(queue)) if is_queue_call => Some(Self::Queue(queue)),
            _ => None,
        }
    }

    /// The request for the campaign or queue itself.
    pub fn request(&self) -> HttpRequest {
        HttpRequest::get(match self {
            Self::Campaign(id) => path!["campaigns", "voice", id],
            Self::Queue(id) => path!["queues", "voice", id],
        })
    }

    /// The request for the script of the campaign or queue.
    pub fn script_request(&self) -> HttpRequest {
        HttpRequest::get(match self {
            Self::Campaign(id) => path!["campaigns", "voice", id, "script"],
            Self::Queue(id) => path!["queues", "voice", id, "script"],
        })
    }
}

/// Id of the queue in `queue_{id}`; `None` for another form (VOI-006).
pub fn queue_of_context(context: &str) -> Option<QueueId> {
    context.strip_prefix("queue_").filter(|id| !id.is_empty()).map(QueueId::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{QueueInfo, from_tolerant};
    use rstest::rstest;
    use serde_json::json;

    fn job(fields: Value) -> Job {
        from_tolerant(&fields.to_string()).expect("an attendance")
    }

    #[test]
    fn voi_011_voi_012_the_contact_is_requested_by_the_first_key_that_is_present() {
        let mut fields = json!({
            "contactId": "5", "schedule": { "id": 8 }, "contactExternalIdentifier": "CRM-7", "phone": "+5511",
        });
        let mut asked = Vec::new();
        for present in ["contactId", "schedule", "contactExternalIdentifier", "phone"] {
            let key = ContactKey::of(&job(fields.clone())).expect("a key");
            asked.push(key.request(&"101".into()).target());
            fields.as_object_mut().expect("fields").remove(present);
        }
        let query = "agent=101&empty_org_unit=true";
        assert_eq!(
            asked,
            [
                format!("contacts/5?by_field=id&{query}"),
                format!("contacts/8?by_field=schedule&{query}"),
                format!("contacts/CRM-7?by_field=external_identifier&{query}"),
                format!("contacts/%2B5511?by_field=phone1&{query}"),
            ]
        );
        assert_eq!(ContactKey::of(&job(fields)), None);
    }

    #[rstest]
    #[case::with_the_id_of_an_item("2", Some("2"))]
    #[case::without_an_id("", Some("1"))]
    #[case::with_an_unknown_id("9", Some("1"))]
    fn voi_082_the_contact_is_the_item_with_the_id_of_the_answer_or_else_the_first(
        #[case] id: &str,
        #[case] expected: Option<&str>,
    ) {
        let lookup = json!({ "id": id, "data": [{ "id": "1" }, { "id": "2" }] });
        let found = found_contact(from_tolerant(&lookup.to_string()).expect("a look-up"));
        assert_eq!(found.map(|contact| contact.id.0).as_deref(), expected);
        assert_eq!(found_contact(ContactLookup { id: id.into(), ..ContactLookup::default() }), None);
    }

    #[rstest]
    #[case::voi_014_an_active_attendance(json!({ "activeAttendance": true, "campaignId": "31" }), Some("campaigns/voice/31"))]
    #[case::voi_014_its_campaign_comes_first(
        json!({ "activeAttendance": true, "callType": "QUEUE", "voiceCampaign": { "id": "31" }, "voiceQueue": { "id": "9" } }),
        Some("campaigns/voice/31")
    )]
    #[case::voi_015_a_queue_call(json!({ "callType": "QUEUE", "voiceQueue": { "id": "9" } }), Some("queues/voice/9"))]
    #[case::voi_015_the_general_field(json!({ "callType": "QUEUE", "queue": { "id": "9" } }), Some("queues/voice/9"))]
    #[case::not_active(json!({ "campaignId": "31", "callType": "DIALER" }), None)]
    #[case::no_queue_call(json!({ "callType": "MANUAL", "queue": { "id": "9" } }), None)]
    fn the_facts_of_a_call_give_its_campaign_or_queue_and_the_script(
        #[case] fields: Value,
        #[case] expected: Option<&str>,
    ) {
        let source = Source::of(&job(fields));
        assert_eq!(source.as_ref().map(|source| source.request().target()).as_deref(), expected);
        let script = expected.map(|path| format!("{path}/script"));
        assert_eq!(source.map(|source| source.script_request().target()), script);
    }

    #[rstest]
    #[case("queue_9", Some("9"))]
    #[case("queue_", None)]
    #[case("9", None)]
    #[case("", None)]
    fn voi_006_the_id_of_a_queue_is_the_part_of_the_group_name_after_queue(
        #[case] context: &str,
        #[case] id: Option<&str>,
    ) {
        assert_eq!(queue_of_context(context).map(|id| id.0).as_deref(), id);
    }

    #[test]
    fn a_campaign_with_an_empty_id_is_ignored() {
        let empty = Some(QueueInfo::default());
        let job = Job { active_attendance: true, voice_campaign: empty.clone(), campaign: empty, ..Job::default() };
        assert_eq!(Source::of(&job), None);
    }
}
