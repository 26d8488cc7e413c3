//! The part that only web chat has: the agent ends an attendance, and the customer's page reports typing and presence. A
//! finished attendance waits for qualification. Messages are in `conversation`.

use super::registry::NAME;
use crate::flow::{Answer, CallId, Calls, Context, HttpCall, Text};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{ClientStatus, JobRequest, Protocol};

/// What other areas do about an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// Shown in a snackbar.
    Refused(Text),
    /// The server confirmed the agent's finish.
    Finished(Protocol),
    /// The server no longer knows the attendance.
    JobGone(Protocol),
    /// The finish got no answer and may have succeeded: the list is loaded again.
    FinishInDoubt,
}

#[derive(Clone, Debug)]
enum Pending {
    Finish(Protocol),
    Close,
}

/// The calls of chat attendances that wait for an answer.
pub struct Chat {
    calls: Calls<Pending>,
}

impl Default for Chat {
    fn default() -> Self {
        Self { calls: Calls::new(NAME) }
    }
}

impl Chat {
    /// Sends the finish and marks the attendance as busy with `finish`.
    pub fn finish(&mut self, context: &mut Context, jobs: &mut Jobs, acting_agent: &ActingAgent, protocol: &Protocol) {
        if !jobs.get(protocol).is_some_and(|job| !job.is_ended() && !job.is_busy("finish")) {
            return;
        }
        jobs.set_busy(context, protocol, "finish", true);
        let call = HttpCall::post("job/chat/finish").json(&job_request(acting_agent, protocol));
        context.call(&mut self.calls, Pending::Finish(protocol.clone()), call);
    }

    /// Closes the attendance after its qualification (QUA-013); the server accepts a repetition.
    pub fn close(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) {
        let call = HttpCall::post("job/chat/close").json(&job_request(acting_agent, protocol));
        context.call(&mut self.calls, Pending::Close, call);
    }

    /// The answer to one of this area's calls; an unknown call is ignored.
    pub fn on_reply(&mut self, context: &mut Context, jobs: &mut Jobs, call: CallId, answer: Answer) -> Vec<Exit> {
        match self.calls.take(call) {
            Some(Pending::Finish(protocol)) => on_finished(context, jobs, &protocol, &answer),
            Some(Pending::Close) | None => Vec::new(),
        }
    }

    /// The customer began or stopped typing; either means that the customer's page is open.
    pub fn on_typing(&self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol, typing: bool) {
        jobs.set_typing(context, protocol, typing);
    }

    /// The customer's page is silent or closed.
    pub fn on_inactive(&self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol) {
        jobs.set_client_status(context, protocol, ClientStatus::Inactive);
    }
}

fn on_finished(context: &mut Context, jobs: &mut Jobs, protocol: &Protocol, answer: &Answer) -> Vec<Exit> {
    jobs.set_busy(context, protocol, "finish", false);
    match answer {
        Answer::Ok(_) => vec![Exit::Finished(protocol.clone())],
        Answer::NotFound(_) => vec![Exit::JobGone(protocol.clone())],
        answer if answer.is_passing() => vec![Exit::Refused(Text::key("jobs.finishFailed")), Exit::FinishInDoubt],
        _ => vec![Exit::Refused(Text::key("jobs.finishFailed"))],
    }
}

fn job_request(acting_agent: &ActingAgent, protocol: &Protocol) -> JobRequest {
    JobRequest {
        protocol: protocol.clone(),
        agent_id: acting_agent.agent_id.clone(),
        org_unit_id: acting_agent.org_unit_id.clone(),
    }
}
