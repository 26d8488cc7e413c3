//! The script of an attendance's queue or campaign. It is loaded when the agent opens the conversation; its fields are
//! loaded when it is known that a script exists (API-112, API-119, QUA-020).

use super::machine::{Pending, WhatsApp};
use super::{Exit, slices};
use crate::flow::{Answer, Context, HttpRequest, Text, path};
use crate::jobs::{Job, Jobs};
use crate::notifications::Topic;
use crate::scripts::{ScriptState, ScriptView, fields_request};
use crate::wire::{Channel, Protocol};
use serde::Serialize;

/// The script of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobScriptView {
    /// The script; `None` if queue or campaign has none, or it is not loaded.
    pub script: Option<ScriptView>,
    /// Whether the script and its fields are loaded.
    pub state: ScriptState,
}

impl WhatsApp {
    /// The conversation is shown: the script of its queue or campaign is loaded if it is not loaded or its load failed;
    /// otherwise the fields of the script, with the answers of the present contact.
    pub fn open_script(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol).filter(|job| job.channel() == Channel::Whatsapp) else { return };
        if self.is_loading_script(protocol) {
            return;
        }
        let (is_asked, failed, id) = match self.scripts.get(protocol) {
            Some(script) => (true, script.failed, script.record.as_ref().map(|record| record.id.clone())),
            None => (false, false, None),
        };
        let (pending, request) = match id {
            Some(id) => {
                let request = fields_request(&id, job.server(), job.contact());
                (Pending::ScriptFields(protocol.clone()), request)
            }
            None if is_asked && !failed => return,
            None => {
                let (list, id) = job.queue_or_campaign();
                if id.is_empty() {
                    return;
                }
                (Pending::Script(protocol.clone()), HttpRequest::get(path![list, "whatsapp", id, "script"]))
            }
        };
        self.scripts.or_default(protocol).failed = false;
        context.request(&mut self.requests, pending, request);
        context.dirty(slices::SCRIPT.of(protocol.clone()));
    }

    pub(super) fn on_script(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        protocol: &Protocol,
        answer: Answer,
    ) -> Vec<Exit> {
        let Some(script) = self.scripts.get_mut(protocol) else { return Vec::new() };
        context.dirty(slices::SCRIPT.of(protocol.clone()));
        if !script.take(answer) {
            return vec![Exit::refused(Topic::Script(protocol.clone()), Text::key("scriptError"))];
        }
        if script.record.is_some() {
            self.open_script(context, jobs, protocol);
        }
        Vec::new()
    }

    /// For a campaign without a script, the script of the attendance's queue is used, as on the server.
    pub(super) fn fall_back_to_queue(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let has_none = self.scripts.get(protocol).is_some_and(|script| script.record.is_none() && !script.failed);
        let Some(job) = jobs.get(protocol).filter(|job| has_none && job.queue_or_campaign().0 == "campaigns") else {
            return;
        };
        let Some(queue) = job.server().queue.as_ref().filter(|queue| !queue.id.is_empty()) else { return };
        let request = HttpRequest::get(path!["queues", "whatsapp", queue.id, "script"]);
        context.request(&mut self.requests, Pending::QueueScript(protocol.clone()), request);
    }

    pub(super) fn on_script_fields(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let Some(script) = self.scripts.get_mut(protocol) else { return Vec::new() };
        context.dirty(slices::SCRIPT.of(protocol.clone()));
        if script.take_fields(context, answer) {
            return Vec::new();
        }
        vec![Exit::refused(Topic::Script(protocol.clone()), Text::key("scriptError"))]
    }

    fn is_loading_script(&self, protocol: &Protocol) -> bool {
        self.requests.any(
            |pending| matches!(pending, Pending::Script(asked) | Pending::QueueScript(asked) | Pending::ScriptFields(asked) if asked == protocol),
        )
    }

    /// The script of the attendance; `None` until it was requested.
    pub(super) fn script_view(&self, job: &Job, protocol: &Protocol) -> Option<JobScriptView> {
        let script = self.scripts.get(protocol)?;
        let state = script.state(self.is_loading_script(protocol));
        Some(JobScriptView { script: script.view(job.script_answers()), state })
    }
}
