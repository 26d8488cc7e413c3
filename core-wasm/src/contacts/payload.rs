//! The payloads that register or change the contact of an attendance.

use crate::wire::{Channel, ContactDraft, ContactId};

/// The values that the agent typed into the form.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    /// Full name.
    pub fullname: &'a str,
    /// Identifier; used only for a registration.
    pub identifier: &'a str,
    /// E-mail address, empty if there is none; used only for a registration.
    pub email: &'a str,
}

/// The field of a contact that holds this channel's identifier (API-148).
pub(super) fn identifier_field(channel: Channel) -> &'static str {
    match channel {
        Channel::Chat => "chat_identifier",
        Channel::Whatsapp => "whatsapp_identifier",
        Channel::Voice => "phone1",
    }
}

/// Spec conversation §3 "Contact payload when creating by channel", and the e-mail address if the agent wrote one.
pub(super) fn creation_payload(channel: Channel, identifier: &str, fullname: &str, email: &str) -> ContactDraft {
    let identifier = Some(identifier.to_owned());
    let mut draft = ContactDraft {
        contact_identifier: identifier.clone(),
        fullname: Some(fullname.to_owned()),
        email: (!email.is_empty()).then(|| email.to_owned()),
        ..ContactDraft::default()
    };
    match channel {
        Channel::Chat => draft.chat_identifier = identifier,
        Channel::Whatsapp => draft.whatsapp_identifier = identifier,
        Channel::Voice => draft.contact_phone1 = identifier,
    }
    draft
}

/// Payload for linking and renaming: the id, and the name only if given (CTC-012).
pub(super) fn update_payload(id: &ContactId, fullname: &str) -> ContactDraft {
    ContactDraft {
        id: Some(id.clone()),
        fullname: (!fullname.is_empty()).then(|| fullname.to_owned()),
        ..ContactDraft::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn json(draft: &ContactDraft) -> serde_json::Value {
        serde_json::to_value(draft).expect("json")
    }

    #[rstest]
    #[case::ctc_009_a_call(Channel::Voice, "5511955550101", "contact_phone1")]
    #[case::ctc_010_whatsapp(Channel::Whatsapp, "5511955550101", "whatsapp_identifier")]
    #[case::ctc_011_a_chat(Channel::Chat, "ana@site", "chat_identifier")]
    fn a_contact_created_from_an_attendance_has_three_fields_only(
        #[case] channel: Channel,
        #[case] identifier: &str,
        #[case] of_channel: &str,
    ) {
        assert_eq!(
            json(&creation_payload(channel, identifier, "Ana Lima", "")),
            serde_json::json!({ "contact_identifier": identifier, of_channel: identifier, "fullname": "Ana Lima" })
        );
    }

    #[test]
    fn the_payload_of_a_new_contact_has_the_email_address_if_there_is_one() {
        let draft = creation_payload(Channel::Voice, "5511955550101", "Ana Lima", "ana@example.com");
        assert_eq!(draft.email.as_deref(), Some("ana@example.com"));
    }

    #[test]
    fn ctc_012_renaming_and_linking_send_the_id_and_the_name_only_if_given() {
        assert_eq!(json(&update_payload(&"9".into(), "Ana")), serde_json::json!({ "id": "9", "fullname": "Ana" }));
        assert_eq!(json(&update_payload(&"9".into(), "")), serde_json::json!({ "id": "9" }));
    }
}
