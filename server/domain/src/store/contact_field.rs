//! The identifiers by which contacts are found.

/// The identifiers of a contact, as the query parameter `by_field` spells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactField {
    /// Identifier that the users of the contact centre gave.
    Id,
    /// WhatsApp number.
    WhatsappIdentifier,
    /// Identifier in the web chat.
    ChatIdentifier,
    /// First telephone number.
    Phone1,
}

impl ContactField {
    /// Every identifier.
    pub const ALL: [ContactField; 4] =
        [ContactField::Id, ContactField::WhatsappIdentifier, ContactField::ChatIdentifier, ContactField::Phone1];

    /// The identifiers that are numbers: all written forms of a number are equal.
    pub const NUMBERS: [ContactField; 2] = [ContactField::WhatsappIdentifier, ContactField::Phone1];

    /// The spelling in `by_field`.
    pub fn as_str(self) -> &'static str {
        match self {
            ContactField::Id => "id",
            ContactField::WhatsappIdentifier => "whatsapp_identifier",
            ContactField::ChatIdentifier => "chat_identifier",
            ContactField::Phone1 => "phone1",
        }
    }

    /// The identifier with the spelling `text`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_str() == text)
    }
}
