//! Sends the media commands for the mix that each party hears.

use super::Signalling;
use super::call::{Party, Phase};
use crate::control::{CallFact, CallId};
use crate::media::{Hear, MediaCommand};
use crate::room::{PartyChange, PartyId, Role};

impl Signalling {
    /// Sets the mix of each party. A party whose mix is unchanged gets no command.
    pub(super) fn listen(&mut self, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        if !matches!(call.phase, Phase::Talking | Phase::Waiting) {
            return;
        }
        let present = call.parties.iter().filter(|(_, party)| party.is_present);
        let heard: Vec<(PartyId, Hear)> = present.map(|(party, _)| (*party, call.heard_by(*party))).collect();
        for (party, hear) in heard {
            self.hear(id, party, hear);
        }
        self.follow_recording(id);
    }

    pub(super) fn hear(&mut self, id: CallId, party: PartyId, hear: Hear) {
        let Some(party) = self.party_mut(id, party) else { return };
        if party.hear != hear {
            party.hear = hear.clone();
            let leg = party.leg;
            self.media(MediaCommand::Hear { leg, hear });
        }
    }

    /// Changes whether a party holds the others by its own telephone. A supervisor's hold changes only the supervisor's own mix.
    pub(super) fn set_holds(&mut self, id: CallId, of: PartyId, holds: bool) {
        let Some(party) = self.party_mut(id, of) else { return };
        if std::mem::replace(&mut party.holds, holds) == holds {
            return;
        }
        let is_supervisor = matches!(party.role, Role::Supervisor(_));
        self.listen(id);
        if is_supervisor {
            return;
        }
        let Some(call) = self.calls.get(&id) else { return };
        let partners = call.partners(of);
        self.fact(match of {
            PartyId::CALLER | PartyId::CALLEE => CallFact::Held { call: id, side: call.side(of), held: holds },
            _ => CallFact::Party { call: id, party: of, change: PartyChange::Holds(holds) },
        });
        // In a conference the others go on talking.
        if let [partner] = partners.as_slice() {
            self.reoffer(id, *partner, !holds);
        }
    }

    /// A client that does not accept changes by itself gets an offer for the changed direction.
    pub(super) fn reoffer(&mut self, id: CallId, party: PartyId, sends: bool) {
        if let Some((leg, handle)) = self.browser_at(id, party)
            && self.handles.get(&handle).is_some_and(|handle| !handle.auto_accept_changes)
        {
            self.media(MediaCommand::Reoffer { leg, sends });
        }
    }

    pub(super) fn party(&self, id: CallId, party: PartyId) -> Option<&Party> {
        self.calls.get(&id)?.party(party)
    }

    pub(super) fn party_mut(&mut self, id: CallId, party: PartyId) -> Option<&mut Party> {
        self.calls.get_mut(&id)?.parties.get_mut(&party)
    }
}
