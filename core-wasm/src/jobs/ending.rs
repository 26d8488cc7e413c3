//! The end of an attendance of a text channel: the agent finishes it, and it is closed after its qualification. Only
//! the channel's name in the paths differs.

use super::closing::{Closing, ClosingEvent, ClosingStep, ClosingView};
use super::exit::Exit;
use super::machine::{Jobs, Pending};
use super::slices;
use crate::flow::{Answer, Context, ServerWrite, Text, path};
use crate::session::ActingAgent;
use crate::shell::Route;
use crate::wire::{JobRequest, Protocol};

/// The part of the interface that waits for the answer to a finish.
const FINISH: &str = "finish";

/// An attendance that the agent closes.
#[derive(Clone, Debug)]
pub(super) struct HeldClosing {
    state: Closing,
    /// The route that the agent saw when requesting the finish; the qualification opens only while the route is the
    /// same.
    route: Route,
}

impl Jobs {
    /// The agent requested to close an attendance; `route` is the route that the agent sees.
    pub fn ask_closing(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        event: ClosingEvent,
        route: &Route,
    ) -> Option<Exit> {
        let is_open = self.get(protocol).is_some_and(|job| !job.is_ended());
        if is_open { self.step_closing(context, protocol, event, Some(route)) } else { None }
    }

    /// Applies an event to an attendance that is being closed.
    pub fn apply_closing_event(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        event: ClosingEvent,
    ) -> Option<Exit> {
        self.step_closing(context, protocol, event, None)
    }

    fn step_closing(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        event: ClosingEvent,
        route: Option<&Route>,
    ) -> Option<Exit> {
        let held = self.closings.remove(protocol);
        let before = held.as_ref().map(|held| held.state);
        let route = route.cloned().or(held.map(|held| held.route))?;
        let (state, step) = Closing::after(before, event);
        if let Some(state) = state {
            self.closings.insert(protocol, HeldClosing { state, route: route.clone() });
        }
        let is_asked = matches!(state, Some(Closing::Finishing(_) | Closing::LookingUp(_)));
        self.set_busy(context, protocol, FINISH, is_asked);
        context.dirty(slices::JOB.of(protocol.clone()));
        match step {
            ClosingStep::Nothing => None,
            ClosingStep::Ask => Some(Exit::AskFinish { protocol: protocol.clone(), route }),
            ClosingStep::Finish => Some(Exit::SendFinish(protocol.clone())),
            ClosingStep::LookUp => Some(Exit::Gone(protocol.clone())),
            ClosingStep::GoOn(then) => Some(Exit::Finished { protocol: protocol.clone(), route, then }),
            ClosingStep::TellRefused => Some(finish_refused(protocol)),
            ClosingStep::TellCustomerWrote => {
                Some(Exit::Refused(protocol.clone(), Text::key("jobs.customerWroteBeforeFinish")))
            }
            ClosingStep::TellNotSent => Some(Exit::Refused(protocol.clone(), Text::key("jobs.notSentBeforeFinish"))),
        }
    }

    /// The agent opens the dialog of the finish without waiting for the messages that are being sent.
    pub fn ask_after_sending_ends(&mut self, context: &mut Context, protocol: &Protocol) -> Option<Exit> {
        let waits = self.closings.get(protocol).is_some_and(|held| held.state == Closing::AskAfterSending);
        if waits { self.apply_closing_event(context, protocol, ClosingEvent::Cancelled) } else { None }
    }

    /// The progress of closing the attendance; `None` if the agent does not close it.
    pub(super) fn closing_view(&self, protocol: &Protocol) -> Option<ClosingView> {
        self.closings.get(protocol).and_then(|held| ClosingView::of(held.state))
    }

    /// Whether the agent is closing the attendance.
    pub fn is_closing(&self, protocol: &Protocol) -> bool {
        self.closings.contains_key(protocol)
    }

    /// The attendances that are finished after their messages were sent.
    pub fn closing_after_sending(&self) -> Vec<Protocol> {
        self.closing_in(|state| matches!(state, Closing::AskAfterSending | Closing::AfterSending(_)))
    }

    /// The list was loaded after a finish without an answer: attendances that are open in it were not finished.
    pub fn look_up_finishes(&mut self, context: &mut Context) -> Vec<Exit> {
        let asked = self.closing_in(|state| matches!(state, Closing::LookingUp(_)));
        asked
            .iter()
            .filter_map(|protocol| {
                let has_ended = self.get(protocol).is_some_and(|job| job.is_ended());
                let event = if has_ended { ClosingEvent::Ended } else { ClosingEvent::FoundOpen };
                self.apply_closing_event(context, protocol, event)
            })
            .collect()
    }

    fn closing_in(&self, is_meant: impl Fn(Closing) -> bool) -> Vec<Protocol> {
        let meant = self.closings.iter().filter(|(_, held)| is_meant(held.state));
        meant.map(|(protocol, _)| Protocol::from(protocol)).collect()
    }

    /// Asks the server to finish the attendance.
    pub fn send_finish(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) {
        let Some(channel) = self.get(protocol).map(|job| job.channel()) else { return };
        let request = ServerWrite::FinishJob
            .post(path!["job", channel.as_str(), "finish"])
            .json(&request(acting_agent, protocol));
        context.request(&mut self.requests, Pending::Finish(protocol.clone()), request);
    }

    /// Closes the attendance after its qualification (QUA-013); the server accepts a repetition.
    pub fn close(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) {
        let Some(channel) = self.get(protocol).map(|job| job.channel()) else { return };
        let request =
            ServerWrite::CloseJob.post(path!["job", channel.as_str(), "close"]).json(&request(acting_agent, protocol));
        context.request(&mut self.requests, Pending::Close, request);
    }

    pub(super) fn on_finished(&mut self, context: &mut Context, protocol: &Protocol, answer: &Answer) -> Option<Exit> {
        let event = match answer {
            Answer::Ok(_) => ClosingEvent::Accepted,
            // The finish may have succeeded, or another page finished the attendance before: the list decides.
            Answer::NotFound(_) => ClosingEvent::AnswerLost,
            answer if answer.is_passing() => ClosingEvent::AnswerLost,
            _ => ClosingEvent::Refused,
        };
        self.apply_closing_event(context, protocol, event)
    }
}

fn finish_refused(protocol: &Protocol) -> Exit {
    Exit::Refused(protocol.clone(), Text::key("jobs.finishFailed"))
}

fn request(acting_agent: &ActingAgent, protocol: &Protocol) -> JobRequest {
    JobRequest {
        protocol: protocol.clone(),
        agent_id: acting_agent.agent_id.clone(),
        org_unit_id: acting_agent.org_unit_id.clone(),
    }
}
