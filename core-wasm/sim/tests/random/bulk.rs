//! Bulk actions: an agent qualifies attendances that have ended, finishes open ones, and sometimes cancels the rest.

use crate::actions::{Action, Dice, Step};
use crate::day::Day;
use core_wasm::Intent;
use core_wasm::flow::JobGroup;
use core_wasm::qualification::{BulkTask, QualificationIntent};
use core_wasm::wire::Protocol;
use workspace_sim::{core_wasm, ms};

/// More finished attendances would leave too few for the other actions of a day.
const MOST_FINISHED: usize = 2;

impl Day {
    pub fn bulk(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        let Step { number, action, seat, .. } = step;
        self.ready(seat)?;
        match action {
            Action::QualifySeveral => {
                let ended = self.sim.agent(seat).protocols(JobGroup::ToQualify);
                self.begin_bulk(seat, ended, BulkTask::Qualify)?;
                let options = self.sim.agent(seat).bulk().dialog.map(|dialog| dialog.options).unwrap_or_default();
                // Without a common qualification the page offers none, and an empty choice changes nothing.
                let chosen = dice.one(&options).map_or("1", |option| option.id.as_str());
                self.bulk_intent(seat, QualificationIntent::ChooseInBulk { qualification_id: chosen.into() });
                let observation = format!("observação {number}");
                self.bulk_intent(seat, QualificationIntent::ObserveInBulk { observation });
                self.bulk_intent(seat, QualificationIntent::ConfirmBulk)
            }
            Action::FinishSeveral => {
                let open = self.sim.agent(seat).protocols(JobGroup::Active).into_iter().take(MOST_FINISHED).collect();
                self.begin_bulk(seat, open, BulkTask::Finish)?;
                self.bulk_intent(seat, QualificationIntent::ConfirmBulk)
            }
            _ => self.bulk_intent(seat, QualificationIntent::CancelBulk),
        }
    }

    fn begin_bulk(&mut self, seat: usize, protocols: Vec<Protocol>, task: BulkTask) -> Option<()> {
        (!protocols.is_empty()).then_some(())?;
        self.bulk_intent(seat, QualificationIntent::SelectInBulk { protocols });
        self.bulk_intent(seat, QualificationIntent::AskInBulk { task });
        self.sim.advance(ms(100));
        Some(())
    }

    fn bulk_intent(&mut self, seat: usize, intent: QualificationIntent) -> Option<()> {
        self.intent(seat, Intent::Qualification(intent))
    }
}
