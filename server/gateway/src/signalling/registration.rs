//! Registration of extensions: by a client, or withdrawn by the contact centre.

use serde_json::json;

use super::Signalling;
use super::plugin::Transaction;
use super::sip::SipState;
use crate::control::CallFact;
use crate::room::LeaveCause;

impl Signalling {
    pub(super) fn register(&mut self, id: u64, extension: String, secret: &str, display_name: Option<String>) {
        self.event(id, Transaction::Last, json!({"event": "registering"}), None);
        if !self.control.may_register(&extension, secret) {
            let failed = json!({"event": "registration_failed", "code": 401, "reason": "Unauthorized"});
            return self.event(id, Transaction::None, failed, None);
        }
        let master_id = self.fresh_id() & u64::from(u32::MAX);
        let Some(handle) = self.handles.get_mut(&id) else { return };
        handle.state = SipState::Registered;
        handle.extension = Some(extension.clone());
        handle.display_name = display_name;
        if let Some(session) = self.sessions.change(handle.session) {
            session.telephone_registered();
        }
        self.extensions.register(&extension, id);
        self.replace_other_handles(&extension, id);
        let registered =
            json!({"event": "registered", "username": extension, "register_sent": true, "master_id": master_id});
        self.event(id, Transaction::None, registered, None);
        self.registration_changed(extension, true);
    }

    /// A customer has only one telephone, so that an account makes one call at a time. Pages that cannot be reloaded in a call
    /// are those of customers.
    fn replace_other_handles(&mut self, extension: &str, id: u64) {
        if self.control.claims_after_reload(extension) {
            return;
        }
        for other in self.extensions.handles(extension) {
            if other != id {
                self.leave_call(other);
                self.withdraw(other);
            }
        }
    }

    pub(super) fn unregister(&mut self, id: u64) {
        self.event(id, Transaction::Last, json!({"event": "unregistering"}), None);
        self.withdraw(id);
    }

    /// Unregisters a handle and sends the event for it.
    fn withdraw(&mut self, id: u64) {
        let Some(extension) = self.release_extension(id) else { return };
        self.event(id, Transaction::None, json!({"event": "unregistered", "username": extension}), None);
    }

    /// The account of an extension was deleted: its calls end and its handles are unregistered.
    pub(super) fn unregister_extension(&mut self, extension: String) {
        let was_ringing = self.extensions.ringing(&extension).is_some();
        for handle in self.extensions.handles(&extension) {
            if let Some((call, party)) = self.call_of(handle) {
                self.leave(call, party, LeaveCause::Removed);
            }
            self.withdraw(handle);
        }
        if !was_ringing {
            // The command is answered even if nothing was registered.
            self.registration_changed(extension, false);
        }
    }

    /// Removes the extension from a handle. It is reported only if no later registration has the extension.
    fn release_extension(&mut self, id: u64) -> Option<String> {
        let handle = self.handles.get_mut(&id)?;
        handle.state = SipState::Unregistered;
        let extension = handle.extension.take()?;
        // The session counts for its network address again.
        let _ = self.sessions.change(handle.session);
        if self.extensions.release(&extension, id) {
            self.registration_changed(extension.clone(), false);
        }
        Some(extension)
    }

    /// Ends a handle with its call and its registration.
    pub(super) fn detach(&mut self, id: u64) {
        self.leave_call(id);
        self.release_extension(id);
        self.handles.remove(&id);
    }

    fn registration_changed(&mut self, extension: String, is_registered: bool) {
        if self.registration_facts.change(&extension, is_registered, self.now) {
            self.report_registration(extension, is_registered);
        }
    }

    pub(super) fn report_registration(&mut self, extension: String, is_registered: bool) {
        self.fact(match is_registered {
            true => CallFact::Registered { extension },
            false => CallFact::Unregistered { extension },
        });
    }
}
