//! Assigns each kind of due work to the area that carries it out.

use crate::centre::Transaction;
use crate::due::Due;
use crate::operator::{self, OperatorChange};
use crate::store::StoreResult;
use crate::{
    auth, board, channels, colleagues, contacts, effects, imports, jobs, message_search, pauses, retention, router,
    stored_numbers, voice, web_chat, whatsapp,
};
use wire::AttendanceGroupId;

/// Carries out due work. Its due time was deleted before; a later due time is set as usual.
pub(super) fn run(kind: Due, tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    match kind {
        Due::Operator => operator_is_due(tx, subject),
        Due::AgentGone => router::return_of_gone_agent(tx, subject),
        Due::SessionEnd => auth::session_is_due(tx, subject),
        Due::Customer => web_chat::customer_is_due(tx, subject),
        Due::Abandonment => jobs::abandonment::is_due(tx, subject),
        Due::Snooze => jobs::snooze::is_due(tx, subject),
        Due::WrapUp => channels::wrap_up::is_due(tx, subject),
        Due::PauseMaximum => pauses::maximum_reached(tx, subject),
        Due::Ring => voice::ring_is_due(tx, subject),
        Due::InternalCall => colleagues::ring_is_due(tx, subject),
        Due::CallSupervision => voice::supervision_is_due(tx, subject),
        Due::Telephone => voice::telephone_is_due(tx, subject),
        Due::Registration => voice::registration_is_due(tx, subject),
        Due::Dial => voice::attempt_is_due(tx, subject),
        Due::Dialer => voice::dialer_is_due(tx, subject),
        Due::Assignment => router::queue_changed(tx, &AttendanceGroupId::from(subject)),
        Due::AssignmentCheck => router::check_queue(tx, &AttendanceGroupId::from(subject)),
        Due::Positions => router::positions_are_due(tx, subject),
        Due::OnHold => router::on_hold_is_due(tx, subject),
        Due::Board => board::is_due(tx, subject),
        Due::Effects => effects::call_worker(tx, subject),
        Due::ContactImport => imports::is_due(tx, subject),
        Due::ContactAddresses => contacts::addresses_are_due(tx, subject),
        Due::StoredNumbers => stored_numbers::are_due(tx, subject),
        Due::Broadcast => whatsapp::broadcasts::is_due(tx, subject),
        Due::BroadcastNews => whatsapp::broadcasts::are_due(tx, subject),
        Due::MessageTexts => message_search::texts_are_due(tx, subject),
        Due::Retention => retention::delete_old(tx, subject),
    }
}

/// Notifies the transport of the changes that an operator's command made in another process.
fn operator_is_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    match operator::read(subject)? {
        OperatorChange::Session(ended) => auth::end_links(tx, ended),
        OperatorChange::Telephone(exten) => voice::publish_again(tx, &exten),
        OperatorChange::Queue(agent) => {
            tx.context.recipients.queues.insert(agent);
            Ok(())
        }
        OperatorChange::Chat(protocol) => {
            tx.context.recipients.chats.insert(protocol);
            Ok(())
        }
        // Due work is run after this.
        OperatorChange::Work => Ok(()),
    }
}
