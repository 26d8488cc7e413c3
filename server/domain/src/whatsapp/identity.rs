//! Identifies customers. A network writes one person's number in several forms (decision 84), knows a person by an id without a number, and reports
//! changed numbers. All these names must lead to one conversation of the route. If the network joins two names that already have conversations, the
//! two contacts are proposed to agents as one person.

use super::conversation;
use super::provider::WhatsAppSend;
use crate::address;
use crate::centre::Transaction;
use crate::contacts::{self, Other};
use crate::store::{ContactField, ConversationAliasRow, ConversationRow, JobRow, Store, StoreResult, WhatsAppRouteRow};
use std::collections::BTreeSet;
use wire::events::whatsapp::without_plus;
use wire::{ContactId, MetaType, OrgUnitId, SamePersonReason};

/// A name that was confirmed within this time is not stored again.
const CONFIRMED_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// The names that a network gives a customer in one item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a> {
    /// Number or account, as written.
    pub customer: &'a str,
    /// Id beside the number; empty without one.
    pub user_id: &'a str,
}

/// The canonical form of a name, in which it is a key.
pub(super) fn canonical(route: &WhatsAppRouteRow, written: &str) -> String {
    match route.meta_type {
        MetaType::Whatsapp => address::of_network(written),
        MetaType::Instagram => without_plus(written.trim()).to_owned(),
    }
}

/// The conversation with this canonical name: as its own name, as another form stored by an older server, or as a further name.
pub(super) fn known(store: &dyn Store, route_id: &str, name: &str) -> StoreResult<Option<ConversationRow>> {
    for writing in address::network_writings(name) {
        if let Some(known) = store.conversation(route_id, &writing)? {
            return Ok(Some(known));
        }
    }
    match store.conversation_alias(route_id, name)? {
        Some(alias) => store.conversation(route_id, &alias.customer),
        None => Ok(None),
    }
}

/// The customer's name as conversations and attendances store it, known or not.
pub(super) fn key(store: &dyn Store, route: &WhatsAppRouteRow, written: &str) -> StoreResult<String> {
    let name = canonical(route, written);
    Ok(known(store, &route.id, &name)?.map_or(name, |row| row.customer))
}

/// The conversation of the customer with these names, or a new one. Names in one item become names of one conversation, unless each already has its
/// own conversation: these are not merged.
pub(super) fn conversation_of(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    names: Names<'_>,
) -> StoreResult<ConversationRow> {
    let written = names.customer.trim().trim_start_matches('+');
    let first = canonical(route, written);
    let mut forms = vec![first.clone()];
    forms.extend(Some(names.user_id.trim().to_owned()).filter(|id| !id.is_empty() && *id != first));
    let mut found: Vec<ConversationRow> = Vec::new();
    let mut is_new_name = false;
    for form in &forms {
        match known(tx.store, &route.id, form)? {
            Some(row) if !found.iter().any(|other| other.customer == row.customer) => found.push(row),
            Some(_) => {}
            None => is_new_name = true,
        }
    }
    if let [one, other, ..] = found.as_slice() {
        may_be_one(tx, route, one, other, SamePersonReason::SameCustomer)?;
    }
    let mut conversation = match found.into_iter().next() {
        Some(found) => found,
        None => conversation::load(tx, route, &first)?,
    };
    for form in &forms {
        add_name(tx, &conversation, form.clone())?;
    }
    if is_new_name && forms.len() > 1 {
        contacts_may_be_one(tx, route, &forms, SamePersonReason::SameCustomer)?;
    }
    // Other systems know the customer by the number, so an id alone does not replace it.
    let is_number = written.bytes().all(|byte| byte.is_ascii_digit());
    if is_number || conversation.written().is_empty() {
        conversation.network_id = written.to_owned();
    }
    Ok(conversation)
}

/// Stores a further name of the customer, unless another conversation has it.
fn add_name(tx: &mut Transaction<'_, '_>, conversation: &ConversationRow, name: String) -> StoreResult<()> {
    let (route_id, customer) = (&conversation.route_id, &conversation.customer);
    if address::network_writings(&name).contains(customer) {
        return Ok(());
    }
    let is_old = |row: &ConversationAliasRow| tx.now().since_ms(row.at) >= CONFIRMED_MS;
    match tx.store.conversation_alias(route_id, &name)? {
        Some(row) if row.customer != *customer || !is_old(&row) => return Ok(()),
        Some(_) => {}
        None if known(tx.store, route_id, &name)?.is_some() => return Ok(()),
        None => {}
    }
    let (route_id, customer, at) = (route_id.clone(), customer.clone(), tx.now());
    tx.store.put_conversation_alias(&ConversationAliasRow { route_id, alias: name, customer, at })
}

/// The provider reports which account the number of a sent message has: messages of that account are the customer's.
pub(super) fn is_named(tx: &mut Transaction<'_, '_>, send: &WhatsAppSend, written: &str) -> StoreResult<()> {
    let written = written.trim().trim_start_matches('+');
    let Some(facts) = tx.store.whatsapp_job(&send.protocol)?.filter(|_| !written.is_empty()) else { return Ok(()) };
    let Some(route) = tx.store.whatsapp_route(&facts.route_id)? else { return Ok(()) };
    let Some(mut conversation) = tx.store.conversation(&facts.route_id, &facts.customer)? else { return Ok(()) };
    let name = canonical(&route, written);
    add_name(tx, &conversation, name.clone())?;
    let is_theirs = known(tx.store, &route.id, &name)?.is_some_and(|row| row.customer == conversation.customer);
    if !is_theirs || conversation.written() == written {
        return Ok(());
    }
    conversation.network_id = written.to_owned();
    tx.store.put_conversation(&conversation)
}

/// The customer's number or id changed: messages under the new one are of the same conversation. Nothing happens if the former name is unknown, or
/// another customer already has the new one.
pub(super) fn is_renamed(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    from: &str,
    to: &str,
) -> StoreResult<()> {
    let written = to.trim().trim_start_matches('+');
    let name = canonical(route, written);
    let Some(mut conversation) = known(tx.store, &route.id, &canonical(route, from.trim()))? else { return Ok(()) };
    if name.is_empty() {
        return Ok(());
    }
    add_name(tx, &conversation, name.clone())?;
    match known(tx.store, &route.id, &name)? {
        Some(other) if other.customer != conversation.customer => {
            return may_be_one(tx, route, &conversation, &other, SamePersonReason::ChangedNumber);
        }
        Some(_) => {}
        None => return Ok(()),
    }
    contacts_may_be_one(tx, route, &[conversation.customer.clone(), name], SamePersonReason::ChangedNumber)?;
    if written.bytes().all(|byte| byte.is_ascii_digit()) {
        conversation.network_id = written.to_owned();
        tx.store.put_conversation(&conversation)?;
    }
    Ok(())
}

/// The network reports that two conversations belong to one customer: their contacts are proposed as the same person.
fn may_be_one(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    one: &ConversationRow,
    other: &ConversationRow,
    reason: SamePersonReason,
) -> StoreResult<()> {
    let contacts = [contact_of(tx, route, one)?, contact_of(tx, route, other)?];
    let unit = &route.org_unit_id;
    match &contacts {
        [Some(one), Some(second)] if one != second => {
            contacts::propose(tx, unit, one, Other::Contact(second), &other.customer, reason)
        }
        [Some(contact), None] => {
            contacts::propose(tx, unit, contact, Other::Customer(&other.name), &other.customer, reason)
        }
        [None, Some(contact)] => {
            contacts::propose(tx, unit, contact, Other::Customer(&one.name), &one.customer, reason)
        }
        _ => Ok(()),
    }
}

/// The names belong to one customer: if two contacts have one of them each, they are proposed as the same person.
fn contacts_may_be_one(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    names: &[String],
    reason: SamePersonReason,
) -> StoreResult<()> {
    let mut found: Vec<(ContactId, &String)> = Vec::new();
    for name in names {
        let contact = only_contact(tx, route, name)?.filter(|id| !found.iter().any(|(known, _)| known == id));
        found.extend(contact.map(|id| (id, name)));
    }
    match found.as_slice() {
        [(one, _), (other, number), ..] => {
            contacts::propose(tx, &route.org_unit_id, one, Other::Contact(other), number, reason)
        }
        _ => Ok(()),
    }
}

/// The contact of the conversation's customer, found by any of the customer's names; `None` if no contact or several
/// have it.
fn contact_of(
    tx: &Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    conversation: &ConversationRow,
) -> StoreResult<Option<ContactId>> {
    let mut names = vec![conversation.customer.clone(), identifier(conversation)];
    let aliases = tx.store.aliases_of_conversation(&conversation.route_id, &conversation.customer)?;
    names.extend(aliases.into_iter().map(|alias| alias.alias));
    for name in names {
        if let Some(contact) = only_contact(tx, route, &name)? {
            return Ok(Some(contact));
        }
    }
    Ok(None)
}

/// The only contact of the route's org unit whose WhatsApp name this is.
fn only_contact(tx: &Transaction<'_, '_>, route: &WhatsAppRouteRow, name: &str) -> StoreResult<Option<ContactId>> {
    let found = tx.store.contacts_by(ContactField::WhatsappIdentifier, name)?;
    let mut of_unit = found.into_iter().filter(|row| row.org_unit_id == route.org_unit_id);
    Ok(of_unit.next().filter(|_| of_unit.next().is_none()).map(|row| row.contact.id))
}

/// The identifier of an attendance: the number if it is known, else the id.
pub(super) fn identifier(conversation: &ConversationRow) -> String {
    address::of_network(conversation.written())
}

/// Links the attendance with the contact of the customer: by its identifier, by a further name of the customer, or by the contact's telephone. Exactly one
/// contact must have it; otherwise the agent decides.
pub(super) fn find_contact(
    tx: &Transaction<'_, '_>,
    job: &mut JobRow,
    conversation: &ConversationRow,
) -> StoreResult<()> {
    if job.contact_id.is_some() {
        return Ok(());
    }
    let mut names = vec![(ContactField::WhatsappIdentifier, job.chat_identifier.clone())];
    names.push((ContactField::WhatsappIdentifier, conversation.customer.clone()));
    for alias in tx.store.aliases_of_conversation(&conversation.route_id, &conversation.customer)? {
        names.push((ContactField::WhatsappIdentifier, alias.alias));
    }
    names.push((ContactField::Phone1, job.chat_identifier.clone()));
    for (field, name) in names {
        let found = tx.store.contacts_by(field, &name)?;
        let mut visible = found.into_iter().filter(|row| row.is_shared() || row.org_unit_id == job.org_unit_id);
        match (visible.next(), visible.next()) {
            (None, _) => {}
            (Some(only), None) => {
                job.contact_id = Some(only.contact.id);
                return Ok(());
            }
            (Some(_), Some(_)) => return Ok(()),
        }
    }
    Ok(())
}

/// The keys of all conversations of this customer, on every route of the org unit.
pub(super) fn customers(store: &dyn Store, org_unit: &OrgUnitId, name: &str) -> StoreResult<BTreeSet<String>> {
    let mut found: BTreeSet<String> =
        address::network_writings(&address::network_key(store.number_country(), name)).into_iter().collect();
    found.insert(name.to_owned());
    for route in store.whatsapp_routes_of_unit(org_unit)? {
        found.extend(known(store, &route.id, &canonical(&route, name))?.map(|row| row.customer));
    }
    Ok(found)
}
