//! Settings of a queue, as the operator's command reads and changes them while servers run: each request reads them from the store,
//! so that the next request uses the new value.

use crate::audit;
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::store::{QueueRow, QueueSettings, QueueSettingsRow, RecordingRule, Store, StoreError, StoreResult};
use serde_json::{Map, Value};
use std::fmt;
use wire::{Channel, OrgUnitId, QueueId};

/// Longest wrap-up time, and longest targets of waiting times.
const MAX_WRAP_UP_SECONDS: u32 = 60 * 60;
const MAX_EXTENSIONS: u32 = 20;
const MAX_ANSWER_SECONDS: u32 = 7 * 24 * 60 * 60;
const MAX_ABANDONMENT_MINUTES: u32 = 7 * 24 * 60;

/// Why settings could not be read or changed; displayed as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueSettingsError {
    /// No queue has this identifier.
    UnknownQueue(String),
    /// The text is no JSON object.
    NoObject(String),
    /// A setting is unknown, or its value is not valid; the sentence says which.
    Invalid(String),
    /// A number is outside these limits.
    OutOfRange {
        /// The name of the setting.
        name: &'static str,
        /// Smallest allowed value.
        least: u32,
        /// Largest allowed value.
        most: u32,
    },
    /// Only queues of the voice channel have a wrap-up time.
    NoCalls,
    /// Only queues and campaigns of calls are recorded.
    NoCallsToRecord,
    /// Of a campaign only the recording can be set.
    RecordingOnly,
    /// The embedded gateway does not carry the calls, so nothing can be recorded.
    NotEmbedded,
    /// The queue does not offer this qualification.
    UnknownQualification(String),
    /// The store failed.
    Store(StoreError),
}

impl From<StoreError> for QueueSettingsError {
    fn from(error: StoreError) -> Self {
        QueueSettingsError::Store(error)
    }
}

impl std::error::Error for QueueSettingsError {}

impl fmt::Display for QueueSettingsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownQueue(id) => write!(formatter, "No queue or campaign has the identifier '{id}'."),
            Self::NoObject(cause) => write!(formatter, "The settings are no JSON object: {cause}."),
            Self::Invalid(cause) => write!(formatter, "The settings are not valid: {cause}"),
            Self::OutOfRange { name, least, most } => write!(formatter, "{name} is a number from {least} to {most}."),
            Self::NoCalls => formatter.write_str("Only queues of calls have a wrap-up time."),
            Self::NoCallsToRecord => formatter.write_str("Only queues and campaigns of calls are recorded."),
            Self::RecordingOnly => formatter.write_str("Of a campaign only the recording can be set."),
            Self::NotEmbedded => formatter.write_str(
                "Calls are recorded by the embedded voice gateway only, which VOICE_NODES or VOICE_GATEWAY=off replaces.",
            ),
            Self::UnknownQualification(id) => {
                write!(formatter, "The queue has no qualification with the identifier '{id}'.")
            }
            Self::Store(error) => write!(formatter, "The settings cannot be stored: {error}."),
        }
    }
}

impl Centre {
    /// The settings of a queue.
    ///
    /// # Errors The queue is unknown, or the store failed.
    pub fn queue_settings(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        queue: &str,
    ) -> Result<QueueSettings, QueueSettingsError> {
        self.transact_store(store, context, |tx| match Place::find(tx, queue)? {
            Some(place) => Ok(Ok(tx.store.queue_settings(&place.id)?)),
            None => Ok(Err(QueueSettingsError::UnknownQueue(queue.to_owned()))),
        })?
    }

    /// Changes the settings that the JSON object names: `null` sets the default, other settings stay. Returns all settings. A change adds a
    /// row to the audit.
    ///
    /// # Errors
    /// See `QueueSettingsError`; nothing was changed then.
    pub fn change_queue_settings(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        queue: &str,
        change: &str,
    ) -> Result<QueueSettings, QueueSettingsError> {
        self.transact_store(store, context, |tx| {
            let Some(place) = Place::find(tx, queue)? else {
                return Ok(Err(QueueSettingsError::UnknownQueue(queue.to_owned())));
            };
            let before = tx.store.queue_settings(&place.id)?;
            let checked = changed(&before, change).and_then(|settings| within_limits(settings, place.channel));
            let settings = match checked.and_then(|settings| can_record(tx, &place, settings)) {
                Ok(settings) => settings,
                Err(error) => return Ok(Err(error)),
            };
            if let Some(id) = unknown_qualification(tx, place.queue.as_ref(), &settings)? {
                return Ok(Err(QueueSettingsError::UnknownQualification(id)));
            }
            if settings != before {
                let kind = if place.queue.is_some() { "queue" } else { "campaign" };
                let subject =
                    audit::SettingsOf { org_unit_id: &place.org_unit_id, kind, id: &place.id.0, name: &place.name };
                audit::record_queue_settings(tx, subject, &fields(&before), &fields(&settings))?;
                tx.store.put_queue_settings(&QueueSettingsRow { queue_id: place.id, settings: settings.clone() })?;
            }
            Ok(Ok(settings))
        })?
    }
}

/// A queue, or a campaign of calls.
struct Place {
    id: QueueId,
    name: String,
    org_unit_id: OrgUnitId,
    channel: Channel,
    /// `None`: a campaign.
    queue: Option<QueueRow>,
}

impl Place {
    fn find(tx: &Transaction<'_, '_>, id: &str) -> StoreResult<Option<Self>> {
        let id = QueueId::from(id);
        if let Some(row) = tx.store.queue(&id)? {
            let (name, org_unit_id, channel) = (row.name.clone(), row.org_unit_id.clone(), row.channel);
            return Ok(Some(Self { id, name, org_unit_id, channel, queue: Some(row) }));
        }
        let campaign = tx.store.campaign(&id)?;
        Ok(campaign.map(|row| Self {
            id,
            name: row.name,
            org_unit_id: row.org_unit_id,
            channel: Channel::Voice,
            queue: None,
        }))
    }
}

/// Checks the settings that are about recordings.
fn can_record(
    tx: &Transaction<'_, '_>,
    place: &Place,
    settings: QueueSettings,
) -> Result<QueueSettings, QueueSettingsError> {
    let recording = settings.recording;
    if place.queue.is_none() && settings != (QueueSettings { recording, ..QueueSettings::default() }) {
        return Err(QueueSettingsError::RecordingOnly);
    }
    if recording == RecordingRule::Off {
        return Ok(settings);
    }
    if place.channel != Channel::Voice {
        return Err(QueueSettingsError::NoCallsToRecord);
    }
    if !tx.config.voice.is_embedded() {
        return Err(QueueSettingsError::NotEmbedded);
    }
    Ok(settings)
}

fn changed(before: &QueueSettings, change: &str) -> Result<QueueSettings, QueueSettingsError> {
    let change: Map<String, Value> =
        serde_json::from_str(change).map_err(|error| QueueSettingsError::NoObject(error.to_string()))?;
    let mut fields = fields(before);
    for (name, value) in change {
        if value.is_null() {
            fields.remove(&name)
        } else {
            fields.insert(name, value)
        };
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| QueueSettingsError::Invalid(sentence(&error)))
}

/// The message of serde as the end of a sentence.
fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    if text.ends_with('.') { text } else { format!("{text}.") }
}

fn fields(settings: &QueueSettings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) | Err(_) => Map::new(),
    }
}

fn within_limits(settings: QueueSettings, channel: Channel) -> Result<QueueSettings, QueueSettingsError> {
    let limits = [
        ("firstAnswerSeconds", settings.first_answer_seconds, 0, MAX_ANSWER_SECONDS),
        ("nextAnswerSeconds", settings.next_answer_seconds, 0, MAX_ANSWER_SECONDS),
        ("wrapUpSeconds", settings.wrap_up_seconds, 0, MAX_WRAP_UP_SECONDS),
        ("wrapUpExtensions", settings.wrap_up_extensions, 0, MAX_EXTENSIONS),
        ("abandonmentMinutes", settings.abandonment_minutes, 1, MAX_ABANDONMENT_MINUTES),
    ];
    for (name, value, least, most) in limits {
        if value < least || value > most {
            return Err(QueueSettingsError::OutOfRange { name, least, most });
        }
    }
    if settings.wrap_up_seconds > 0 && channel != Channel::Voice {
        return Err(QueueSettingsError::NoCalls);
    }
    Ok(settings)
}

/// Refuses a qualification for abandoned conversations that the queue does not offer.
fn unknown_qualification(
    tx: &Transaction<'_, '_>,
    queue: Option<&QueueRow>,
    settings: &QueueSettings,
) -> Result<Option<String>, StoreError> {
    let (Some(queue), Some(id)) = (queue, &settings.abandonment_qualification) else { return Ok(None) };
    let offered = tx.store.qualifications_of(&queue.id)?;
    Ok((!offered.iter().any(|row| row.record.id == *id)).then(|| id.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{SUPPORT, TestCentre};
    use rstest::rstest;
    use serde_json::json;

    const CALLS: &str = "5001";
    const CAMPAIGN: &str = "6100";

    fn change(test: &mut TestCentre, queue: &str, change: &str) -> Result<QueueSettings, QueueSettingsError> {
        test.with(|centre, store, context| centre.change_queue_settings(store, context, queue, change))
    }

    #[test]
    fn changing_settings_of_a_queue_leaves_the_others() {
        let mut test = TestCentre::new();
        let first = change(&mut test, SUPPORT, r#"{"firstAnswerSeconds": 60, "anonymousFinish": true}"#).unwrap();
        assert_eq!((first.first_answer_seconds, first.anonymous_finish), (60, true));
        let hours = json!({ "calendar": { "zone": "America/Sao_Paulo", "days": { "mon": ["08:00-18:00"] } } });
        let second = change(&mut test, SUPPORT, &hours.to_string()).unwrap();
        assert_eq!((second.first_answer_seconds, second.calendar.is_some()), (60, true));
        let third = change(&mut test, SUPPORT, r#"{"calendar": null, "firstAnswerSeconds": null}"#).unwrap();
        assert_eq!((third.first_answer_seconds, third.calendar, third.anonymous_finish), (0, None, true));
        let read = test.with(|centre, store, context| centre.queue_settings(store, context, SUPPORT));
        assert!(read.unwrap().anonymous_finish);
    }

    #[test]
    fn a_queue_whose_settings_were_never_changed_has_the_defaults() {
        let settings = QueueSettings::default();
        assert_eq!((settings.wrap_up_seconds, settings.abandonment_minutes), (0, 30));
        assert!(settings.calendar.is_none() && settings.answer_targets().is_none());
    }

    #[rstest]
    #[case::text_that_is_no_json(SUPPORT, "wrap-up 60", "The settings are no JSON object: ")]
    #[case::json_that_is_no_object(SUPPORT, "[60]", "The settings are no JSON object: ")]
    #[case::unknown_setting(SUPPORT, r#"{"wrapUp": 60}"#, "The settings are not valid: unknown field `wrapUp`")]
    #[case::a_word_instead_of_a_number(
        SUPPORT,
        r#"{"firstAnswerSeconds": "60"}"#,
        "The settings are not valid: invalid type: string"
    )]
    #[case::a_negative_number(SUPPORT, r#"{"firstAnswerSeconds": -1}"#, "The settings are not valid: invalid value")]
    #[case::too_long_a_time(CALLS, r#"{"wrapUpSeconds": 3601}"#, "wrapUpSeconds is a number from 0 to 3600.")]
    #[case::too_many_extensions(CALLS, r#"{"wrapUpExtensions": 21}"#, "wrapUpExtensions is a number from 0 to 20.")]
    #[case::a_time_of_zero(SUPPORT, r#"{"abandonmentMinutes": 0}"#, "abandonmentMinutes is a number from 1 to 10080.")]
    #[case::wrap_up_of_a_queue_without_calls(
        SUPPORT,
        r#"{"wrapUpSeconds": 60}"#,
        "Only queues of calls have a wrap-up time."
    )]
    #[case::unknown_time_zone(
        SUPPORT,
        r#"{"calendar":{"zone":"Brasil","days":{"mon":["08:00-18:00"]}}}"#,
        "The settings are not valid: The time zone 'Brasil' is unknown: give a name such as America/Sao_Paulo."
    )]
    #[case::unknown_qualification(
        SUPPORT,
        r#"{"abandonmentQualification": "77"}"#,
        "The queue has no qualification with the identifier '77'."
    )]
    #[case::not_a_call(SUPPORT, r#"{"recording": "beep"}"#, "Only queues and campaigns of calls are recorded.")]
    #[case::no_rule(CALLS, r#"{"recording": true}"#, "The settings are not valid: invalid type: boolean")]
    #[case::campaign(CAMPAIGN, r#"{"wrapUpSeconds": 60}"#, "Of a campaign only the recording can be set.")]
    #[case::queue("77", "{}", "No queue or campaign has the identifier '77'.")]
    fn a_bad_value_is_refused_with_one_sentence_and_changes_nothing(
        #[case] queue: &str,
        #[case] text: &str,
        #[case] sentence: &str,
    ) {
        let mut test = TestCentre::new();
        let error = change(&mut test, queue, text).expect_err("a refusal").to_string();
        assert!(error.starts_with(sentence), "{error}");
        let (one, other) = (change(&mut test, SUPPORT, "{}").unwrap(), change(&mut test, SUPPORT, "{}").unwrap());
        assert_eq!(one, other);
    }

    #[test]
    fn bey_138_queues_and_campaigns_of_calls_say_whether_they_are_recorded() {
        let mut test = TestCentre::new();
        let carla = test.sign_in(crate::testing::CARLA);
        for place in [CALLS, CAMPAIGN] {
            assert_eq!(change(&mut test, place, "{}").unwrap().recording, RecordingRule::Off, "off by default");
            let announced = change(&mut test, place, r#"{"recording": "announcement"}"#).unwrap();
            assert_eq!(announced.recording, RecordingRule::Announcement);
        }
        let rows = test.get(&carla, "/audit").ok().body["data"].clone();
        let of = |kind: &str| rows.as_array().unwrap().iter().find(|row| row["kind"] == kind).cloned().unwrap();
        assert_eq!((&of("queue")["id"], &of("campaign")["id"]), (&json!(CALLS), &json!(CAMPAIGN)));
        test.centre.config.voice.nodes = vec![crate::VoiceNode::default()];
        let refused = change(&mut test, CALLS, r#"{"recording": "beep"}"#).expect_err("a refusal").to_string();
        assert!(refused.starts_with("Calls are recorded by the embedded voice gateway only"), "{refused}");
        assert_eq!(change(&mut test, CALLS, r#"{"recording": "off"}"#).unwrap().recording, RecordingRule::Off);
    }

    #[test]
    fn a_change_is_in_the_audit_with_what_was_before_and_a_repetition_is_not() {
        let mut test = TestCentre::new();
        let carla = test.sign_in(crate::testing::CARLA);
        for _ in 0..2 {
            change(&mut test, SUPPORT, r#"{"firstAnswerSeconds": 90, "abandonmentMinutes": 45}"#).unwrap();
        }
        let rows = test.get(&carla, "/audit").ok().body["data"].clone();
        let of_queue: Vec<_> = rows.as_array().unwrap().iter().filter(|row| row["kind"] == "queue").collect();
        assert_eq!(of_queue.len(), 1, "{rows}");
        assert_eq!((&of_queue[0]["action"], &of_queue[0]["id"]), (&json!("settings"), &json!(SUPPORT)));
        let changes = of_queue[0]["changes"].as_array().unwrap();
        let of = |field: &str| changes.iter().find(|change| change["field"] == field).cloned();
        assert_eq!(of("abandonmentMinutes").unwrap()["before"], "30");
        assert_eq!(of("abandonmentMinutes").unwrap()["after"], "45");
        assert!(of("wrapUpSeconds").is_none(), "what stayed is not listed");
    }
}
