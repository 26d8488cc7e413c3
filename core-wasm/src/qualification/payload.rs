//! The body of the qualify request: the same shape on every channel (QUA-008).

use crate::jobs::Job;
use crate::wire::{AgentId, Channel, QualificationRecord, QualifyPayload, Wall};

/// The values from which the payload is built.
pub struct PayloadFacts<'a> {
    /// The attendance.
    pub job: &'a Job,
    /// The chosen qualification.
    pub chosen: &'a QualificationRecord,
    /// The agent's observation.
    pub observation: &'a str,
    /// The agent.
    pub agent_id: &'a AgentId,
    /// Name of the agent.
    pub agent_name: &'a str,
    /// The time on the server's clock.
    pub now: Wall,
}

/// The body of the qualify request.
pub fn payload(facts: &PayloadFacts) -> QualifyPayload {
    let job = facts.job;
    let server = job.server();
    let channel = job.channel();
    let identifier = server.contact_identifier.clone();
    let only_on = |wanted: Channel| if channel == wanted { identifier.clone() } else { String::new() };
    QualifyPayload {
        protocol: job.protocol().clone(),
        qualify_id: facts.chosen.id.clone(),
        agent_id: facts.agent_id.clone(),
        qualify_path: facts.chosen.name.clone(),
        uniqueid: server.unique_id.clone(),
        contact: job.contact().map(|contact| contact.id.0.clone()).unwrap_or_default(),
        agent_name: facts.agent_name.to_owned(),
        queue: server.queue.as_ref().map(|queue| queue.id.0.clone()).unwrap_or_default(),
        campaign: server.campaign.as_ref().map(|campaign| campaign.id.0.clone()).unwrap_or_default(),
        tags: server.tags.iter().map(|tag| tag.tag_item_id.clone()).collect(),
        observation: facts.observation.trim().to_owned(),
        duration: duration_seconds(job.qualification_started(), facts.now),
        channel: Some(channel),
        qualify_type: facts.chosen.kind.clone(),
        finish_qualification: true,
        attendance_type: match server.attendance_type {
            Some(crate::wire::AttendanceType::Manual) => "MANUAL".to_owned(),
            Some(crate::wire::AttendanceType::Queue) => "QUEUE".to_owned(),
            None => String::new(),
        },
        client_whatsapp: only_on(Channel::Whatsapp),
        contact_identifier: identifier.clone(),
        client_chat: only_on(Channel::Chat),
        from: server.from.clone(),
        phone: server.phone.clone(),
        finish_dialing: facts.chosen.finish_dialing,
        schedule: server.schedule.clone(),
        fields_form: job.script_answers().to_vec(),
        inbox: !server.protocol_inbox.is_empty(),
        attendance_group_id: server.attendance_group_id.clone(),
        attendance_group_name: server.attendance_group_name.clone(),
    }
}

/// Whole seconds from the start of the qualification to now (QUA-009, QUA-010); 0 if the start is unknown.
fn duration_seconds(started: Option<Wall>, now: Wall) -> u64 {
    let ms = started.map_or(0, |started| now.since_ms(started)).max(0);
    u64::try_from((ms + 500) / 1_000).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Contact, JobTag, QueueInfo};
    use rstest::rstest;

    #[rstest]
    #[case::a_duration_that_is_rounded_down(10_400, 10)]
    #[case::a_duration_that_is_rounded_up(10_500, 11)]
    #[case::a_clock_that_went_back(-5_000, 0)]
    fn qua_009_qua_010_the_duration_is_rounded_to_whole_seconds(#[case] passed_ms: i64, #[case] seconds: u64) {
        assert_eq!(duration_seconds(Some(Wall(1_000_000)), Wall(1_000_000 + passed_ms)), seconds);
    }

    #[test]
    fn qua_008_qua_006_the_payload_has_exactly_the_shape_of_the_specification() {
        let mut job = Job::new(crate::wire::Job {
            protocol: "20261120-1".into(),
            channel: Some(Channel::Chat),
            contact: Some(Contact { id: "9".into(), ..Contact::default() }),
            contact_identifier: "ana@site".into(),
            queue: Some(QueueInfo { id: "3".into(), name: "Vendas".into() }),
            tags: vec![JobTag { tag_item_id: "7".into(), ..JobTag::default() }],
            start_date_qualification: Some(Wall(0)),
            attendance_group_id: "5".into(),
            attendance_group_name: "Comercial".into(),
            ..crate::wire::Job::default()
        });
        job.answer_script("f1", "sim");
        let chosen = QualificationRecord {
            id: "12".into(),
            name: "Renovação > Aceita".into(),
            kind: "success".into(),
            finish_dialing: true,
        };
        let built = payload(&PayloadFacts {
            job: &job,
            chosen: &chosen,
            observation: "  ligou ontem ",
            agent_id: &"1".into(),
            agent_name: "Ana Souza",
            now: Wall(61_000),
        });
        let value = serde_json::to_value(&built).expect("json");
        let mut keys: Vec<&str> = value.as_object().expect("object").keys().map(String::as_str).collect();
        keys.sort_unstable();
        let mut expected = [
            "protocol",
            "qualify_id",
            "agent_id",
            "qualify_path",
            "uniqueid",
            "contact",
            "agent_name",
            "queue",
            "campaign",
            "tags",
            "observation",
            "duration",
            "channel",
            "qualify_type",
            "finish_qualification",
            "attendance_type",
            "client_whatsapp",
            "contact_identifier",
            "client_chat",
            "from",
            "phone",
            "finish_dialing",
            "schedule",
            "fields_form",
            "inbox",
            "attendanceGroupId",
            "attendanceGroupName",
        ];
        expected.sort_unstable();
        assert_eq!(keys, expected);
        assert_eq!(value["observation"], "ligou ontem");
        assert_eq!(value["fields_form"], serde_json::json!([{ "id": "f1", "value": "sim" }]));
        assert_eq!(
            (&value["duration"], &value["client_chat"], &value["client_whatsapp"]),
            (&61.into(), &"ana@site".into(), &"".into())
        );
    }
}
