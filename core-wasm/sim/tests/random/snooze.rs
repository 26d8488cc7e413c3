//! Conversations that agents snooze, and whose snooze they end.

use crate::actions::{Action, Dice, Step};
use crate::day::Day;
use core_wasm::Intent;
use core_wasm::flow::JobGroup;
use core_wasm::jobs::JobsIntent;
use workspace_sim::{FailKind, core_wasm, ms};

/// Ends of the snooze in seconds from now: times that the server refuses, times within the day, and later ones.
const AHEAD_S: [i64; 8] = [-60, 30, 61, 75, 120, 10 * 60, 3 * 3_600, 31 * 24 * 3_600];

impl Day {
    pub fn snooze(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        let seat = step.seat;
        self.ready(seat)?;
        let intent = match step.action {
            Action::Snooze => {
                let protocol = self.open_job(dice, seat)?;
                if dice.coin() {
                    self.intent(seat, Intent::Jobs(JobsIntent::AskSnooze { protocol: protocol.clone() }));
                    self.sim.advance(ms(100));
                }
                if dice.below(8) == 0 {
                    let refusal = FailKind::Answer(422, r#"{"errors":{"until":"tooEarly"}}"#);
                    self.sim.fail_next(&format!("PUT job/{protocol}/snooze"), refusal);
                }
                let until = self.sim.server_time().plus_ms(dice.one(&AHEAD_S)? * 1_000).as_js();
                JobsIntent::SnoozeJob { protocol, until }
            }
            _ => {
                let snoozed = self.sim.agent(seat).protocols(JobGroup::Snoozed);
                JobsIntent::CancelSnooze { protocol: dice.one(&snoozed)?.clone() }
            }
        };
        self.intent(seat, Intent::Jobs(intent))
    }
}
