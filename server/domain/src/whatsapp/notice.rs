//! Notices of networks about a customer: another number, another device, or an item that cannot be shown. In an open attendance a
//! notice becomes a system message. It begins no attendance and marks nothing as unread (BEY-167).

use super::conversation;
use super::identity;
use super::provider::{WhatsAppNotice, WhatsAppNoticeKind};
use crate::centre::Transaction;
use crate::jobs::{self, SystemMessage};
use crate::store::{ConversationRow, JobState, MessagePlace, ProviderMessageRow, StoreResult, WhatsAppRouteRow};
use wire::Message;

pub(super) fn take(tx: &mut Transaction<'_, '_>, route: &WhatsAppRouteRow, notice: &WhatsAppNotice) -> StoreResult<()> {
    if tx.store.provider_message(&route.id, &notice.provider_id)?.is_some() {
        return Ok(());
    }
    if let WhatsAppNoticeKind::AddressChanged { to } = &notice.kind {
        identity::is_renamed(tx, route, &notice.customer, to)?;
    }
    let name = identity::canonical(route, &notice.customer);
    let conversation = identity::known(tx.store, &route.id, &name)?;
    let job = conversation.as_ref().map(|known| conversation::current(tx, known)).transpose()?.flatten();
    let (Some(conversation), Some(mut job)) = (conversation, job) else {
        // A repetition changes nothing, although an attendance may have begun meanwhile.
        return tx.store.insert_provider_message(&notice_row(tx, route, notice, None));
    };
    let (line, text) = match &notice.kind {
        WhatsAppNoticeKind::AddressChanged { to } => (SystemMessage::AddressChanged, to.as_str()),
        WhatsAppNoticeKind::IdentityChanged => (SystemMessage::IdentityChanged, ""),
        WhatsAppNoticeKind::Unsupported { kind } => (SystemMessage::Unsupported, kind.as_str()),
    };
    job.chat_identifier = identity::identifier(&conversation);
    let content = Message { message: text.to_owned(), ..Message::default() };
    let message = jobs::add_system_text(tx, &mut job, line, None, content)?;
    let place = MessagePlace { protocol: job.protocol.clone(), seq: message.seq };
    tx.store.insert_provider_message(&notice_row(tx, route, notice, Some(place)))?;
    // The customer wrote something, so that the network lets the agent answer.
    let is_written = matches!(notice.kind, WhatsAppNoticeKind::Unsupported { .. });
    let sent_at = notice.sent_at.map_or(tx.now(), |at| at.min(tx.now()));
    let opens = is_written && conversation.last_receipt < Some(sent_at);
    if opens {
        tx.store.put_conversation(&ConversationRow { last_receipt: Some(sent_at), ..conversation })?;
    }
    let job = jobs::save(tx, job)?;
    if job.state != JobState::Active {
        return Ok(());
    }
    if opens {
        conversation::publish_job(tx, &job)?;
    }
    tx.publish_message(&job.agent_id, message)
}

fn notice_row(
    tx: &Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    notice: &WhatsAppNotice,
    message: Option<MessagePlace>,
) -> ProviderMessageRow {
    ProviderMessageRow {
        route_id: route.id.clone(),
        provider_id: notice.provider_id.clone(),
        message,
        early: None,
        entry: None,
        changes: None,
        at: tx.now(),
    }
}
