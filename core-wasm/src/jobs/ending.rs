//! The end of an attendance of a text channel: the agent finishes it, and it is closed after its qualification. The paths
//! differ by the channel's name only.

use super::exit::Exit;
use super::machine::{Jobs, Pending};
use crate::flow::{Answer, Context, HttpRequest, Text, path};
use crate::session::ActingAgent;
use crate::shell::Route;
use crate::wire::{JobRequest, Protocol};

/// The part of the interface that waits for the answer to a finish.
const FINISH: &str = "finish";

impl Jobs {
    /// Sends the finish and marks the attendance as busy with `finish`. `route`: what the agent sees; the qualification opens only
    /// while that has not changed.
    pub fn finish(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol, route: &Route) {
        let open = self.get(protocol).filter(|job| !job.is_ended() && !job.is_busy(FINISH));
        let Some(channel) = open.map(|job| job.channel()) else { return };
        self.set_busy(context, protocol, FINISH, true);
        let request =
            HttpRequest::post(path!["job", channel.as_str(), "finish"]).json(&request(acting_agent, protocol));
        context.request(&mut self.requests, Pending::Finish(protocol.clone(), route.clone()), request);
    }

    /// Closes the attendance after its qualification (QUA-013); the server accepts a repetition.
    pub fn close(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) {
        let Some(channel) = self.get(protocol).map(|job| job.channel()) else { return };
        let request = HttpRequest::post(path!["job", channel.as_str(), "close"]).json(&request(acting_agent, protocol));
        context.request(&mut self.requests, Pending::Close, request);
    }

    pub(super) fn on_finished(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        route: Route,
        answer: &Answer,
    ) -> Vec<Exit> {
        self.set_busy(context, protocol, FINISH, false);
        match answer {
            Answer::Ok(_) => vec![Exit::Finished(protocol.clone(), route)],
            Answer::NotFound(_) => vec![Exit::Gone(protocol.clone())],
            // It may have succeeded: the list is loaded again.
            answer if answer.is_passing() => vec![finish_refused(protocol), Exit::Gone(protocol.clone())],
            _ => vec![finish_refused(protocol)],
        }
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
