//! The rules of calls of the org unit, as the supervisor's dialog shows them: whether agents see who supervises their call, whether supervisors hear
//! consultations, whether agents call each other. They are read each time the dialog opens; what the supervisor chose stays in the dialog until the server has it.

use super::{Exit, Pending, Supervision, slices};
use crate::flow::{Answer, Context, HttpRequest, ServerWrite, Text, path};
use crate::wire::{AgentCallsRequest, OrgUnit, OrgUnitId, SupervisionRules};
use serde::Serialize;

/// The rules of calls of the org unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallRules {
    /// Agents see who supervises their call, and how.
    pub agent_is_told: bool,
    /// Supervisors hear a consultation between agents.
    pub hears_consultations: bool,
    /// Agents may not call each other.
    pub agent_calls_blocked: bool,
}

/// What the server has, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct KnownRules {
    supervision: Option<SupervisionRules>,
    blocked: Option<bool>,
    fault: Option<Text>,
}

impl Supervision {
    /// Asks the server for the rules.
    pub fn load_rules(&mut self, context: &mut Context, unit: &OrgUnitId) {
        self.requests.forget(|pending| matches!(pending, Pending::Rules | Pending::Blocked));
        self.rules = KnownRules::default();
        let rules = HttpRequest::get(path!["org-unit", unit, "call-supervision"]);
        context.request(&mut self.requests, Pending::Rules, rules);
        context.request(&mut self.requests, Pending::Blocked, HttpRequest::get(path!["org-unit", unit]));
        context.dirty(slices::SUPERVISION.key());
    }

    /// Saves what differs from the server's rules. No effect while they are loaded or saved.
    pub fn save_rules(&mut self, context: &mut Context, unit: &OrgUnitId, wanted: CallRules) -> Option<Exit> {
        let known = self.rules().filter(|_| !self.is_saving_rules())?;
        self.rules.fault = None;
        context.dirty(slices::SUPERVISION.key());
        let CallRules { agent_is_told, hears_consultations, agent_calls_blocked: blocked } = wanted;
        if (agent_is_told, hears_consultations) != (known.agent_is_told, known.hears_consultations) {
            let rules = SupervisionRules { agent_is_told, hears_consultations };
            let request = ServerWrite::SetCallRules.put(path!["org-unit", unit, "call-supervision"]).json(&rules);
            context.request(&mut self.requests, Pending::SaveRules(rules), request);
        }
        if blocked != known.agent_calls_blocked {
            let request = ServerWrite::SetCallRules.put(path!["org-unit", unit, "agent-calls"]);
            let request = request.json(&AgentCallsRequest { blocked });
            context.request(&mut self.requests, Pending::SaveBlocked(blocked), request);
        }
        self.rules_saved()
    }

    /// The answer to a request about the rules.
    pub(super) fn on_rules_answer(&mut self, pending: Pending, answer: Answer) -> Option<Exit> {
        let loads = matches!(pending, Pending::Rules | Pending::Blocked);
        let read = match pending {
            Pending::Rules => answer.read().map(|rules| self.rules.supervision = Some(rules)),
            Pending::Blocked => {
                answer.read::<OrgUnit>().map(|unit| self.rules.blocked = Some(unit.agent_call_org_unit_blocked))
            }
            Pending::SaveRules(rules) => saved(answer).map(|()| self.rules.supervision = Some(rules)),
            Pending::SaveBlocked(blocked) => saved(answer).map(|()| self.rules.blocked = Some(blocked)),
            Pending::Board | Pending::Absent(..) | Pending::Disconnect(_) => Ok(()),
        };
        if let Err(answer) = read {
            let fault = match loads {
                true => Text::key("supervision.rules.loadFailed"),
                false if answer.is_uncertain() => ServerWrite::SetCallRules.unknown(),
                false => Text::key("supervision.rules.failed"),
            };
            self.rules.fault = Some(fault.clone());
            return (!loads).then_some(Exit::RulesRefused(fault));
        }
        self.rules_saved().filter(|_| !loads)
    }

    /// The last answer has come, and nothing was refused.
    fn rules_saved(&self) -> Option<Exit> {
        (!self.is_saving_rules() && self.rules.fault.is_none()).then_some(Exit::RulesSaved)
    }

    /// The rules; `None` until both answers are known.
    pub(super) fn rules(&self) -> Option<CallRules> {
        let SupervisionRules { agent_is_told, hears_consultations } = self.rules.supervision?;
        Some(CallRules { agent_is_told, hears_consultations, agent_calls_blocked: self.rules.blocked? })
    }

    pub(super) fn rules_fault(&self) -> Option<Text> {
        self.rules.fault.clone()
    }

    pub(super) fn is_saving_rules(&self) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::SaveRules(_) | Pending::SaveBlocked(_)))
    }
}

fn saved(answer: Answer) -> Result<(), Answer> {
    match answer {
        Answer::Ok(_) => Ok(()),
        refused => Err(refused),
    }
}
