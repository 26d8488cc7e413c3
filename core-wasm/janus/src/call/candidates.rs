//! ICE candidates of a call. Local candidates wait until the server has received the description that they belong to,
//! because Janus refuses them while it cleans up the previous call (error 471). Remote candidates wait until the browser
//! has the remote description: Janus sends them first.

use crate::frame::Trickle;

/// Candidates that wait.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    local: Vec<Trickle>,
    remote: Vec<Trickle>,
    server_has_description: bool,
    browser_has_description: bool,
}

impl Candidates {
    /// A local candidate arrived. Returns the candidates to send now.
    pub fn add_local(&mut self, candidate: Trickle) -> Vec<Trickle> {
        self.local.push(candidate);
        if self.server_has_description { std::mem::take(&mut self.local) } else { Vec::new() }
    }

    /// A remote candidate arrived. Returns the candidates to pass to the browser now.
    pub fn add_remote(&mut self, candidate: Trickle) -> Vec<Trickle> {
        self.remote.push(candidate);
        if self.browser_has_description { std::mem::take(&mut self.remote) } else { Vec::new() }
    }

    /// The server has received the local description. Returns the candidates to send now.
    pub fn server_has_description(&mut self) -> Vec<Trickle> {
        self.server_has_description = true;
        std::mem::take(&mut self.local)
    }

    /// The browser gets the remote description. Returns the candidates that it gets next.
    pub fn browser_has_description(&mut self) -> Vec<Trickle> {
        self.browser_has_description = true;
        std::mem::take(&mut self.remote)
    }

    /// A new local offer is made: candidates of both sides wait for the new descriptions.
    pub fn offer_again(&mut self) {
        self.server_has_description = false;
        self.browser_has_description = false;
    }

    /// A new local answer is made.
    pub fn answer_again(&mut self) {
        self.server_has_description = false;
    }
}
