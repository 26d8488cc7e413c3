//! The attendances of calls: their arrival with contact, campaign or queue and script, and their removal (spec session
//! §4 "Voice job arrival").

use super::arrival::{ContactKey, Source, found_contact};
use super::call::{Call, CallEnd, CallEvent, CallKind, Progress};
use super::call_state::CallState;
use super::machine::{Pending, Voice, VoiceJob};
use super::{Exit, VoiceJobRecord, records};
use crate::flow::{Answer, Context, Text};
use crate::jobs::JobOrigin;
use crate::scripts::{Script, fields_request};
use crate::shell::SnackbarKind;
use crate::wire::{CallType, ContactLookup, Job, JobCallPhase, Protocol, QueueInfo};

const UNKNOWN_CALL: CallType = CallType::Queue;

fn call_type_of(job: &Job) -> CallType {
    CallType::of_word(&job.call_type).unwrap_or(UNKNOWN_CALL)
}

/// Id of the attendance's last call. An older server does not send it; then the protocol of the attendance is used.
fn call_id_of(job: &Job) -> String {
    if job.unique_id.is_empty() { job.protocol.to_string() } else { job.unique_id.clone() }
}

impl Voice {
    /// A voice attendance is new on this page. Its contact, campaign or queue and script are loaded once. Whether it
    /// opens depends on its origin, not on whether an event or a list added it.
    pub fn on_added(&mut self, context: &mut Context, job: &Job, origin: JobOrigin) -> Vec<Exit> {
        let (is_new, mut exits) = self.take_job(context, job);
        if !is_new || job.disabled || origin == JobOrigin::Start {
            return exits;
        }
        let protocol = job.protocol.clone();
        match call_type_of(job) {
            CallType::Manual => exits.push(Exit::JobOpens(protocol)),
            CallType::Queue | CallType::Dialer => {
                exits.extend([Exit::JobArrived(protocol.clone()), Exit::JobOpens(protocol)]);
            }
        }
        exits
    }

    /// The server reports a voice attendance that this page has, by an event or by its list.
    pub fn on_job(&mut self, context: &mut Context, job: &Job) -> Vec<Exit> {
        self.take_job(context, job).1
    }

    /// Returns whether the attendance is new.
    fn take_job(&mut self, context: &mut Context, job: &Job) -> (bool, Vec<Exit>) {
        let (protocol, id) = (&job.protocol, call_id_of(job));
        let last = self.jobs.get(protocol).map(|known| known.call.clone());
        let is_its = |call: &Call| call.attendance.as_ref() == Some(protocol);
        if last.as_ref().is_some_and(|last| *last != id) && self.table.get(&id).is_some_and(is_its) {
            // The event is about an earlier call of the attendance.
            return (false, Vec::new());
        }
        let is_new = last.is_none();
        if is_new {
            let voice_job =
                VoiceJob { call: id.clone(), call_type: call_type_of(job), source: None, script: Script::default() };
            self.jobs.insert(protocol, voice_job);
            self.load_parts(context, job);
        } else if let Some(known) = self.jobs.get_mut(protocol) {
            known.call.clone_from(&id);
        }
        let begins = last.as_ref() != Some(&id);
        let mut exits = if begins { self.attach(context, &id, job) } else { Vec::new() };
        if begins && !job.disabled {
            self.shown = Some(protocol.clone());
        }
        let before = self.table.get(&id).map(Call::state);
        exits.extend(self.settle(context, &id, job));
        exits.extend(before.and_then(|before| self.announcement(&id, before)));
        if begins {
            exits.extend(self.follow_manual(context, &id, job));
        }
        if begins && call_type_of(job) == CallType::Manual {
            // Whatever the answer to the request to dial was, this is the call of that request.
            self.unclear_dial = None;
        }
        context.persist(records::CALL.of(protocol.clone()));
        (is_new, exits)
    }

    /// Finds the call of the attendance: the one that this page knows from the call request, the leg or the answer to a
    /// request to dial. Otherwise adds a new one.
    fn attach(&mut self, context: &mut Context, id: &str, job: &Job) -> Vec<Exit> {
        let (protocol, phone, now) = (&job.protocol, job.phone.as_str(), context.mono());
        if let Some(unnamed) = self.unnamed_leg_of(phone).or_else(|| self.nameless_leg()) {
            self.rename_call(&unnamed, id);
        }
        // The agent dialled the call, also if the first call of the attendance was a queue call.
        let is_redialled = job.call_phase == Some(JobCallPhase::Dialling);
        let kind = if is_redialled { CallKind::Manual } else { CallKind::from(call_type_of(job)) };
        let record = self.restored.remove(protocol).filter(|record| record.is_of(id));
        let is_manual = kind == CallKind::Manual;
        let known = self.table.get_mut(id);
        let is_known = known.is_some();
        match known {
            Some(call) => {
                (call.kind, call.attendance) = (kind, Some(protocol.clone()));
                call.begun = call.begun.max(now);
            }
            None => {
                let progress = if is_manual { Progress::Dialling } else { Progress::Accepted };
                let mut call = Call::new(kind, progress, phone, now);
                call.attendance = Some(protocol.clone());
                self.table.insert(id, call);
            }
        }
        self.take_event(context, id, if is_manual { CallEvent::Dialled } else { CallEvent::Answered });
        if let Some(call) = self.table.get_mut(id) {
            // The timer of a call whose beginning this page did not see starts at the server's time.
            let answered = job.call_answered_at.or_else(|| job.time.filter(|_| !is_manual && !is_known));
            call.since = answered.filter(|_| call.since.is_some()).or(call.since);
        }
        if let Some(record) = record {
            self.take_record(context, id, job, record)
        } else {
            // A call that the agent dialled is answered without asking; a customer's call was accepted before.
            let held = self.table.get(id).and_then(|call| call.leg).filter(|_| is_manual);
            match held.or_else(|| self.free_leg_of(id)) {
                Some(leg) => self.attach_leg(context, id, leg),
                None => Vec::new(),
            }
        }
    }

    /// The stored record of the call from before a reload.
    fn take_record(&mut self, context: &mut Context, id: &str, job: &Job, record: VoiceJobRecord) -> Vec<Exit> {
        // Only this page regarded the call as ended: the server does not know about the end.
        let is_open = matches!(job.call_phase, Some(JobCallPhase::Dialling | JobCallPhase::Talking));
        let goes_on = record.state.is_end() && !job.disabled && is_open;
        if let Some(call) = self.table.get_mut(id) {
            call.since = record.since.or(call.since);
            match record.state {
                state if state.is_end() && goes_on && !record.hang_up => {}
                state if state.is_end() => {
                    call.progress = Progress::Ended;
                    call.end = Some(CallEnd { how: state, at: record.ended.unwrap_or(context.server_now()) });
                }
                CallState::Machine => call.progress = Progress::Machine,
                CallState::IsService | CallState::InProgress => call.progress = Progress::Talking,
                _ => {}
            }
        }
        if goes_on && record.hang_up {
            if let Some(call) = self.table.get_mut(id) {
                (call.asked.hang_up, call.asked.finish) = (true, true);
            }
            self.send_hang_up(context, id);
        }
        // The record may be older than the end of the call.
        let has_leg = record.leg && !is_over(job);
        self.resumed.insert(&job.protocol, record);
        if has_leg { self.resume_leg(context, id) } else { Vec::new() }
    }

    /// Applies the state of the call in a message of the server: an answer or end whose event this page missed. It also
    /// ends the leg of a call that the page dialled.
    fn settle(&mut self, context: &mut Context, id: &str, job: &Job) -> Vec<Exit> {
        let is_open = matches!(job.call_phase, Some(JobCallPhase::Dialling | JobCallPhase::Talking)) && !job.disabled;
        if is_open && self.table.get(id).is_some_and(|call| !call.is_live()) {
            self.tell_end(context, id);
        }
        let Some(call) = self.table.get(id).filter(|call| call.is_live()) else { return Vec::new() };
        let is_manual = call.kind == CallKind::Manual;
        if is_over(job) {
            let at = job.start_date_qualification.unwrap_or(context.server_now());
            if let Some(call) = self.table.get_mut(id) {
                call.take(CallEvent::HungUpHere, at);
                call.asked = Default::default();
            }
            return self.end_own_call(context, id);
        }
        if job.call_phase == Some(JobCallPhase::Talking) && is_manual {
            let at = job.call_answered_at.unwrap_or(context.server_now());
            if let Some(call) = self.table.get_mut(id) {
                call.take(CallEvent::Answered, at);
            }
        }
        Vec::new()
    }

    /// With external voice nodes only this page dials the number of a call, also if the answer to its request was lost.
    fn follow_manual(&mut self, context: &mut Context, id: &str, job: &Job) -> Vec<Exit> {
        let is_open = self.table.get(id).is_some_and(|call| call.kind == CallKind::Manual && call.is_live());
        let is_others = self.web_rtc.is_some() && !self.page_dials();
        if !is_open || is_others || self.is_asking_to_dial() {
            return Vec::new();
        }
        if self.table.get(id).is_some_and(|call| call.own.is_some()) {
            return self.follow_own_call(context);
        }
        let number = self.unclear_dial.filter(|until| context.mono() <= *until).map(|_| job.phone.clone());
        self.begin_own_call(context, id, number.filter(|number| !number.is_empty()))
    }

    fn load_parts(&mut self, context: &mut Context, job: &Job) {
        let protocol = &job.protocol;
        if job.contact.is_none()
            && let Some(key) = ContactKey::of(job)
        {
            context.request(&mut self.requests, Pending::Contact(protocol.clone()), key.request(&self.agent));
        }
        if let Some(source) = Source::of(job) {
            context.request(&mut self.requests, Pending::Source(protocol.clone()), source.request());
            context.request(&mut self.requests, Pending::Script(protocol.clone()), source.script_request());
        }
    }

    /// Whether the contact of the attendance is being looked up by the keys of its call (VOI-011).
    pub fn looks_up_contact(&self, protocol: &Protocol) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::Contact(asked) if asked == protocol))
    }

    pub(super) fn on_contact(&mut self, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let protocol = protocol.clone();
        vec![match answer.read::<ContactLookup>() {
            Ok(lookup) => match found_contact(lookup) {
                Some(contact) => Exit::ContactFound(protocol, Box::new(contact)),
                None => Exit::ContactUnknown(protocol),
            },
            Err(Answer::NotFound(_)) => Exit::ContactUnknown(protocol),
            Err(_) => Exit::ContactNotRead(protocol),
        }]
    }

    pub(super) fn on_source(&mut self, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        if let (Some(job), Ok(source)) = (self.jobs.get_mut(protocol), answer.read::<QueueInfo>()) {
            job.source = Some(source);
        }
        Vec::new()
    }

    pub(super) fn on_script(&mut self, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        if job.script.take(answer) { Vec::new() } else { script_failed() }
    }

    /// The agent opens the script of a voice job: its fields are loaded (QUA-020), or the script itself if its load
    /// failed before.
    pub fn load_script_fields(&mut self, context: &mut Context, job: &Job) {
        let Some(voice) = self.jobs.get_mut(&job.protocol) else { return };
        let script = voice.script.record.as_ref();
        let protocol = job.protocol.clone();
        let load = match (script, Source::of(job)) {
            (Some(script), _) => {
                let fields = fields_request(&script.id, job, job.contact.as_ref());
                Some((Pending::ScriptFields(protocol), fields))
            }
            (None, Some(source)) if voice.script.failed => Some((Pending::Script(protocol), source.script_request())),
            (None, _) => None,
        };
        if let Some((pending, request)) = load {
            voice.script.failed = false;
            context.request(&mut self.requests, pending, request);
        }
    }

    pub(super) fn on_script_fields(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        if job.script.take_fields(context, answer) { Vec::new() } else { script_failed() }
    }

    /// The attendance was removed together with its ended calls. A call that continues keeps its leg, because a removal
    /// never causes a hang-up.
    pub fn job_removed(&mut self, context: &mut Context, protocol: &Protocol) -> Vec<Exit> {
        if self.jobs.remove(protocol).is_some() {
            context.persist(records::CALL.of(protocol.clone()));
        }
        self.resumed.remove(protocol);
        self.forget_note(context, protocol);
        for id in self.table.of_attendance(protocol) {
            match self.table.get_mut(&id) {
                Some(call) if call.is_live() && call.leg.is_some() => {
                    call.attendance = None;
                    context.persist(records::SESSION.key());
                }
                Some(_) | None => {
                    self.table.remove(&id);
                }
            }
        }
        if self.shown.as_ref() == Some(protocol) {
            self.shown = None;
        }
        Vec::new()
    }

    /// The stored part of the last call of a voice attendance.
    pub fn job_record(&self, protocol: &Protocol) -> Option<VoiceJobRecord> {
        let job = self.jobs.get(protocol)?;
        let call = self.table.get(&job.call)?;
        let carried = call.leg.is_some_and(|leg| leg.number == self.call_number);
        // Until the leg is reported again, the stored record of it applies.
        let before = self.resumed.get(protocol).filter(|record| record.is_of(&job.call) && call.is_live());
        let muted = if carried { self.audio.state().muted } else { before.is_some_and(|record| record.muted) };
        Some(VoiceJobRecord {
            unique_id: job.call.clone(),
            state: call.state(),
            since: call.since,
            ended: call.end.map(|end| end.at),
            muted,
            leg: carried || before.is_some_and(|record| record.leg),
            hang_up: call.asked.hang_up || call.asked.finish,
        })
    }

    /// Restores the stored record of a voice attendance from before a reload.
    pub fn restore_job(&mut self, protocol: &Protocol, record: VoiceJobRecord) {
        self.restored.insert(protocol, record);
    }

    /// Deletes the records of attendances that the server's list does not contain: they were removed while the page was
    /// closed.
    pub fn forget_unlisted(&mut self, context: &mut Context) {
        for (protocol, _) in std::mem::take(&mut self.restored).iter() {
            context.persist(records::CALL.of(Protocol::from(protocol)));
        }
    }
}

impl VoiceJobRecord {
    /// Whether the record is of this call.
    fn is_of(&self, id: &str) -> bool {
        self.unique_id.is_empty() || self.unique_id == id
    }
}

/// Whether the server reports that the call of the attendance has ended.
fn is_over(job: &Job) -> bool {
    job.disabled || job.call_phase == Some(JobCallPhase::Ended)
}

fn script_failed() -> Vec<Exit> {
    vec![Exit::Snackbar(SnackbarKind::Error, Text::key("scriptError"))]
}
