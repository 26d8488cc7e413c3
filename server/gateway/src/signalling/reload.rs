//! Calls of pages that are reloaded (BEY-024): the connection of the page closes, its session is claimed, and the new page
//! offers a new connection. A page that stays hangs up by closing its connection. The link of its session shows which of
//! both it is: it closes with a reloaded page, before or after the connection.

use std::time::Duration;

use serde_json::json;

use super::Signalling;
use super::deadlines::Subject;
use super::plugin::Transaction;
use super::sip::SipState;
use crate::media::LegId;
use crate::room::LeaveCause;

/// Longest time between the ends of connection and link of a page that is left.
const LINK_CLOSES_WITHIN: Duration = Duration::from_secs(2);

impl Signalling {
    /// Whether the page of a handle may be reloaded and continue its call.
    pub(super) fn may_return(&self, id: u64) -> bool {
        self.handles.get(&id).is_some_and(|handle| {
            handle.state == SipState::InCall
                && handle.extension.as_deref().is_some_and(|extension| self.control.claims_after_reload(extension))
        })
    }

    /// A page that may return closed the connection of its call. Without a link the call waits: its session ends if it is not
    /// claimed within `return_timeout`, and the media reports the leg as lost if no new connection is offered.
    pub(super) fn on_page_closed(&mut self, leg: LegId, handle: u64) {
        let Some(session) = self.handles.get(&handle).and_then(|handle| self.sessions.change(handle.session)) else {
            return;
        };
        if session.has_link() {
            self.deadlines.set(Subject::ClosedLeg(leg), self.now + LINK_CLOSES_WITHIN);
        } else {
            session.page_left();
        }
    }

    /// The link of a session closed, or the session was claimed: its page was left, but its calls were not ended.
    pub(super) fn keep_calls(&mut self, session: u64) {
        let handles = self.sessions.get(session).map(|session| session.handles.clone()).unwrap_or_default();
        let mut is_left = false;
        for handle in handles {
            is_left |= self.leg_of(handle).is_some_and(|leg| self.deadlines.cancel(&Subject::ClosedLeg(leg)));
        }
        if let Some(session) = self.sessions.change(session)
            && is_left
            && !session.has_link()
        {
            session.page_left();
        }
    }

    /// Sends a page that claimed its session for each of its calls whether the call is on hold. The record of the page may
    /// be older than its last request to hold or to resume, and a held call that is shown as active would be silent on both
    /// sides.
    pub(super) fn send_hold_state(&mut self, session: u64) {
        let handles = self.sessions.get(session).map(|session| session.handles.clone()).unwrap_or_default();
        for handle in handles {
            if self.handles.get(&handle).is_none_or(|handle| handle.state != SipState::InCall) {
                continue;
            }
            let Some((call, party)) = self.call_of(handle) else { continue };
            let Some(holds) = self.party(call, party).map(|party| party.holds) else { continue };
            let event = if holds { "holding" } else { "resuming" };
            self.event(handle, Transaction::None, json!({"event": event}), None);
        }
    }

    /// Ends a call whose page is still open after it closed the peer connection.
    pub(super) fn end_closed_leg(&mut self, leg: LegId) {
        if let Some((call, party)) = self.legs.get(&leg).copied() {
            self.leave(call, party, LeaveCause::Closed);
        }
    }
}
