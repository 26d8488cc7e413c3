//! Past attendances for the contacts of the demo data, so that history, last contact and churn risk are not empty. All
//! people are fictitious, and the same store always gets the same attendances.

use crate::churn;
use crate::context::Context;
use crate::demo::{ORG_UNIT, RENEWALS, SUPPORT};
use crate::store::{
    ContactRow, EndedBy, History, HistoryOf, JobRow, JobState, Sequence, Store, StoreError, StoreResult,
    StoredQualification,
};
use wire::{
    AgentId, Channel, ContactId, Message, MessageKind, MessageStatus, OrgUnitId, Protocol, QualificationId,
    QualifyPayload, QueueId, SenderType, Wall, rfc3339,
};

/// Contacts with a past attendance; the first six are those that tests and simulated customers use.
const CONTACTS: std::ops::Range<u64> = 7..61;
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Agent and name of each attendance.
const AGENTS: [(&str, &str); 4] =
    [("101", "Ana Souza"), ("102", "Bruno Lima"), ("301", "Elisa Prado"), ("302", "Fábio Reis")];

/// Messages, alternately of the customer and the agent; qualification: identifier, name, type.
type Talk = (&'static [&'static str], (&'static str, &'static str, &'static str));

const TALKS: [Talk; 5] = [
    (
        &[
            "Bom dia! Meu plano vence este mês, quero renovar.",
            "Bom dia! Posso renovar agora, com o mesmo valor por 12 meses.",
            "Perfeito, pode renovar.",
        ],
        ("1", "Renovação > Aceita", "positive"),
    ),
    (
        &[
            "Recebi a proposta, mas ainda não decidi.",
            "Sem problema. Posso ligar na próxima semana?",
            "Pode, obrigada.",
        ],
        ("2", "Renovação > Vai pensar", "neutral"),
    ),
    (
        &[
            "O valor subiu muito, não vou renovar.",
            "Entendo. Posso ver um desconto?",
            "Não, já fechei com outra empresa.",
        ],
        ("3", "Renovação > Recusada > Preço", "negative"),
    ),
    (
        &["Não encontrei a segunda via da fatura.", "Enviei agora para o seu e-mail.", "Chegou, obrigado!"],
        ("5", "Dúvida > Resolvida", "positive"),
    ),
    (
        &[
            "A internet cai toda noite.",
            "Abri um chamado; o técnico entra em contato amanhã.",
            "Certo, fico no aguardo.",
        ],
        ("6", "Dúvida > Encaminhada", "neutral"),
    ),
];

/// Adds the attendances of a new demo in a transaction of its own; a store with any history stays as it is.
///
/// Errors: the store failed.
pub fn seed_history(store: &mut dyn Store, context: &mut Context<'_>) -> StoreResult<()> {
    store.begin()?;
    match put_history(store, context).and_then(|()| store.commit()) {
        Ok(()) => Ok(()),
        Err(error) => {
            store.rollback()?;
            Err(error)
        }
    }
}

fn put_history(store: &mut dyn Store, context: &mut Context<'_>) -> StoreResult<()> {
    if store.history_count(&History::all(&OrgUnitId::from(ORG_UNIT), HistoryOf::OrgUnit))? > 0 {
        return Ok(());
    }
    let midnight = context.now.plus_ms(-context.now.0.rem_euclid(DAY_MS));
    let mut past = Vec::new();
    for number in CONTACTS {
        let Some(contact) = store.contact(&ContactId(number.to_string()))? else { continue };
        for round in 0..number % 4 {
            past.push((start(midnight, number, round), number + round, contact.clone()));
        }
    }
    // Protocols that began later have higher numbers.
    past.sort_by_key(|(start, kind, _)| (*start, *kind));
    for (start, kind, contact) in past {
        let (id, unit) = (contact.contact.id.clone(), contact.org_unit_id.clone());
        store.put_contact(&ContactRow { last_contact_at: Some(start), ..contact.clone() })?;
        put_attendance(store, start, kind, contact)?;
        churn::keep(store, false, context.now, &unit, &id)?;
    }
    Ok(())
}

/// A working hour in the last 170 days; some customers wrote recently, others a long time ago.
fn start(midnight: Wall, number: u64, round: u64) -> Wall {
    let scattered = |factor: u64, below: u64| i64::try_from((number * factor + round * 53) % below).unwrap_or_default();
    let days = 1 + scattered(37, 170) / (1 + scattered(3, 4));
    midnight.plus_ms(-days * DAY_MS + 12 * HOUR_MS + scattered(101, 540) * MINUTE_MS)
}

fn put_attendance(store: &mut dyn Store, start: Wall, kind: u64, contact: ContactRow) -> StoreResult<()> {
    let pick = |count: usize| usize::try_from(kind).unwrap_or_default() % count;
    let channel = if kind.is_multiple_of(3) { Channel::Voice } else { Channel::Chat };
    let (texts, (qualify_id, path, qualify_type)) =
        TALKS.get(pick(TALKS.len())).copied().ok_or_else(|| StoreError::Corrupt("no talk".to_owned()))?;
    let queue = match (channel, texts) {
        (Channel::Voice, _) => "5000",
        _ if path.starts_with("Renovação") => RENEWALS,
        _ => SUPPORT,
    };
    let Some(queue) = store.queue(&QueueId::from(queue))? else { return Ok(()) };
    let group = store.group(&queue.group_id)?.map(|row| row.group).unwrap_or_default();
    let day: String = rfc3339(start).chars().take(10).filter(char::is_ascii_digit).collect();
    let number = store.next_number(Sequence::Protocol)?;
    let identifiers = &contact.contact.identifiers;
    let identifier = if channel == Channel::Voice { &identifiers.phone1 } else { &identifiers.chat_identifier };
    let mut job = JobRow {
        queue_id: queue.id,
        queue_name: queue.name,
        group_id: group.id,
        group_name: group.name,
        org_unit_id: queue.org_unit_id,
        customer_name: contact.contact.fullname.clone(),
        chat_identifier: identifier.clone(),
        contact_id: Some(contact.contact.id.clone()),
        contact_noted: Some(contact.contact.id.clone()),
        tags: queue.tags,
        ..JobRow::waiting(Protocol::from(format!("{day}{number:06}")), channel, start)
    };
    if kind.is_multiple_of(11) {
        job.state = JobState::Abandoned;
        job.ended_at = Some(start.plus_ms(4 * MINUTE_MS));
        job.ended_by = Some(EndedBy::Customer);
        return store.put_job(&job);
    }
    let (agent, agent_name) = AGENTS.get(pick(AGENTS.len())).copied().unwrap_or(("101", "Ana Souza"));
    job.agent_id = AgentId::from(agent);
    job.assigned(start.plus_ms(20_000));
    let mut at = start.plus_ms(30_000);
    for (text, from_customer) in texts.iter().zip([true, false].into_iter().cycle()) {
        if channel == Channel::Chat {
            let message = message(&job, text, from_customer, agent_name, at);
            job.seq = message.seq;
            store.insert_message(&message)?;
            job.last_message = Some(message);
        }
        at = at.plus_ms(70_000 + i64::try_from(text.len()).unwrap_or_default() * 500);
    }
    job.state = JobState::Qualified;
    job.ended_at = Some(at);
    job.ended_by = Some(EndedBy::Agent);
    let payload = QualifyPayload {
        protocol: job.protocol.clone(),
        qualify_id: QualificationId::from(qualify_id),
        qualify_path: path.to_owned(),
        qualify_type: qualify_type.to_owned(),
        agent_id: job.agent_id.clone(),
        channel: Some(channel),
        ..QualifyPayload::default()
    };
    job.qualification = Some(StoredQualification { payload, agent_id: job.agent_id.clone(), at: at.plus_ms(30_000) });
    store.put_job(&job)
}

fn message(job: &JobRow, text: &str, from_customer: bool, agent_name: &str, at: Wall) -> Message {
    let seq = job.seq + 1;
    let message = Message {
        protocol: job.protocol.clone(),
        seq,
        message_id: format!("{}.{seq}|demo", job.protocol),
        message: text.to_owned(),
        kind: MessageKind::Text,
        status: MessageStatus::Sent,
        time: Some(at),
        ..Message::default()
    };
    if from_customer {
        let (from, to) = (job.chat_identifier.clone(), job.agent_id.0.clone());
        Message { from, to, sender_type: SenderType::Customer, ..message }
    } else {
        Message {
            from: job.agent_id.0.clone(),
            to: job.chat_identifier.clone(),
            sender_type: SenderType::Agent,
            agent_id: job.agent_id.clone(),
            agent_name: agent_name.to_owned(),
            ..message
        }
    }
}
