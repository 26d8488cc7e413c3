//! The end of an idle session, if the server has that rule. The page reports that the agent used it, the next session
//! check reports that to the server, and the agent is warned one minute before the end.

use super::machine::Session;
use super::{Phase, timers};
use crate::flow::Context;
use crate::wire::Wall;

/// The agent is warned this long before the end.
const WARNING_MS: i64 = 60_000;

/// The state of an idle session.
#[derive(Debug, Default)]
pub(super) struct Idle {
    /// When the session ends if the agent does not use the page, on the server's clock; `None`: it does not end.
    ends_at: Option<Wall>,
    /// The agent used the page since the last session check.
    pub acted: bool,
}

impl Session {
    /// Takes the end of the session from the answer to a session check.
    pub(super) fn set_idle_end(&mut self, context: &mut Context, ends_at: Option<Wall>) {
        self.idle.ends_at = ends_at;
        match ends_at {
            Some(ends_at) => {
                let left_ms = ends_at.since_ms(context.server_now()) - WARNING_MS;
                context.timer(timers::IDLE_WARNING.key(), u64::try_from(left_ms).unwrap_or_default());
            }
            None => context.cancel_timer(&timers::IDLE_WARNING.key()),
        }
    }

    /// The agent used the page. Returns true if the session would end soon, so that the server is informed at once.
    pub fn agent_acted(&mut self, server_now: Wall) -> bool {
        self.idle.acted = self.idle.ends_at.is_some();
        self.is_ending_by_idling(server_now)
    }

    /// Whether the agent has to be warned now.
    pub fn is_ending_by_idling(&self, server_now: Wall) -> bool {
        self.phase == Phase::Ready
            && self.idle.ends_at.is_some_and(|ends_at| ends_at.since_ms(server_now) <= WARNING_MS)
    }

    /// Whether the agent used the page since the last session check.
    pub fn has_acted(&self) -> bool {
        self.idle.acted
    }

    /// Like `has_acted`; also resets the fact, because the session check that is sent now reports it to the server.
    pub(super) fn take_acted(&mut self) -> bool {
        std::mem::take(&mut self.idle.acted)
    }
}
