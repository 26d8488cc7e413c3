//! The agent's internal call: turns requests, events and lists into events of the state machine in `call.rs`, and
//! executes its actions.

use super::call::{CallAction, CallEvent, Phase};
use super::{CallObstacle, Colleagues, Exit, OwnFacts, Pending, slices};
use crate::flow::{Answer, Context, EventNumber, ServerWrite, Text, path};
use crate::shell::SnackbarKind;
use crate::wire::{
    AgentId, InternalCallEnd, InternalCallEvent, InternalCallHangupEvent, InternalCallReply, InternalCallRequest,
    InternalCallStatus, InternalCallStatusEvent, InternalHangUpRequest,
};

/// The agent's decision about the internal call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The agent accepts the call.
    Accept,
    /// The agent declines the call.
    Decline,
    /// The agent hangs the call up, or cancels it.
    HangUp,
}

impl Colleagues {
    /// The agent calls a colleague. No effect while a call exists, or if the agent to call is not in the list.
    pub fn place(
        &mut self,
        context: &mut Context,
        agent: &AgentId,
        own_extension: Option<&str>,
        own: OwnFacts,
    ) -> Vec<Exit> {
        let Some(row) = self.rows.iter().find(|row| row.id == *agent) else { return Vec::new() };
        if let Some(obstacle) = self.obstacle(own) {
            let key = match obstacle {
                CallObstacle::Blocked => "callsBetweenAgentsNotAllowed",
                CallObstacle::OwnVoiceDisconnected => "colleagues.obstacle.ownVoiceDisconnected",
                CallObstacle::OwnCall => "colleagues.obstacle.ownCall",
            };
            return vec![Exit::Said(SnackbarKind::Warning, Text::key(key))];
        }
        if row.status.extension.is_empty() {
            return Vec::new();
        }
        self.call = InternalCallEvent {
            from: own_extension.unwrap_or(&self.extension).to_owned(),
            to: row.status.extension.clone(),
            is_caller: true,
            colleague_id: row.id.clone(),
            colleague_name: row.name.clone(),
            colleague_groups: row.groups.clone(),
            ..InternalCallEvent::default()
        };
        self.step(context, CallEvent::Place)
    }

    /// The server answered the request to call. The event of the call may have arrived before.
    pub(super) fn on_placed(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        let mut exits = vec![Exit::ExpectLeg(false)];
        exits.extend(match answer.read::<InternalCallReply>() {
            Ok(reply) => self.take_call(context, reply.call, None),
            Err(answer) if answer.is_uncertain() => self.step(context, CallEvent::Lost),
            Err(answer) => {
                let said = self.refusal(&answer);
                self.step_saying(context, CallEvent::Refused, Some(said))
            }
        });
        exits
    }

    fn refusal(&self, answer: &Answer) -> Exit {
        let name = self.call.colleague_name.clone();
        let text = match answer.reason() {
            Some("agentCallOrgUnitBlocked") => Text::key("callsBetweenAgentsNotAllowed"),
            Some(reason) => {
                let details = std::collections::BTreeMap::new();
                Text::reason("colleagues.refused", reason, &details, "colleagues.refused.unknown").with("name", name)
            }
            None => Text::key("colleagues.refused.unknown").with("name", name),
        };
        Exit::Said(SnackbarKind::Error, text)
    }

    /// The agent accepts, declines or hangs up.
    pub fn decide(&mut self, context: &mut Context, decision: Decision) -> Vec<Exit> {
        self.step(
            context,
            match decision {
                Decision::Accept => CallEvent::Accept,
                Decision::Decline => CallEvent::Decline,
                Decision::HangUp => CallEvent::HangUp,
            },
        )
    }

    /// The server reports that the agent has this call. `event`: the number of its event.
    pub fn take_call(
        &mut self,
        context: &mut Context,
        call: InternalCallEvent,
        event: Option<EventNumber>,
    ) -> Vec<Exit> {
        if call.unique_id.is_empty() || call.unique_id == self.over {
            return Vec::new();
        }
        let mut exits = Vec::new();
        if self.phase.is_known() && self.call.unique_id != call.unique_id {
            // The event of the earlier call's end was missed.
            exits.extend(self.step(context, CallEvent::Unlisted));
        }
        let is_new = !self.phase.is_known();
        let (is_caller, status) = (call.is_caller, call.status);
        if is_new || call.answered_at.is_some() {
            self.call = call;
        }
        if is_new {
            self.begun = event;
            exits.extend(self.step(context, if is_caller { CallEvent::Outgoing } else { CallEvent::Incoming }));
        }
        if status == InternalCallStatus::Answer {
            exits.extend(self.step(context, CallEvent::Answered));
            // A call that was answered before this page learned of it did not ring here.
            exits.retain(|exit| !matches!(exit, Exit::Rings { .. } | Exit::RingOver));
        }
        exits
    }

    /// The call has another status (INT-005).
    pub fn take_status(&mut self, context: &mut Context, event: &InternalCallStatusEvent) -> Vec<Exit> {
        if event.unique_id != self.call.unique_id || event.status != InternalCallStatus::Answer {
            return Vec::new();
        }
        self.call.answered_at = event.answered_at.or(Some(context.happened_at()));
        self.step(context, CallEvent::Answered)
    }

    /// The call is over for both (INT-006 to INT-008, INT-012).
    pub fn take_end(&mut self, context: &mut Context, event: &InternalCallHangupEvent) -> Vec<Exit> {
        if event.unique_id != self.call.unique_id || !self.phase.is_known() {
            return Vec::new();
        }
        let said = self.end_text(event);
        self.step_saying(context, CallEvent::Over, said)
    }

    /// The text about the end for the agent; none after an action of the agent's own.
    fn end_text(&self, event: &InternalCallHangupEvent) -> Option<Exit> {
        if event.by_you {
            return None;
        }
        let is_caller = self.call.is_caller;
        let (kind, key) = match event.cause {
            InternalCallEnd::HungUp => (SnackbarKind::Info, "colleagues.ended.hungUp"),
            InternalCallEnd::Cancelled if is_caller => return None,
            InternalCallEnd::Cancelled | InternalCallEnd::NotAnswered if !is_caller => {
                (SnackbarKind::Warning, "colleagues.ended.missed")
            }
            InternalCallEnd::Declined if is_caller => (SnackbarKind::Warning, "colleagues.ended.declined"),
            InternalCallEnd::Busy if is_caller => (SnackbarKind::Warning, "colleagues.ended.busy"),
            InternalCallEnd::NotAnswered => (SnackbarKind::Warning, "colleagues.ended.notAnswered"),
            InternalCallEnd::Unavailable | InternalCallEnd::Failed if is_caller => {
                (SnackbarKind::Error, "colleagues.ended.failed")
            }
            InternalCallEnd::Cancelled
            | InternalCallEnd::Declined
            | InternalCallEnd::Busy
            | InternalCallEnd::Unavailable
            | InternalCallEnd::Failed => (SnackbarKind::Info, "colleagues.ended.over"),
        };
        Some(Exit::Said(kind, Text::key(key).with("name", self.call.colleague_name.clone())))
    }

    /// The server's list, as of `as_of_seq` of `epoch`, contains the agent's internal call, or none.
    pub fn on_listed(
        &mut self,
        context: &mut Context,
        calls: Vec<InternalCallEvent>,
        as_of_seq: u64,
        epoch: &str,
    ) -> Vec<Exit> {
        match calls.into_iter().next() {
            Some(call) => self.take_call(context, call, None),
            None if self.begun.as_ref().is_some_and(|begun| begun.is_after(as_of_seq, epoch)) => Vec::new(),
            None => self.step(context, CallEvent::Unlisted),
        }
    }

    /// The leg of a call ended on the agent's telephone.
    pub fn leg_ended(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        if self.phase.is_known() && self.call.unique_id == id {
            self.step(context, CallEvent::LegEnded)
        } else {
            Vec::new()
        }
    }

    /// The colleague of the call.
    pub(super) fn is_with(&self, agent: &AgentId) -> bool {
        self.phase != Phase::None && self.call.colleague_id == *agent
    }

    pub(super) fn colleague_extension(&self) -> &str {
        if self.call.is_caller { &self.call.to } else { &self.call.from }
    }

    fn own_extension(&self) -> &str {
        if self.call.is_caller { &self.call.from } else { &self.call.to }
    }

    /// Moves the machine, and does what follows.
    fn step(&mut self, context: &mut Context, event: CallEvent) -> Vec<Exit> {
        self.step_saying(context, event, None)
    }

    /// Like `step`, with the text for the agent if an action shows one.
    fn step_saying(&mut self, context: &mut Context, event: CallEvent, said: Option<Exit>) -> Vec<Exit> {
        let before = self.phase;
        let (phase, actions) = before.after(event);
        self.phase = phase;
        context.dirty(slices::INTERNAL_CALL.key());
        context.dirty(slices::COLLEAGUES.key());
        context.dirty(slices::ROW.of(self.call.colleague_id.clone()));
        let id = self.call.unique_id.clone();
        let extension = self.colleague_extension().to_owned();
        let mut exits = Vec::new();
        for action in actions {
            match action {
                CallAction::Send => {
                    let body = InternalCallRequest { from: self.call.from.clone(), to: self.call.to.clone() };
                    let request = ServerWrite::CallColleague.post(path!["internal-call", "call"]).json(&body);
                    context.request(&mut self.requests, Pending::Call, request);
                    exits.push(Exit::ExpectLeg(true));
                }
                CallAction::CarryOutgoing => {
                    exits.push(Exit::CarryOutgoing { id: id.clone(), extension: extension.clone() });
                }
                CallAction::CarryIncoming => {
                    exits.push(Exit::CarryIncoming { id: id.clone(), extension: extension.clone() });
                }
                CallAction::Notify => {
                    exits.push(Exit::Rings { name: self.call.colleague_name.clone(), extension: extension.clone() })
                }
                CallAction::AcceptLeg => exits.push(Exit::AcceptLeg(id.clone())),
                CallAction::DeclineLeg => exits.push(Exit::DeclineLeg(id.clone())),
                CallAction::HangUpLeg => exits.push(Exit::HangUpLeg(id.clone())),
                CallAction::SendHangUp => {
                    let body = InternalHangUpRequest { from: self.own_extension().to_owned(), unique_id: id.clone() };
                    let request = ServerWrite::HangUpColleague.post(path!["internal-call", "hangup"]).json(&body);
                    context.request(&mut self.requests, Pending::HangUp, request);
                }
                CallAction::Release => exits.push(Exit::Release(id.clone())),
                CallAction::LookUp => exits.push(Exit::LookUp),
                CallAction::SayNotPlaced => {
                    let text = Text::key("colleagues.refused.unknown").with("name", self.call.colleague_name.clone());
                    exits.push(Exit::Said(SnackbarKind::Error, text));
                }
                CallAction::SayRefused | CallAction::SayEnd => exits.extend(said.clone()),
            }
        }
        if before == Phase::Ringing && phase != Phase::Ringing {
            exits.push(Exit::RingOver);
        }
        if phase == Phase::Talking && before != Phase::Talking {
            exits.push(Exit::LegAnswered(id));
        }
        if phase.is_known() != before.is_known() {
            // Both agents have a new status now: the presence of the rows is loaded at once.
            self.reload_presence_if_open(context);
        }
        if phase == Phase::None && before.is_known() {
            self.begun = None;
            self.over.clone_from(&self.call.unique_id);
        }
        exits
    }
}
