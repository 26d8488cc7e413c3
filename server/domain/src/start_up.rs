//! Corrects what a crash left in the store: streams of customers and links of the embedded broker ended with the
//! process. Sets every due time again: the configuration may have changed, and an older server did not store due times.

use crate::auth;
use crate::broker;
use crate::centre::{Centre, Transaction};
use crate::channels;
use crate::colleagues;
use crate::contacts;
use crate::context::Context;
use crate::effects;
use crate::message_search;
use crate::retention;
use crate::router;
use crate::store::{JobState, SessionRow, Store, StoreResult, WebChatRow};
use crate::stored_numbers;
use crate::voice;
use crate::web_chat;
use std::collections::BTreeSet;
use wire::Channel;

impl Centre {
    /// Ends calls and registrations of the embedded voice gateway, marks every customer's page as closed from now on
    /// and, with `links` (the embedded broker), every agent's link as down. Pages and links that reconnect are marked as
    /// open again.
    pub fn start_up(&self, store: &mut dyn Store, context: &mut Context<'_>, links: bool) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            correct_sessions(tx, links)?;
            close_pages(tx)?;
            for channel in Channel::ALL {
                for row in tx.store.connected_channels(channel)? {
                    channels::set_pause_maximum_due(tx, &row)?;
                    if channels::is_reached(tx, &row.agent_id)? {
                        tx.store.add_missing_candidates(&row)?;
                    } else {
                        tx.store.delete_candidates(&row.agent_id)?;
                    }
                }
            }
            stored_numbers::begin(tx)?;
            tx.store.index_people()?;
            contacts::index_addresses(tx)?;
            message_search::index_older(tx)?;
            retention::start(tx)?;
            if tx.config.voice.nodes.is_empty() {
                voice::end_recordings_at_start(tx)?;
                voice::end_at_start(tx)?;
                colleagues::end_at_start(tx)?;
                voice::end_supervisions_at_start(tx)?;
                voice::disconnect_lost(tx)?;
            } else {
                // Of a gateway that ran before the nodes.
                voice::end_recordings_at_start(tx)?;
                voice::end_supervisions_at_start(tx)?;
                voice::add_missing_reservations(tx)?;
            }
            effects::start(tx)
        })
    }
}

fn close_pages(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    let mut agents = BTreeSet::new();
    let mut groups = BTreeSet::new();
    for state in [JobState::Waiting, JobState::Active] {
        for job in tx.store.jobs_in_state(state)? {
            if let Some(chat) = tx.store.web_chat(&job.protocol)?
                && chat.page_gone_since.is_none()
                && chat.customer_seen
            {
                tx.store.put_web_chat(&WebChatRow { page_gone_since: Some(tx.now()), ..chat })?;
            }
            web_chat::set_customer_due(tx, &job)?;
            if state == JobState::Waiting {
                groups.insert(job.group_id);
            } else if job.channel != Channel::Voice {
                agents.insert(job.agent_id);
            }
        }
    }
    groups.iter().try_for_each(|group| router::queue_changes_soon(tx, group))?;
    agents.iter().try_for_each(|agent| router::set_gone_due(tx, agent))
}

/// With `links` marks every link as closed; otherwise adds the org unit to sessions of an older server.
fn correct_sessions(tx: &mut Transaction<'_, '_>, links: bool) -> StoreResult<()> {
    for session in tx.store.linked_sessions()? {
        let session = broker::with_org_unit(tx, session)?;
        auth::set_session_end(tx, &session)?;
        if !links {
            tx.store.put_session(&session)?;
            continue;
        }
        let agent = session.agent_id.clone();
        // Heartbeats are not stored, so the agent gets the full time to reconnect.
        tx.store.put_session(&SessionRow { linked: false, last_beat: Some(tx.now()), ..session })?;
        tx.store.delete_candidates(&agent)?;
        tx.board_changed(&agent)?;
    }
    Ok(())
}
