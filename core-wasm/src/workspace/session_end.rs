//! The end of the work on this page: the session ended, or another tab took the session.

use super::{Workspace, context};
use crate::flow::{Effect, StorePlace};
use crate::shell;

impl Workspace {
    pub(crate) fn reconsider_route(&mut self) {
        let facts = self.route_facts();
        self.shell.reconsider_route(context!(self), facts);
        self.on_route_changed();
    }

    /// Another tab took the session. Changes of this tab are written first, so that the other tab can read them; neither the
    /// storage nor the session on the server is cleared.
    pub(crate) fn leave_to_other_tab(&mut self) {
        if self.session.is_signed_out() {
            return;
        }
        self.flush();
        self.reset_areas();
        // The other tab writes the records of the session and the preferences from now on.
        self.kernel.unstored.forget(|place| place == StorePlace::Unsent);
        self.session.leave_to_other_tab(context!(self));
        self.schedule_store_retry();
        self.reconsider_route();
    }

    /// The session ended: clears memory and storage, except unsent text (PER-004, BEY-012).
    pub(crate) fn end_session(&mut self) {
        self.end_voice();
        self.end_call_supervision();
        self.flush_unsent();
        self.keep_unsent();
        let preferences_changed = self.kernel.stale.contains(&shell::records::PREFERENCES.key());
        self.reset_areas();
        // A failed write that succeeds later would bring back a record of the ended session.
        self.kernel.unstored.forget(|place| place != StorePlace::Database);
        context!(self).effect(Effect::ClearStorage);
        if preferences_changed {
            context!(self).persist(shell::records::PREFERENCES.key());
        }
        self.schedule_store_retry();
        self.reconsider_route();
    }

    /// Writes drafts and unsent messages before the areas are reset.
    fn flush_unsent(&mut self) {
        for key in self.kernel.stale.keys() {
            if key.place() != StorePlace::Unsent {
                continue;
            }
            let value = self.record(&key);
            context!(self).write(key, value);
        }
    }
}
