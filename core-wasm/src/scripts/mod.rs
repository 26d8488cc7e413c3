//! The script of a queue or campaign in an attendance: its text and the fields that the agent fills in. Voice loads it
//! when the attendance arrives, WhatsApp when the agent opens the conversation.

use crate::flow::{Answer, Context, HttpRequest, ItemList, path};
use crate::wire::{Contact, Job, ListBody, ScriptField, ScriptFieldKind, ScriptFieldRecord, ScriptRecord};
use serde::Serialize;

/// The loaded part of an attendance's script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// The script; `None` if queue or campaign has none, or it is not loaded.
    pub record: Option<ScriptRecord>,
    /// Fields of the script.
    pub fields: Vec<ScriptFieldRecord>,
    /// The last attempt to load the script or its fields failed.
    pub failed: bool,
}

/// Whether the script of an attendance and its fields are loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ScriptState {
    /// A part is being loaded.
    Loading,
    /// Everything that the server has is loaded.
    Ready,
    /// The last attempt failed; the agent may repeat it.
    Failed,
}

/// A script and the fields that the agent fills in.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ScriptView {
    /// Name of the script.
    pub name: String,
    /// Text that the agent follows.
    pub text: String,
    /// The fields; empty until they are loaded.
    pub fields: Vec<ScriptFieldView>,
}

/// A field of a script.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ScriptFieldView {
    /// Id of the field.
    pub id: String,
    /// Label.
    pub name: String,
    /// Kind of the field.
    pub kind: ScriptFieldKind,
    /// The agent's value, otherwise the server's.
    pub value: String,
    /// Choices of a `select` field.
    pub options: Vec<String>,
}

impl Script {
    /// The answer to the request for the script. A queue or campaign may have none: 204, or 404 of an older server.
    /// Returns false after a failure.
    #[must_use]
    pub fn take(&mut self, answer: Answer) -> bool {
        let record = match answer {
            Answer::NotFound(_) => Ok(None),
            Answer::Ok(ref body) if body.expose().trim().is_empty() => Ok(None),
            answer => answer.read::<ScriptRecord>().map(|script| Some(script).filter(|script| !script.id.is_empty())),
        };
        self.failed = record.is_err();
        if let Ok(record) = record {
            self.record = record;
        }
        !self.failed
    }

    /// The answer to the request for the fields; after a failure the loaded fields stay. Returns false after a failure.
    #[must_use]
    pub fn take_fields(&mut self, context: &mut Context, answer: Answer) -> bool {
        let fields = answer.read::<ListBody<ScriptFieldRecord>>();
        self.failed = fields.is_err();
        if let Ok(fields) = fields {
            self.fields = context.items(ItemList::ScriptFields, fields.data);
        }
        !self.failed
    }

    /// The script as the interface shows it. `answers`: what the agent entered.
    pub fn view(&self, answers: &[ScriptField]) -> Option<ScriptView> {
        let entered = |id: &str| answers.iter().find(|answer| answer.id == id).map(|answer| answer.value.clone());
        let field = |field: &ScriptFieldRecord| ScriptFieldView {
            id: field.id.clone(),
            name: field.name.clone(),
            kind: field.kind,
            value: entered(&field.id).unwrap_or_else(|| field.value.clone()),
            options: field.options.clone(),
        };
        let script = self.record.as_ref()?;
        let fields = self.fields.iter().map(field).collect();
        Some(ScriptView { name: script.name.clone(), text: script.text.clone(), fields })
    }

    /// The load state. `loading`: the script or its fields are being loaded.
    pub fn state(&self, loading: bool) -> ScriptState {
        match (loading, self.failed) {
            (true, _) => ScriptState::Loading,
            (false, false) => ScriptState::Ready,
            (false, true) => ScriptState::Failed,
        }
    }
}

/// The fields of a script: by the contact's id, or by its identifier if the contact has none (QUA-020). An unconfirmed
/// identifier may be another customer's, so the fields are then requested by the attendance.
pub fn fields_request(script: &str, job: &Job, contact: Option<&Contact>) -> HttpRequest {
    let request = HttpRequest::get(path!["script", script, "fields"]).query("script_id", script);
    let id = contact.map(|contact| contact.id.as_str()).filter(|id| !id.is_empty());
    match id.or(Some(job.contact_id.as_str()).filter(|id| !id.is_empty())) {
        Some(id) => request.query("contact_id", id),
        None if job.identifier_verified == Some(false) => request.query("protocol", &job.protocol),
        None => {
            let identifier = if job.contact_identifier.is_empty() { &job.phone } else { &job.contact_identifier };
            request.query("contact_identifier", identifier)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::from_tolerant;
    use serde_json::{Value, json};

    fn job(fields: Value) -> Job {
        from_tolerant(&fields.to_string()).expect("an attendance")
    }

    #[test]
    fn qua_020_script_fields_are_loaded_by_the_contacts_id_or_by_its_identifier() {
        let target = |fields: Value, contact: Option<&Contact>| fields_request("12", &job(fields), contact).target();
        let contact = Contact { id: "5".into(), ..Contact::default() };
        let by_id = "script/12/fields?script_id=12&contact_id=5";
        assert_eq!(target(json!({ "contactIdentifier": "a" }), Some(&contact)), by_id);
        assert_eq!(target(json!({ "contactId": "5" }), None), by_id);
        let without_id = Contact::default();
        let identifier = "script/12/fields?script_id=12&contact_identifier=";
        assert_eq!(target(json!({ "contactIdentifier": "a" }), Some(&without_id)), format!("{identifier}a"));
        assert_eq!(target(json!({ "phone": "55" }), None), format!("{identifier}55"));
    }
}
