//! How the work on this page ends: the session is over, or another tab took it.

use super::{Workspace, context};
use crate::flow::{Effect, StoreKey, StorePlace};
use crate::shell;

impl Workspace {
    pub(crate) fn reconsider_route(&mut self) {
        let facts = self.route_facts();
        self.shell.reconsider(context!(self), facts);
        self.on_route_changed();
    }

    /// Another tab works now. What was changed here reaches the disk first, where the other tab finds it; nothing on the
    /// disk, and nothing of the session on the server, goes.
    pub(crate) fn leave_to_other_tab(&mut self) {
        if self.session.is_signed_out() {
            return;
        }
        self.flush();
        self.reset_areas();
        self.session.leave_to_other_tab(context!(self));
        self.schedule_store_retry();
        self.reconsider_route();
    }

    /// The session is over: in memory and on disk nothing of it stays but what was never sent (PER-004, BEY-012).
    pub(crate) fn end_session(&mut self) {
        self.flush_unsent();
        self.keep_unsent();
        let preferences_changed = self.kernel.stale.contains_key(&shell::records::PREFERENCES.key());
        self.reset_areas();
        context!(self).effect(Effect::ClearStorage);
        if preferences_changed {
            context!(self).persist(shell::records::PREFERENCES.key());
        }
        self.schedule_store_retry();
        self.reconsider_route();
    }

    /// Drafts and unsent messages reach the disk before the areas are reset.
    fn flush_unsent(&mut self) {
        let keys: Vec<StoreKey> =
            self.kernel.stale.keys().filter(|key| key.place() == StorePlace::Unsent).cloned().collect();
        for key in keys {
            let value = self.record(&key);
            context!(self).write(key, value);
        }
    }
}
