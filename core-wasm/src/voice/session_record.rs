//! The record of the signalling session, so that a reloaded page claims the session and knows what its leg is for
//! (BEY-024). The calls of attendances have their own records.

use super::Exit;
use super::call::{Call, CallKind, Leg, Progress};
use super::legs::UNNAMED;
use super::machine::Voice;
use crate::flow::{Context, FromPage, read_tagged};
use crate::wire::flat::UnreadText;
use crate::wire::from_object;
use janus::{Command, Input, Resume};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// The stored session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionRecord {
    /// The session that the signalling claims.
    #[serde(flatten)]
    pub resume: Resume,
    /// The purpose of the leg of the session.
    #[serde(skip_serializing_if = "LegPurpose::is_unknown")]
    leg: LegPurpose,
}

/// The fields of the record that are not of the signalling.
#[derive(Deserialize)]
struct Rest {
    #[serde(default)]
    leg: LegPurpose,
}

impl<'de> Deserialize<'de> for SessionRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = UnreadText::deserialize(deserializer)?;
        let resume = from_object(text.get()).map_err(D::Error::custom)?;
        let Rest { leg } = from_object(text.get()).map_err(D::Error::custom)?;
        Ok(Self { resume, leg })
    }
}

/// The purpose of a leg without an attendance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, FromPage)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum LegPurpose {
    /// There is no such leg, or it carries the call of an attendance.
    #[default]
    Unknown,
    /// The leg is the echo test, whose dialog closes with the page.
    EchoTest,
    /// The leg carries a call that has no attendance, or whose attendance has not arrived yet.
    #[serde(rename_all = "camelCase")]
    Call {
        /// Identifier of the call.
        id: String,
        /// Kind of the call.
        call: CallKind,
        /// Number of the other party.
        phone: String,
        /// Whether the customer has answered.
        has_answered: bool,
        /// Whether the microphone was muted.
        muted: bool,
    },
}

impl<'de> Deserialize<'de> for LegPurpose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_tagged(deserializer)
    }
}

impl LegPurpose {
    fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }
}

impl Voice {
    /// The session that a reloaded page claims, for the record; `None` deletes the record.
    pub fn record(&self) -> Option<SessionRecord> {
        let resume = self.signalling.record()?;
        // Until the signalling has reported a leg, the stored state of the leg applies.
        let leg = if self.resumed_leg.is_unknown() { self.leg_purpose() } else { self.resumed_leg.clone() };
        Some(SessionRecord { resume, leg })
    }

    /// Restores the session from before a reload (BEY-024).
    pub fn restore(&mut self, record: SessionRecord) {
        self.resumed_leg = record.leg;
        self.signalling.restore(record.resume);
    }

    fn leg_purpose(&self) -> LegPurpose {
        if self.testing {
            return LegPurpose::EchoTest;
        }
        let id = self.table.of_leg(self.call_number);
        let Some((id, call)) = id.and_then(|id| Some((id.clone(), self.table.get(&id)?))) else {
            return LegPurpose::Unknown;
        };
        let goes_on = match call.progress {
            Progress::Accepted | Progress::Dialling | Progress::Talking | Progress::Machine => true,
            Progress::Unnamed | Progress::Asking | Progress::Rejected | Progress::Ended => false,
        };
        if !goes_on || call.attendance.is_some() {
            return LegPurpose::Unknown;
        }
        LegPurpose::Call {
            id,
            call: call.kind,
            phone: call.phone.clone(),
            has_answered: call.progress == Progress::Talking,
            muted: self.audio.state().muted,
        }
    }

    /// The leg from before the reload has no attendance: an echo test ends, because its dialog is closed; a call
    /// continues unchanged.
    pub(super) fn resume_purpose(&mut self, context: &mut Context, purpose: LegPurpose) -> Vec<Exit> {
        match purpose {
            LegPurpose::Unknown => Vec::new(),
            LegPurpose::EchoTest => {
                self.testing = true;
                self.on_signalling(context, Input::Command(Command::HangUp))
            }
            LegPurpose::Call { id, call: kind, phone, has_answered, muted } => {
                let leg = Leg { number: self.call_number, confirmed: !id.starts_with(UNNAMED) };
                if self.table.get(&id).is_none() {
                    let progress = if has_answered { Progress::Talking } else { Progress::Accepted };
                    self.table.insert(id.as_str(), Call::new(kind, progress, &phone, context.mono()));
                }
                let mut exits = self.attach_leg(context, &id, leg);
                if muted {
                    exits.extend(self.mute(context, true));
                }
                exits
            }
        }
    }
}
