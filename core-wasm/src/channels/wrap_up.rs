//! The wrap-up after a call on this page: the server decides when it ends; the page counts down, announces the last ten
//! seconds once, and requests another minute or the end. Whether the channel is busy is a fact (`rule.rs`); nothing
//! here ends the wrap-up.

use super::machine::{Channels, Exit, Pending};
use super::{slices, timers};
use crate::flow::{Answer, Context, ServerWrite, Text, path};
use crate::wire::{AgentId, Channel, ChannelReply, Wall, WrapUp, WrapUpRequest};
use serde::Serialize;

/// The agent is warned this long before the end.
const WARNING_MS: i64 = 10_000;
const MINUTE_MS: i64 = 60_000;

/// The state of the wrap-up on this page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum WrapUpState {
    /// There is no wrap-up.
    #[default]
    Off,
    /// The wrap-up is running.
    Running(WrapUp),
    /// The wrap-up is in its last seconds, which were announced.
    Ending(WrapUp),
}

/// An event of the wrap-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WrapUpEvent {
    /// The server reported the wrap-up.
    Reported(Option<WrapUp>),
    /// The warning may be due.
    Due,
}

/// An action that follows from an event of the wrap-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WrapUpAction {
    /// Screen readers announce the beginning and the minutes.
    SayBegun(i64),
    /// Screen readers announce that the wrap-up ends soon.
    SayEnding,
    /// Screen readers announce that the wrap-up is over.
    SayOver,
    /// Sets the timer that causes `Due` after this number of milliseconds.
    WarnIn(u64),
    /// Cancels the timer that causes `Due`.
    NoWarning,
}

impl WrapUpState {
    /// The server's fact.
    pub fn held(&self) -> Option<&WrapUp> {
        match self {
            Self::Off => None,
            Self::Running(held) | Self::Ending(held) => Some(held),
        }
    }

    /// The state after an event, and what follows.
    pub fn after(self, event: WrapUpEvent, now: Wall) -> (Self, Vec<WrapUpAction>) {
        use WrapUpAction::{NoWarning, SayBegun, SayEnding, SayOver, WarnIn};
        use WrapUpEvent::{Due, Reported};
        use WrapUpState::{Ending, Off, Running};
        // Milliseconds until the warning; `None` in the last seconds.
        let warn_in = |wrap_up: &WrapUp| {
            let left = wrap_up.until.plus_ms(-WARNING_MS).since_ms(now);
            u64::try_from(left).ok().filter(|left| *left > 0)
        };
        let begun = |wrap_up: WrapUp| {
            let begun = SayBegun((wrap_up.until.since_ms(now).max(0) + MINUTE_MS - 1) / MINUTE_MS);
            match warn_in(&wrap_up) {
                Some(left) => (Running(wrap_up), vec![begun, WarnIn(left)]),
                None => (Ending(wrap_up), vec![begun, NoWarning]),
            }
        };
        match (self, event) {
            (Off, Reported(None) | Due) => (Off, Vec::new()),
            (Off, Reported(Some(wrap_up))) => begun(wrap_up),
            (Running(_) | Ending(_), Reported(None)) => (Off, vec![SayOver, NoWarning]),
            (Running(held) | Ending(held), Reported(Some(wrap_up))) if held.protocol != wrap_up.protocol => {
                begun(wrap_up)
            }
            (Running(_), Reported(Some(wrap_up))) => match warn_in(&wrap_up) {
                Some(left) => (Running(wrap_up), vec![WarnIn(left)]),
                None => (Ending(wrap_up), vec![SayEnding, NoWarning]),
            },
            (Ending(_), Reported(Some(wrap_up))) => match warn_in(&wrap_up) {
                Some(left) => (Running(wrap_up), vec![WarnIn(left)]),
                None => (Ending(wrap_up), Vec::new()),
            },
            (Running(held), Due) => match warn_in(&held) {
                // The clock was set meanwhile.
                Some(left) => (Running(held), vec![WarnIn(left)]),
                None => (Ending(held), vec![SayEnding]),
            },
            (Ending(held), Due) => (Ending(held), Vec::new()),
        }
    }
}

/// The wrap-up on the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WrapUpView {
    /// The attendance of the call.
    pub protocol: String,
    /// JavaScript time value of the beginning of the wrap-up, on the server's clock.
    pub since: f64,
    /// JavaScript time value of the end of the wrap-up, on the server's clock.
    pub until: f64,
    /// How often the agent has extended the wrap-up.
    pub extended: u32,
    /// How often the agent may extend the wrap-up.
    pub extensions: u32,
    /// The wrap-up is in its last seconds.
    pub ending: bool,
    /// A request about the wrap-up is pending.
    pub asked: bool,
}

impl Channels {
    /// Whether the agent's last call still has its wrap-up, and its view.
    pub(super) fn wrap_up_view(&self) -> Option<WrapUpView> {
        let held = self.wrap_up.held()?;
        let asked = self.requests.any(|pending| matches!(pending, Pending::ExtendWrapUp | Pending::EndWrapUp));
        Some(WrapUpView {
            protocol: held.protocol.to_string(),
            since: held.since.unwrap_or(held.until).as_js(),
            until: held.until.as_js(),
            extended: held.extended,
            extensions: held.extensions,
            ending: matches!(self.wrap_up, WrapUpState::Ending(_)),
            asked,
        })
    }

    /// Applies the server's wrap-up, which the facts of the voice channel may have changed.
    pub(super) fn follow_wrap_up(&mut self, context: &mut Context) -> Vec<Exit> {
        let reported = self.state(Channel::Voice).wrap_up.clone();
        if self.wrap_up.held() == reported.as_ref() {
            return Vec::new();
        }
        self.apply_wrap_up_event(context, WrapUpEvent::Reported(reported))
    }

    /// The server's time was loaded, or the page was: the timer of the warning is set by it.
    pub fn follow_wrap_up_clock(&mut self, context: &mut Context) -> Vec<Exit> {
        let held = self.wrap_up.held().cloned();
        self.apply_wrap_up_event(context, WrapUpEvent::Reported(held))
    }

    /// The warning may be due.
    pub fn wrap_up_is_due(&mut self, context: &mut Context) -> Vec<Exit> {
        self.apply_wrap_up_event(context, WrapUpEvent::Due)
    }

    fn apply_wrap_up_event(&mut self, context: &mut Context, event: WrapUpEvent) -> Vec<Exit> {
        let (state, actions) = std::mem::take(&mut self.wrap_up).after(event, context.server_now());
        self.wrap_up = state;
        context.dirty(slices::CHANNELS.key());
        let mut exits = Vec::new();
        for action in actions {
            match action {
                WrapUpAction::SayBegun(minutes) => exits.push(Exit::Announce(
                    Text::key("channels.wrapUp.announce.begun").with("minutes", minutes.to_string()),
                )),
                WrapUpAction::SayEnding => exits.push(Exit::Announce(Text::key("channels.wrapUp.announce.ending"))),
                WrapUpAction::SayOver => exits.push(Exit::Announce(Text::key("channels.wrapUp.announce.over"))),
                WrapUpAction::WarnIn(after_ms) => context.timer(timers::WRAP_UP.key(), after_ms),
                WrapUpAction::NoWarning => context.cancel_timer(&timers::WRAP_UP.key()),
            }
        }
        exits
    }

    /// The agent requests another minute. No effect while a request is pending, or if the queue allows none.
    pub fn extend_wrap_up(&mut self, context: &mut Context, agent: &AgentId) {
        let Some(held) = self.wrap_up.held().filter(|held| held.extended < held.extensions) else { return };
        let request = WrapUpRequest { protocol: held.protocol.clone(), extension: held.extended + 1 };
        self.ask_wrap_up(context, Pending::ExtendWrapUp, (ServerWrite::ExtendWrapUp, "extend"), agent, &request);
    }

    /// The agent is ready for the next call. No effect while a request is pending.
    pub fn end_wrap_up(&mut self, context: &mut Context, agent: &AgentId) {
        let Some(held) = self.wrap_up.held() else { return };
        let request = WrapUpRequest { protocol: held.protocol.clone(), extension: 0 };
        self.ask_wrap_up(context, Pending::EndWrapUp, (ServerWrite::EndWrapUp, "end"), agent, &request);
    }

    fn ask_wrap_up(
        &mut self,
        context: &mut Context,
        pending: Pending,
        (write, what): (ServerWrite, &str),
        agent: &AgentId,
        request: &WrapUpRequest,
    ) {
        if self.requests.any(|pending| matches!(pending, Pending::ExtendWrapUp | Pending::EndWrapUp)) {
            return;
        }
        context.dirty(slices::CHANNELS.key());
        let http = write.post(path!["channels", "voice", "wrap-up", what, "agent", agent]).json(request);
        context.request(&mut self.requests, pending, http);
    }

    /// The answer to either request. After a lost or refused one the status is looked up: the server may have executed
    /// it, or the wrap-up is over.
    pub(super) fn on_wrap_up_reply(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        context.dirty(slices::CHANNELS.key());
        match answer.read::<ChannelReply>() {
            Ok(reply) => self
                .take_reply(context, Channel::Voice, reply.as_of_seq, &reply.epoch, &reply.state)
                .into_iter()
                .collect(),
            Err(answer) if answer.is_passing() => vec![Exit::NotLoaded],
            Err(_) => vec![Exit::Incomparable],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WrapUpAction::{NoWarning, SayBegun, SayEnding, SayOver, WarnIn};
    use super::WrapUpEvent::{Due, Reported};
    use super::WrapUpState::{Ending, Off, Running};
    use super::*;

    const NOW: Wall = Wall(1_000_000);

    fn wrap_up(protocol: &str, left_ms: i64) -> WrapUp {
        WrapUp {
            protocol: protocol.into(),
            since: Some(Wall(900_000)),
            until: NOW.plus_ms(left_ms),
            extended: 0,
            extensions: 2,
        }
    }

    #[test]
    fn bey_159_every_state_and_event_of_a_wrap_up() {
        let (long, short, other) = (wrap_up("1", 60_000), wrap_up("1", 10_000), wrap_up("2", 90_000));
        let cases: [(&str, WrapUpState, WrapUpEvent, WrapUpState, Vec<WrapUpAction>); 17] = [
            ("none, none", Off, Reported(None), Off, vec![]),
            ("none, due", Off, Due, Off, vec![]),
            ("none, long", Off, Reported(Some(long.clone())), Running(long.clone()), vec![SayBegun(1), WarnIn(50_000)]),
            (
                "none, other",
                Off,
                Reported(Some(other.clone())),
                Running(other.clone()),
                vec![SayBegun(2), WarnIn(80_000)],
            ),
            ("none, short", Off, Reported(Some(short.clone())), Ending(short.clone()), vec![SayBegun(1), NoWarning]),
            ("running, none", Running(long.clone()), Reported(None), Off, vec![SayOver, NoWarning]),
            (
                "running, same",
                Running(long.clone()),
                Reported(Some(long.clone())),
                Running(long.clone()),
                vec![WarnIn(50_000)],
            ),
            (
                "running, short",
                Running(long.clone()),
                Reported(Some(short.clone())),
                Ending(short.clone()),
                vec![SayEnding, NoWarning],
            ),
            (
                "running, other",
                Running(long.clone()),
                Reported(Some(other.clone())),
                Running(other.clone()),
                vec![SayBegun(2), WarnIn(80_000)],
            ),
            ("running, due early", Running(long.clone()), Due, Running(long.clone()), vec![WarnIn(50_000)]),
            ("running, due", Running(short.clone()), Due, Ending(short.clone()), vec![SayEnding]),
            ("ending, none", Ending(short.clone()), Reported(None), Off, vec![SayOver, NoWarning]),
            ("ending, same", Ending(short.clone()), Reported(Some(short.clone())), Ending(short.clone()), vec![]),
            (
                "ending, extended",
                Ending(short.clone()),
                Reported(Some(long.clone())),
                Running(long.clone()),
                vec![WarnIn(50_000)],
            ),
            (
                "ending, other",
                Ending(short.clone()),
                Reported(Some(other.clone())),
                Running(other.clone()),
                vec![SayBegun(2), WarnIn(80_000)],
            ),
            ("ending, due", Ending(short.clone()), Due, Ending(short.clone()), vec![]),
            (
                "over by the clock",
                Off,
                Reported(Some(wrap_up("1", -5))),
                Ending(wrap_up("1", -5)),
                vec![SayBegun(0), NoWarning],
            ),
        ];
        for (name, state, event, next, actions) in cases {
            assert_eq!(state.after(event, NOW), (next, actions), "{name}");
        }
    }
}
