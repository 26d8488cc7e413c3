//! Demo tags of contacts, companies and attendances.

use crate::demo::{ORG_UNIT, RENEWALS};
use crate::store::{Store, StoreResult, TagKind, TagRow};
use wire::{AttendanceGroupId, JobTag, OrgUnitId};

/// A tag: identifier, name, kind, group, items (identifier, name, colour).
type DemoTag =
    (&'static str, &'static str, TagKind, Option<&'static str>, &'static [(&'static str, &'static str, &'static str)]);

const TAGS: [DemoTag; 7] = [
    ("1", "Perfil", TagKind::Contact, None, &[("101", "VIP", "#7B63C3"), ("102", "Indicação", "#B1508D")]),
    (
        "2",
        "Produto",
        TagKind::Contact,
        None,
        &[("103", "Fibra", "#4E6EC9"), ("104", "Móvel", "#0F766E"), ("105", "Suporte N2", "#09835E")],
    ),
    (
        "3",
        "Situação",
        TagKind::Contact,
        None,
        &[("106", "Renovação", "#0B75A8"), ("107", "Migração", "#09835E"), ("108", "2ª via", "#966664")],
    ),
    (
        "4",
        "Segmento",
        TagKind::Employer,
        None,
        &[("201", "Varejo", "#3D8123"), ("202", "Saúde", "#906E04"), ("203", "Serviços", "#0B75A8")],
    ),
    ("5", "Porte", TagKind::Employer, None, &[("204", "Pequena", "#966664"), ("205", "Grande", "#7B63C3")]),
    (
        "6",
        "Assunto",
        TagKind::Attendance,
        None,
        &[
            ("31", "Renovação", "#2E7D32"),
            ("41", "WhatsApp", "#1B5E20"),
            ("301", "2ª via", "#966664"),
            ("302", "Reclamação", "#B3261E"),
        ],
    ),
    (
        "7",
        "Contrato",
        TagKind::Attendance,
        Some(RENEWALS),
        &[("303", "Aguarda assinatura", "#906E04"), ("304", "Desconto pedido", "#B1508D")],
    ),
];

fn item((id, name, color): &(&str, &str, &str)) -> JobTag {
    JobTag { tag_item_id: (*id).to_owned(), tag_item_name: (*name).to_owned(), tag_item_color: (*color).to_owned() }
}

/// Items of this kind, in their order.
fn items_of(kind: TagKind) -> Vec<JobTag> {
    TAGS.iter().filter(|tag| tag.2 == kind).flat_map(|tag| tag.4).map(item).collect()
}

/// Zero to three tags of a contact; the same number always gets the same tags.
pub(crate) fn of_contact(number: u32) -> Vec<JobTag> {
    let all = items_of(TagKind::Contact);
    let pick = |turn: usize| all.get((number as usize * 7 + turn * 3) % all.len()).cloned();
    (0..number as usize % 4).filter_map(pick).collect()
}

/// A tag for three of every four companies.
pub(crate) fn of_employer(index: u32) -> Vec<JobTag> {
    let all = items_of(TagKind::Employer);
    let pick = (!index.is_multiple_of(4)).then(|| all.get(index as usize % all.len()).cloned());
    pick.flatten().into_iter().collect()
}

/// Adds the tags if the org unit has none.
pub(crate) fn put_tags(store: &mut dyn Store) -> StoreResult<()> {
    let org_unit_id = OrgUnitId::from(ORG_UNIT);
    if !store.tags_of(&org_unit_id)?.is_empty() {
        return Ok(());
    }
    for (id, name, kind, group, items) in TAGS {
        store.put_tag(&TagRow {
            org_unit_id: org_unit_id.clone(),
            id: id.to_owned(),
            name: name.to_owned(),
            kind,
            group_id: group.map(AttendanceGroupId::from),
            items: items.iter().map(item).collect(),
        })?;
    }
    Ok(())
}
