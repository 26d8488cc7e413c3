//! Actions of the supervisor of calls: hears a call, changes who hears the supervisor, leaves, loads the page again, and changes the rules of the org unit.

use crate::actions::{Action, Dice};
use crate::day::{AGENTS, Day, SUPERVISOR};
use core_wasm::call_supervision::CallSupervisionIntent;
use core_wasm::supervision::SupervisionIntent;
use core_wasm::voice::CallStatus;
use core_wasm::wire::{AgentId, SupervisionMode};
use core_wasm::{Intent, PageInput};
use workspace_sim::core_wasm;

impl Day {
    /// An agent in a call, else any agent.
    fn agent_to_hear(&mut self, dice: &mut Dice) -> Option<AgentId> {
        let seats: Vec<usize> = (0..AGENTS).collect();
        let is_in_call = |seat: &usize| {
            let bar = self.sim.agent(*seat).call_bar();
            bar.is_some_and(|bar| matches!(bar.status, CallStatus::InCall | CallStatus::OnHold))
        };
        let in_call: Vec<usize> = seats.iter().copied().filter(is_in_call).collect();
        let seat = *dice.one(if in_call.is_empty() { &seats } else { &in_call })?;
        self.ready(seat)
    }

    pub fn supervises(&mut self, dice: &mut Dice, action: Action) -> Option<()> {
        let is_awake = !self.asleep[SUPERVISOR];
        self.ready(SUPERVISOR).filter(|_| is_awake)?;
        let is_hearing = self.sim.agent(SUPERVISOR).supervised_call().is_some();
        let intent = match action {
            Action::Supervise => {
                let path = "/supervisor".to_owned();
                self.sim.agent(SUPERVISOR).page(PageInput::RouteRequested { path });
                CallSupervisionIntent::Supervise { agent_id: self.agent_to_hear(dice)? }
            }
            Action::ChooseSupervision => {
                is_hearing.then_some(())?;
                let modes = [SupervisionMode::Listen, SupervisionMode::Whisper, SupervisionMode::Barge];
                CallSupervisionIntent::ChooseMode { mode: *dice.one(&modes)? }
            }
            Action::MuteSupervisor => {
                is_hearing.then_some(())?;
                CallSupervisionIntent::MuteSupervisor { muted: dice.coin() }
            }
            Action::LeaveSupervision => {
                is_hearing.then_some(())?;
                CallSupervisionIntent::LeaveSupervision
            }
            Action::ReloadSupervisor => {
                is_hearing.then_some(())?;
                self.page_may_end()?;
                self.sim.agent(SUPERVISOR).reload();
                return Some(());
            }
            _ => {
                self.intent(SUPERVISOR, Intent::Supervision(SupervisionIntent::OpenCallRules))?;
                self.sim.agent(SUPERVISOR).settles();
                let (agent_is_told, hears_consultations) = (dice.coin(), dice.coin());
                let agent_calls_blocked = dice.below(4) == 0;
                let rules =
                    SupervisionIntent::SaveCallRules { agent_is_told, hears_consultations, agent_calls_blocked };
                return self.intent(SUPERVISOR, Intent::Supervision(rules));
            }
        };
        self.intent(SUPERVISOR, Intent::CallSupervision(intent))
    }
}
