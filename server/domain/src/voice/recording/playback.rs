//! Recordings as supervisors of their org unit list and play them. Each playback is a row of the audit.

use crate::audit::{self, Subject};
use crate::auth::SupervisorCall;
use crate::call::Answer;
use crate::centre::{Centre, Transaction};
use crate::digest::{is_signed, sign_hex};
use crate::http::{Failure, Listed, json};
use crate::store::{CallRecordingRow, Store, StoreResult};
use std::collections::BTreeMap;
use wire::{CallRecordingRecord, Protocol, RecordingPlayback, Wall, rfc3339};

/// Kind of the subject in the rows of the audit.
const KIND: &str = "call";
/// How long an address works, in milliseconds.
const ADDRESS_MS: i64 = 60 * 60 * 1000;

fn record(row: CallRecordingRow) -> Option<CallRecordingRecord> {
    Some(CallRecordingRecord {
        began_at: row.began_at?,
        id: row.id,
        protocol: row.protocol,
        unique_id: row.unique_id,
        ended_at: row.ended_at,
        end: row.end,
        pauses: row.pauses,
    })
}

/// `GET /call-recordings?protocol`: those of an attendance, oldest first.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let protocol = call.request().query("protocol").filter(|text| !text.is_empty());
    let protocol = Protocol::from(protocol.ok_or_else(|| Failure::field("protocol", "required"))?);
    let rows = tx.store.call_recordings_of(&protocol)?.into_iter();
    let of_unit = rows.filter(|row| row.org_unit_id == call.caller.org_unit_id);
    let mut data: Vec<CallRecordingRecord> = of_unit.filter_map(record).collect();
    data.sort_by_key(|recording| recording.began_at);
    json(&Listed { data })
}

/// `POST /call-recordings/{id}/playback`. Another org unit's recording is as unknown as one that never was.
pub(crate) fn play(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let caller = call.caller;
    let row = tx.store.call_recording(call.request().param("id"))?;
    let row = row.filter(|row| row.org_unit_id == caller.org_unit_id && row.began_at.is_some());
    let row = row.ok_or_else(|| Failure::not_found("recording"))?;
    let fields = [
        ("recordingId", row.id.clone()),
        ("uniqueId", row.unique_id.clone()),
        ("from", row.began_at.map(rfc3339).unwrap_or_default()),
    ];
    let fields: BTreeMap<String, String> = fields.map(|(name, value)| (name.to_owned(), value)).into();
    let subject = Subject { kind: KIND, id: row.protocol.to_string(), name: row.protocol.to_string(), fields };
    audit::record(tx, caller, "playRecording", &subject, None)?;
    let key = &tx.config.whatsapp.media_key;
    let expires = tx.now().plus_ms(ADDRESS_MS).0.div_euclid(1_000);
    let address = |part: &str| {
        let (id, signature) = (&row.id, sign_hex(key, &signed_text(&row.id, expires)));
        format!("/api/call-recordings/{id}/{part}?expires={expires}&signature={signature}")
    };
    json(&RecordingPlayback { sound: address("sound"), waveform: address("waveform") })
}

/// The signed text, which differs from that of a file's address, so that neither signature opens the other address.
fn signed_text(id: &str, expires: i64) -> String {
    format!("recording:{id}:{expires}")
}

impl Centre {
    /// The recording of this address, if the server gave the address and it still works; `expires` is in seconds.
    ///
    /// # Errors
    /// The store failed.
    pub fn recording_of_address(
        &self,
        store: &dyn Store,
        now: Wall,
        id: &str,
        expires: i64,
        signature: &str,
    ) -> StoreResult<Option<CallRecordingRow>> {
        let is_given = is_signed(&self.config.whatsapp.media_key, &signed_text(id, expires), signature);
        if !is_given || expires.saturating_mul(1_000) <= now.0 {
            return Ok(None);
        }
        store.call_recording(id)
    }
}
