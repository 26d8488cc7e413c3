//! What belongs to web chat alone: the end of an attendance by the agent and what the customer's page reports. Finishing
//! asks the server; the attendance then waits for qualification. The conversation itself is in `conversation`.

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
    /// The server took the agent's own finish.
    Finished(Protocol),
    /// The server does not know the attendance any more.
    JobGone(Protocol),
    /// No answer to the finish: it may have been taken, so the server is asked.
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
    /// Asks the server to end the attendance; the button waits meanwhile.
    pub fn finish(&mut self, context: &mut Context, jobs: &mut Jobs, acting_agent: &ActingAgent, protocol: &Protocol) {
        if !jobs.get(protocol).is_some_and(|job| !job.is_ended() && !job.is_busy("finish")) {
            return;
        }
        jobs.set_busy(context, protocol, "finish", true);
        let call = HttpCall::post("job/chat/finish").json(&job_request(acting_agent, protocol));
        context.call(&mut self.calls, Pending::Finish(protocol.clone()), call);
    }

    /// After qualification the channel's job is closed too (QUA-013); the server takes a repetition as done.
    pub fn close(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) {
        let call = HttpCall::post("job/chat/close").json(&job_request(acting_agent, protocol));
        context.call(&mut self.calls, Pending::Close, call);
    }

    /// The answer to one of the calls above.
    pub fn on_reply(&mut self, context: &mut Context, jobs: &mut Jobs, call: CallId, answer: Answer) -> Vec<Exit> {
        match self.calls.take(call) {
            Some(Pending::Finish(protocol)) => on_finished(context, jobs, &protocol, &answer),
            Some(Pending::Close) | None => Vec::new(),
        }
    }

    /// The customer types, stops, or is back at the page.
    pub fn on_typing(&self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol, typing: bool) {
        jobs.set_typing(context, protocol, typing);
    }

    /// The customer is silent or the page is gone.
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
