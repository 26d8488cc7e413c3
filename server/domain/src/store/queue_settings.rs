//! Settings of queues: one row each, which the operator's command replaces while servers run.

use super::RecordingRule;
use super::StoreResult;
use super::backend::{Backend, get, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Row, Table, Value};
use crate::calendar::Calendar;
use serde::{Deserialize, Serialize};
use wire::{AnswerTargets, QualificationId, QueueId};

/// Minutes after which an abandoned conversation is closed, unless the queue sets another number.
const ABANDONMENT_MINUTES: u32 = 30;

/// The settings of a queue that the operator can change. The command reads and prints this JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct QueueSettings {
    /// Business hours; `None`: always open.
    pub calendar: Option<Calendar>,
    /// Target time until the first answer to a customer, in seconds; 0: no target.
    pub first_answer_seconds: u32,
    /// Target time until each further answer to a customer, in seconds; 0: no target.
    pub next_answer_seconds: u32,
    /// Wrap-up after a call in which no other call rings at the agent, in seconds; 0: none.
    pub wrap_up_seconds: u32,
    /// Maximum of extensions of the wrap-up, a minute each.
    pub wrap_up_extensions: u32,
    /// Minutes after which a conversation whose customer left before an answer is closed.
    pub abandonment_minutes: u32,
    /// Qualification of such a conversation; `None`: that of the alias `unqualified`.
    pub abandonment_qualification: Option<QualificationId>,
    /// Whether web chat conversations without a verified identifier may be finished without a registered contact.
    pub anonymous_finish: bool,
    /// Column of the contact with the customer's consent to broadcasts; empty: a consent is not asked for.
    pub broadcast_opt_in_column: String,
    /// Whether calls are recorded, and what is heard before. Campaigns of calls have this setting only.
    pub recording: RecordingRule,
}

impl Default for QueueSettings {
    fn default() -> Self {
        Self {
            calendar: None,
            first_answer_seconds: 0,
            next_answer_seconds: 0,
            wrap_up_seconds: 0,
            wrap_up_extensions: 0,
            abandonment_minutes: ABANDONMENT_MINUTES,
            abandonment_qualification: None,
            anonymous_finish: false,
            broadcast_opt_in_column: String::new(),
            recording: RecordingRule::Off,
        }
    }
}

impl QueueSettings {
    /// The targets in the form that an agent's page receives.
    pub fn answer_targets(&self) -> AnswerTargets {
        let ms = |seconds: u32| u64::from(seconds) * 1_000;
        AnswerTargets { first_ms: ms(self.first_answer_seconds), next_ms: ms(self.next_answer_seconds) }
    }
}

/// The settings of a queue or a campaign. Key: `queue_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueSettingsRow {
    /// The queue or campaign.
    pub queue_id: QueueId,
    /// Settings of the queue.
    pub settings: QueueSettings,
}

/// Look-ups of the settings of queues.
pub trait QueueSettingsStore: Backend {
    /// The settings of the queue; those of a queue without a row are the defaults.
    fn queue_settings(&self, queue: &QueueId) -> StoreResult<QueueSettings> {
        let row: Option<QueueSettingsRow> = get(self, [Value::text(queue)])?;
        Ok(row.map(|row| row.settings).unwrap_or_default())
    }
    /// Inserts or replaces by `queue_id`.
    fn put_queue_settings(&mut self, row: &QueueSettingsRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> QueueSettingsStore for B {}

impl Row for QueueSettingsRow {
    const TABLE: &'static Table =
        &Table { name: "queue_settings", columns: &[Column::text("queue_id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.queue_id)]
    }
}
