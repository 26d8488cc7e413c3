//! Telephones outside the workspace: a customer's telephone for one call to a queue, and the demo's desk telephones of
//! agents.

use super::{RelayServer, accounts, digits_of};
use crate::centre::Transaction;
use crate::digest::sha256_hex;
use crate::due::Due;
use crate::http::Failure;
use crate::identifier::{self, IdentifierSignature, Typed};
use crate::names::customer_name;
use crate::one_at_a_time::Limit;
use crate::store::{ContactField, CustomerFact, StoreResult, VoiceAccountRow};
use serde::Serialize;
use wire::{AgentId, Channel, ErrorBody, OrgUnitId, QueueId, QueueInfo};

/// The demo's confirmation of a number is valid for this time.
const SIGNED_SECONDS: i64 = 60;

/// An account of the voice gateway: for one call of a customer, or for a desk telephone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VoiceTelephone {
    /// Extension to register.
    pub extension: String,
    /// Secret for the registration.
    pub secret: String,
    /// Number to call; empty for a desk telephone, which only receives calls.
    pub number: String,
    /// WebSocket of the gateway: a path on the page's origin, or an address.
    pub url: String,
    /// Token of the gateway; empty: none.
    pub token: String,
    /// API secret of the gateway; empty: none.
    pub apisecret: String,
    /// Relay servers.
    #[serde(rename = "iceServers")]
    pub ice_servers: Vec<RelayServer>,
}

/// Queues that customers can call; none without the embedded gateway.
pub(crate) fn lines(tx: &Transaction<'_, '_>, unit: &OrgUnitId) -> StoreResult<Vec<QueueInfo>> {
    if !tx.config.voice.is_embedded() {
        return Ok(Vec::new());
    }
    let queues = tx.store.queues_of_unit(unit, Channel::Voice)?.into_iter();
    Ok(queues.map(|row| QueueInfo { id: row.id, name: row.name }).collect())
}

/// The number that a customer typed, and its confirmation by the operator's site.
#[derive(Clone, Copy)]
pub(crate) struct TypedNumber<'a> {
    pub phone: Option<&'a str>,
    pub signature: Option<&'a IdentifierSignature>,
}

/// Gives a customer a telephone for one call to the queue.
pub(crate) fn start_call(
    tx: &mut Transaction<'_, '_>,
    name: &str,
    number: TypedNumber<'_>,
    queue: &QueueId,
    unit: &OrgUnitId,
) -> Result<VoiceTelephone, Failure> {
    let name = customer_name(name)?;
    if !lines(tx, unit)?.iter().any(|line| &line.id == queue) {
        return Err(Failure::field("queue", "unknown"));
    }
    // A number that was only typed does not prove who calls.
    let (phone, phone_verified) =
        match (number.phone.map(str::trim).filter(|phone| !phone.is_empty()), number.signature) {
            (Some(phone), signature) => {
                let phone = digits_of(phone).ok_or_else(|| Failure::field("phone", "invalid"))?;
                let is_verified = identifier::is_verified(tx, Typed::Phone, &phone, signature)?;
                (phone, Some(is_verified))
            }
            (None, Some(_)) => return Err(Failure::field("phone", "required")),
            (None, None) => (random_phone(tx), None),
        };
    let address_hash = tx.context.address.as_deref().map(sha256_hex);
    check_limit(tx, address_hash.as_deref())?;
    let customer = CustomerFact { name: name.to_owned(), phone, phone_verified, queue_id: queue.clone(), address_hash };
    let mut account = VoiceAccountRow {
        exten: format!("customer-{}", tx.context.random_hex(8)),
        agent_id: AgentId::default(),
        secret_hash: String::new(),
        registered: false,
        version: 0,
        hidden: false,
        customer: Some(customer),
    };
    let unused_until = tx.now().plus_ms(tx.config.voice.telephone_ms);
    tx.set_due(Due::Telephone, &account.exten, Some(unused_until))?;
    let secret = accounts::issue_secret(tx, &mut account);
    tx.store.insert_voice_account(&account)?;
    Ok(account_for(tx, account.exten, secret, queue.0.clone()))
}

/// Confirms the number of a contact as the operator's site does, and returns it in the signed form. Only the demo does
/// this.
pub(crate) fn sign_number(
    tx: &Transaction<'_, '_>,
    phone: &str,
    unit: &OrgUnitId,
) -> Result<(String, IdentifierSignature), Failure> {
    let secret = tx.config.voice.demo_site.as_ref().ok_or_else(|| Failure::not_found("signature"))?;
    let phone = digits_of(phone).ok_or_else(|| Failure::field("phone", "invalid"))?;
    let found = tx.store.contacts_by(ContactField::Phone1, &phone)?;
    if !found.iter().any(|row| row.org_unit_id.is_empty() || &row.org_unit_id == unit) {
        return Err(Failure::field("phone", "unknown"));
    }
    let expires = tx.now().0 / 1_000 + SIGNED_SECONDS;
    let signed = IdentifierSignature::sign(secret.expose(), &phone, expires);
    Ok((phone, signed))
}

fn account_for(tx: &Transaction<'_, '_>, extension: String, secret: String, number: String) -> VoiceTelephone {
    let voice = &tx.config.voice;
    VoiceTelephone {
        extension,
        secret,
        number,
        url: voice.gateway_path.clone(),
        token: voice.token.clone(),
        apisecret: voice.api_secret.clone(),
        ice_servers: voice.relay_servers.clone(),
    }
}

/// A desk telephone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeskTelephone {
    /// Extension of the telephone.
    pub extension: String,
    /// Whether the telephone is registered at the gateway.
    pub registered: bool,
}

/// Desk telephones that a page may act as, by extension: only with the demo data and the embedded gateway. Elsewhere
/// they are real devices.
pub(crate) fn desk_telephones(tx: &Transaction<'_, '_>, unit: &OrgUnitId) -> StoreResult<Vec<DeskTelephone>> {
    let mut found = Vec::new();
    if !tx.config.voice.desk_telephones || !tx.config.voice.is_embedded() {
        return Ok(found);
    }
    for VoiceAccountRow { exten, registered, .. } in
        tx.store.voice_accounts()?.into_iter().filter(VoiceAccountRow::is_desk)
    {
        if tx.store.extension(&exten)?.is_some_and(|row| &row.org_unit_id == unit) {
            found.push(DeskTelephone { extension: exten, registered });
        }
    }
    Ok(found)
}

/// Gives a page the account of a desk telephone. A new secret replaces the last one.
pub(crate) fn start_desk_telephone(
    tx: &mut Transaction<'_, '_>,
    extension: &str,
    unit: &OrgUnitId,
) -> Result<VoiceTelephone, Failure> {
    if !desk_telephones(tx, unit)?.iter().any(|telephone| telephone.extension == extension) {
        return Err(Failure::field("extension", "unknown"));
    }
    let Some(mut account) = tx.store.voice_account(extension)? else {
        return Err(Failure::field("extension", "unknown"));
    };
    let secret = accounts::issue_secret(tx, &mut account);
    tx.store.put_voice_account(&account)?;
    Ok(account_for(tx, account.exten, secret, String::new()))
}

/// A mobile number of the centre's area.
fn random_phone(tx: &mut Transaction<'_, '_>) -> String {
    let random = u32::from_str_radix(&tx.context.random_hex(4), 16).unwrap_or_default();
    format!("55119{:08}", random % 100_000_000)
}

/// Refuses a further telephone for one address with 429.
fn check_limit(tx: &mut Transaction<'_, '_>, address_hash: Option<&str>) -> Result<(), Failure> {
    let limit = tx.config.voice.telephones_per_address;
    let Some(address_hash) = address_hash.filter(|_| limit > 0) else { return Ok(()) };
    tx.one_at_a_time(Limit::TelephonesOfAddress, address_hash)?;
    if tx.store.telephones_of_address(address_hash)? < limit {
        return Ok(());
    }
    let body = ErrorBody {
        reason: Some("TOO_MANY_CALLS".to_owned()),
        message: "too many calls from this address".to_owned(),
        ..ErrorBody::default()
    };
    Err(Failure::refused(429, body))
}
