//! An entity to which tags, history and risk belong: a contact, a company or an attendance.

use super::key::{Ids, Parts, Subject};
use crate::wire::Name;
use serde::{Deserialize, Serialize};

/// The kinds of entities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum EntityKind {
    /// A contact, identified by its id.
    Contact,
    /// A company, identified by its id.
    Employer,
    /// An attendance, identified by its protocol.
    Attendance,
}

impl EntityKind {
    /// The kind as it is written in slice keys.
    pub fn as_str(self) -> &'static str {
        match self {
            EntityKind::Contact => "contact",
            EntityKind::Employer => "employer",
            EntityKind::Attendance => "attendance",
        }
    }
}

/// A contact, a company or an attendance. In slice keys: `contact/9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// The kind of the entity.
    pub kind: EntityKind,
    /// Id of the entity; the protocol of an attendance.
    pub id: String,
}

impl Entity {
    /// The entity of this kind and id.
    pub fn new(kind: EntityKind, id: impl Into<String>) -> Self {
        Self { kind, id: id.into() }
    }

    /// The spelling in slice keys.
    pub fn name(&self) -> Name {
        [self.kind.as_str(), "/", &self.id].concat().into()
    }

    /// Parses the text of slice keys.
    pub fn read(name: &str) -> Option<Self> {
        let (kind, id) = name.split_once('/')?;
        let kinds = [EntityKind::Contact, EntityKind::Employer, EntityKind::Attendance];
        let kind = kinds.into_iter().find(|known| known.as_str() == kind)?;
        (!id.is_empty()).then(|| Self::new(kind, id))
    }
}

impl Ids for Entity {
    const PARTS: Parts = <u64 as Ids>::PARTS;

    fn into_subject(self) -> Subject {
        Subject::of_id(self.name())
    }

    fn of(subject: &Subject) -> Option<Self> {
        Self::read(subject.id()?)
    }
}

#[cfg(test)]
mod tests {
    use super::{Entity, EntityKind};

    #[test]
    fn an_entity_is_read_back_from_its_spelling_and_an_unknown_kind_is_ignored() {
        for entity in [Entity::new(EntityKind::Contact, "9"), Entity::new(EntityKind::Attendance, "2026/1")] {
            assert_eq!(Entity::read(&entity.name()), Some(entity));
        }
        for wrong in ["contact", "contact/", "person/9", ""] {
            assert_eq!(Entity::read(wrong), None, "{wrong}");
        }
    }
}
