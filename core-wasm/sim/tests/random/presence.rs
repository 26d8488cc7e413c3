//! Actions about presence: pauses, absence, the supervisor's board, the session and its checks, tabs.

use crate::actions::{Action, Dice, with_voice, with_whatsapp};
use crate::day::{AGENTS, Day, SUPERVISOR, TAB};
use core_wasm::absence::AbsenceIntent;
use core_wasm::connection::ConnectionIntent;
use core_wasm::pauses::PausesIntent;
use core_wasm::session::SessionIntent;
use core_wasm::session::SessionPhaseView;
use core_wasm::shell::ShellIntent;
use core_wasm::supervision::SupervisionIntent;
use core_wasm::wire::{AgentId, Channel, PauseId};
use core_wasm::{Intent, PageInput};
use workspace_sim::contact_centre::store::Store;
use workspace_sim::{FailKind, core_wasm};

const CHECK: &str = "auth/validate";
/// Number of consecutive timeouts that make the product unavailable (SES-024), plus one.
const SILENCES: usize = 6;

impl Day {
    /// One of the channels that this agent may use; chat, and WhatsApp if it is part of the days, more often than
    /// voice.
    pub fn some_channel(&mut self, dice: &mut Dice, seat: usize) -> Option<Channel> {
        self.ready(seat).filter(|_| seat != SUPERVISOR)?;
        let channels: Vec<Channel> = self.sim.agent(seat).channels().iter().map(|channel| channel.channel).collect();
        if with_voice() {
            return if dice.coin() { Some(Channel::Voice) } else { dice.one(&channels).copied() };
        }
        if !with_whatsapp() {
            return if dice.below(3) > 0 { Some(Channel::Chat) } else { dice.one(&channels).copied() };
        }
        match dice.below(6) {
            0..=2 => Some(Channel::Chat),
            3 | 4 => Some(Channel::Whatsapp),
            _ => dice.one(&channels).copied(),
        }
    }

    fn some_channels(&mut self, dice: &mut Dice, seat: usize) -> Option<Vec<Channel>> {
        let first = self.some_channel(dice, seat)?;
        let channels = self.sim.agent(seat).channels();
        let more = channels.iter().map(|channel| channel.channel).filter(|channel| *channel != first && dice.coin());
        Some(std::iter::once(first).chain(more).collect())
    }

    /// An agent whom the supervisor sees on the board.
    fn agent_at_work(&mut self, dice: &mut Dice) -> Option<AgentId> {
        self.ready(SUPERVISOR)?;
        let rows = self.sim.agent(SUPERVISOR).board();
        dice.one(&rows).map(|row| AgentId::from(row.agent_id.as_str()))
    }

    pub fn presence(&mut self, dice: &mut Dice, action: Action, seat: usize) -> Option<()> {
        use Action::*;
        match action {
            EnterPause | EnterPauses => {
                let channels = match action {
                    EnterPause => vec![self.some_channel(dice, seat)?],
                    _ => self.some_channels(dice, seat)?,
                };
                let reasons = self.sim.agent(seat).pauses().reasons;
                let pause_id = PauseId::from(dice.one(&reasons)?.id.as_str());
                self.intent(seat, Intent::Pauses(PausesIntent::EnterPause { channels, pause_id }))
            }
            LeavePause => {
                let channels = vec![self.some_channel(dice, seat)?];
                self.intent(seat, Intent::Pauses(PausesIntent::LeavePause { channels }))
            }
            LeavePauses => {
                let channels = self.some_channels(dice, seat)?;
                self.intent(seat, Intent::Pauses(PausesIntent::LeavePause { channels }))
            }
            PauseDialog => {
                let channels = self.some_channels(dice, seat)?;
                self.intent(seat, Intent::Pauses(PausesIntent::OpenPauseDialog { channels }))
            }
            ReloadPauses => {
                self.ready(seat)?;
                self.intent(seat, Intent::Pauses(PausesIntent::ReloadPauses))
            }
            CloseDialog => {
                let dialog = self.sim.agent(seat).dialog()?;
                self.intent(seat, Intent::Shell(ShellIntent::CloseDialog { dialog }))
            }
            ReturnToWork => {
                self.sim.agent(seat).absence().absent.then_some(())?;
                self.intent(seat, Intent::Absence(AbsenceIntent::ReturnFromAbsence))
            }
            ShowBoard => {
                self.ready(SUPERVISOR)?;
                let path = "/supervisor".to_owned();
                self.sim.agent(SUPERVISOR).page(PageInput::RouteRequested { path });
                Some(())
            }
            ReloadBoard => {
                self.ready(SUPERVISOR)?;
                self.intent(SUPERVISOR, Intent::Supervision(SupervisionIntent::ReloadBoard))
            }
            MarkAbsent | UnmarkAbsent => {
                let agent_id = self.agent_at_work(dice)?;
                self.intent(
                    SUPERVISOR,
                    Intent::Supervision(SupervisionIntent::SetAbsent {
                        agent_id,
                        absent: action == MarkAbsent,
                        confirmed: true,
                    }),
                )
            }
            ForceDisconnect => {
                let agent_id = self.agent_at_work(dice)?;
                self.intent(
                    SUPERVISOR,
                    Intent::Supervision(SupervisionIntent::ForceDisconnect { agent_id, confirmed: true }),
                )
            }
            ShowPage => {
                let agent = self.agent_at_work(dice)?;
                let url = format!("https://example.com/{}", dice.below(1_000));
                let status = self.sim.agent(SUPERVISOR).tries_to_show_a_page_to(agent.as_str(), &url);
                (status == 200).then_some(())
            }
            TakeBack => {
                (self.sim.agent(seat).session().phase == SessionPhaseView::InOtherTab).then_some(())?;
                self.page_may_end()?;
                self.sim.agent(seat).takes_session_back();
                Some(())
            }
            CheckExpired => {
                self.ready(seat)?;
                let body = r#"{"cause":"expired","message":"Provided token is expired."}"#;
                self.sim.fail_next(CHECK, FailKind::Answer(401, body));
                Some(())
            }
            CheckRefused => {
                self.ready(seat)?;
                self.sim.fail_next(CHECK, FailKind::Answer(401, r#"{"cause":"invalidToken"}"#));
                Some(())
            }
            CheckOdd => {
                self.sim.fail_next(CHECK, FailKind::Answer(200, "{}"));
                Some(())
            }
            CheckTimesOut => {
                for _ in 0..1 + dice.below(SILENCES) {
                    self.sim.fail_next(CHECK, FailKind::NoAnswer);
                }
                Some(())
            }
            RetryConnection => {
                self.ready(seat)?;
                self.intent(seat, Intent::Connection(ConnectionIntent::RetryConnection))
            }
            GiveUpConnection => {
                self.ready(seat)?;
                self.intent(seat, Intent::Connection(ConnectionIntent::GiveUpConnection))
            }
            RetrySession => {
                (self.sim.agent(seat).session().phase == SessionPhaseView::Reconnecting).then_some(())?;
                self.intent(seat, Intent::Session(SessionIntent::RetrySession))
            }
            _ => None,
        }
    }

    /// Pages that released the session take it back, if an agent has no other page.
    pub fn no_agent_waits_for_a_tab(&mut self) {
        for seat in (0..=SUPERVISOR).filter(|seat| *seat != TAB) {
            if self.sim.agent(seat).session().phase == SessionPhaseView::InOtherTab {
                self.sim.agent(seat).takes_session_back();
            }
        }
    }

    /// Every page knows whether its agent is absent; absent agents return to work.
    pub fn everybody_returns(&mut self) {
        for seat in 0..AGENTS {
            let Some(agent) = self.ready(seat) else { panic!("agent {seat} is not at work") };
            let marked = |day: &Self| day.sim.store().agent(&agent).unwrap().is_some_and(|row| row.absence.is_some());
            let absent = marked(self);
            assert_eq!(self.sim.agent(seat).absence().absent, absent, "whether agent {seat} is absent");
            if absent {
                self.sim.agent(seat).intent(Intent::Absence(AbsenceIntent::ReturnFromAbsence));
                self.sim.settle();
            }
            assert_eq!((self.sim.agent(seat).absence().absent, marked(self)), (false, false), "agent {seat} returned");
        }
    }
}
