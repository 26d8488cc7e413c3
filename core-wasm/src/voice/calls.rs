//! The voice jobs: arrival with its parts, dialling, hang-up and redial (spec session §4 "Voice job arrival", "Hangup").

use super::active_job::{DialTarget, read_reply};
use super::arrival::{ContactKey, Source, found_contact, script_fields_call};
use super::call_request::RequestState;
use super::call_state::{CallState, CallStateEvent, DialStatus};
use super::machine::{LookUp, Pending, Voice, VoiceJob, Wanted};
use super::{Exit, VoiceJobRecord, records, timers};
use crate::flow::{Answer, Context, HttpCall, Sound, Text, Tone, camel_case_reason, path};
use crate::shell::SnackbarKind;
use crate::wire::{
    AckCallRequestEvent, CallType, Channel, ContactLookup, HangupEvent, Job, ListBody, ManualCallStatusEvent, Protocol,
    QueueInfo, RedialReply, ScriptFieldRecord, ScriptRecord, VoiceCallRequest,
};
use janus::Input;
use janus::hangup::{HangUpAction, HangUpFacts, HangUpLookUp, RequestSource, STATUS_REFRESH_MS};

/// Delay before the voice status is reset after a finished attendance (spec session §9).
const STATUS_RESET_MS: u64 = 100;
const UNKNOWN_CALL: CallType = CallType::Queue;

impl Voice {
    /// An event reports a new or changed voice job. The parts of a new one are loaded once.
    pub fn on_job(&mut self, context: &mut Context, job: &Job) -> Vec<Exit> {
        if !self.take_job(context, job) || job.disabled {
            return Vec::new();
        }
        let is_its_request = match &self.request {
            RequestState::None => false,
            RequestState::Asking { info, .. } => info.unique_id == job.unique_id,
            RequestState::Answering { .. } => true,
        };
        if is_its_request {
            self.request = RequestState::None;
        }
        match CallType::of_word(&job.call_type).unwrap_or(UNKNOWN_CALL) {
            CallType::Manual => vec![Exit::JobOpens(job.protocol.clone())],
            CallType::Queue | CallType::Dialer => {
                vec![Exit::JobArrived(job.protocol.clone()), Exit::JobOpens(job.protocol.clone())]
            }
        }
    }

    /// The server's list contains a voice job.
    pub fn on_listed(&mut self, context: &mut Context, job: &Job) -> Vec<Exit> {
        let is_new = self.take_job(context, job);
        if is_new && !job.disabled && CallType::of_word(&job.call_type) == Some(CallType::Manual) {
            return self.find_own_call(context, &job.protocol, &job.unique_id);
        }
        Vec::new()
    }

    /// Returns whether the voice job is new.
    fn take_job(&mut self, context: &mut Context, job: &Job) -> bool {
        let now = context.server_now();
        if let Some(known) = self.jobs.get_mut(&job.protocol) {
            known.unique_id.clone_from(&job.unique_id);
            if job.disabled && !known.state.is_end() {
                known.take(CallStateEvent::HungUpHere, now);
                context.persist(records::CALL.of(job.protocol.clone()));
            }
            return false;
        }
        let call_type = CallType::of_word(&job.call_type).unwrap_or(UNKNOWN_CALL);
        let begun = CallState::of(call_type);
        let answered = (begun == CallState::IsService).then(|| job.time.unwrap_or(now));
        let record = self.restored.remove(&job.protocol);
        let record = record.unwrap_or(VoiceJobRecord { state: begun, since: answered, ended: None, muted: false });
        let mut voice_job = VoiceJob {
            state: record.state,
            call_type,
            unique_id: job.unique_id.clone(),
            source: None,
            script: None,
            script_fields: Vec::new(),
            script_failed: false,
            since: record.since,
            ended: record.ended,
            hanging_up: false,
        };
        if job.disabled {
            voice_job.take(CallStateEvent::HungUpHere, job.start_date_qualification.unwrap_or(now));
        } else {
            self.shown = Some(job.protocol.clone());
        }
        self.jobs.insert(&job.protocol, voice_job);
        context.persist(records::CALL.of(job.protocol.clone()));
        self.load_parts(context, job);
        true
    }

    fn load_parts(&mut self, context: &mut Context, job: &Job) {
        let protocol = &job.protocol;
        if job.contact.is_none()
            && let Some(key) = ContactKey::of(job)
        {
            context.call(&mut self.calls, Pending::Contact(protocol.clone()), key.call(&self.agent));
        }
        if let Some(source) = Source::of(job) {
            context.call(&mut self.calls, Pending::Source(protocol.clone()), source.call());
            context.call(&mut self.calls, Pending::Script(protocol.clone()), source.script_call());
        }
    }

    /// Whether the contact of the attendance is being looked up by the keys of its call (VOI-011).
    pub fn looks_up_contact(&self, protocol: &Protocol) -> bool {
        self.calls.any(|pending| matches!(pending, Pending::Contact(asked) if asked == protocol))
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
        let script = match answer.read::<ScriptRecord>() {
            Ok(script) => Some(script).filter(|script| !script.id.is_empty()),
            // Neither campaign nor queue has to have a script.
            Err(Answer::NotFound(_)) => None,
            Err(_) => return script_failed(job),
        };
        (job.script, job.script_failed) = (script, false);
        Vec::new()
    }

    /// The agent opens the script of a voice job: its fields are loaded (QUA-020), or the script itself if that failed before.
    pub fn load_script_fields(&mut self, context: &mut Context, job: &Job) {
        let Some(voice) = self.jobs.get_mut(&job.protocol) else { return };
        let script = voice.script.as_ref();
        let protocol = job.protocol.clone();
        let load = match (script, Source::of(job)) {
            (Some(script), _) => {
                let call = script_fields_call(&script.id, job, job.contact.as_ref());
                Some((Pending::ScriptFields(protocol), call))
            }
            (None, Some(source)) if voice.script_failed => Some((Pending::Script(protocol), source.script_call())),
            (None, _) => None,
        };
        if let Some((pending, call)) = load {
            voice.script_failed = false;
            context.call(&mut self.calls, pending, call);
        }
    }

    pub(super) fn on_script_fields(&mut self, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        match answer.read::<ListBody<ScriptFieldRecord>>() {
            Ok(fields) => {
                (job.script_fields, job.script_failed) = (fields.data.into_vec(), false);
                Vec::new()
            }
            Err(_) => script_failed(job),
        }
    }

    /// The agent dials. `connected`: the voice channel is connected (VOI-065).
    pub fn dial(&mut self, context: &mut Context, target: DialTarget, connected: bool) -> Vec<Exit> {
        if !connected {
            return vec![Exit::Snackbar(SnackbarKind::Error, Text::key("agentVoiceDisconnected"))];
        }
        if self.calls.any(|pending| matches!(pending, Pending::Dial)) {
            return Vec::new();
        }
        let call = target.call(&self.agent, &self.settings.default_campaign);
        context.call(&mut self.calls, Pending::Dial, call);
        self.expect_own_leg(context)
    }

    pub(super) fn on_dialled(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        match read_reply(answer) {
            Ok(reply) => self.begin_own_call(context, reply.protocol, reply.phone, reply.unique_id),
            Err(text) => {
                self.wanted = None;
                vec![Exit::Snackbar(SnackbarKind::Error, text)]
            }
        }
    }

    /// The contact centre calls the agent's telephone first, before or after it answers the request: that leg is accepted without
    /// the agent. If the page makes the call, a leg that arrives is another call's.
    fn expect_own_leg(&mut self, context: &mut Context) -> Vec<Exit> {
        if !self.facts.agent_channel && !self.page_dials() {
            self.want(context, Wanted::Accept);
        }
        self.end_echo_test(context)
    }

    /// News of a manual call.
    pub fn on_status(&mut self, context: &mut Context, event: &ManualCallStatusEvent) -> Vec<Exit> {
        let now = context.server_now();
        let Some(job) = self.jobs.get_mut(&event.protocol).filter(|job| job.call_type == CallType::Manual) else {
            return Vec::new();
        };
        let before = job.state;
        if event.sip_cause != 0 {
            job.take(CallStateEvent::SipCause(event.sip_cause), now);
        }
        if let Some(status) = DialStatus::of_word(&event.status) {
            job.take(CallStateEvent::Status(status), now);
        }
        context.persist(records::CALL.of(event.protocol.clone()));
        if job.state.is_end() && !before.is_end() {
            // No leg follows: the next one is another call's.
            self.wanted = None;
        }
        let is_congested = job.state == CallState::Congestion && before != CallState::Congestion;
        let texts = [(event.blacklist, "contactInBlacklist"), (is_congested, "callCongestion")];
        let texts = texts.into_iter().filter(|(holds, _)| *holds).map(|(_, key)| Text::key(key));
        texts.map(|text| Exit::Snackbar(SnackbarKind::Error, text)).collect()
    }

    /// A call ended: its attendance is looked up (VOI-037).
    pub fn on_hangup(&mut self, context: &mut Context, event: HangupEvent) -> Vec<Exit> {
        let number = context.kernel.ids.number();
        self.look_ups.insert(number, LookUp { event, machine: HangUpLookUp::default() });
        let mut exits = vec![Exit::ClearTransfer];
        exits.extend(self.look_up(context, number));
        exits
    }

    pub(super) fn look_up(&mut self, context: &mut Context, number: u64) -> Vec<Exit> {
        let Some(look_up) = self.look_ups.get_mut(&number) else { return Vec::new() };
        let HangupEvent { phone, unique_id, .. } = look_up.event.clone();
        // A customer whose first call is over may wait again with the same number.
        let is_same = |other: &str| other.is_empty() || unique_id.is_empty() || other == unique_id;
        let waits =
            |info: &AckCallRequestEvent| !phone.is_empty() && info.phone_number == phone && is_same(&info.unique_id);
        let facts = HangUpFacts {
            job: self.jobs.get(&look_up.event.protocol).is_some(),
            call_request: self.request.info().is_some_and(waits),
        };
        let action = look_up.machine.look(facts);
        if let Some(HangUpAction::Retry(after_ms)) = action {
            context.timer(timers::HANG_UP.of(number), after_ms);
            return Vec::new();
        }
        let Some(LookUp { event, .. }) = self.look_ups.remove(&number) else { return Vec::new() };
        match action {
            Some(HangUpAction::EndJob) => self.end_job(context, &event),
            Some(HangUpAction::LoseCall) => self.lose_request(event.phone),
            Some(HangUpAction::Retry(_) | HangUpAction::GiveUp) | None => Vec::new(),
        }
    }

    fn end_job(&mut self, context: &mut Context, event: &HangupEvent) -> Vec<Exit> {
        let Some(job) = self.jobs.get_mut(&event.protocol) else { return Vec::new() };
        let source = RequestSource::read(&event.request_source);
        let end = match source {
            RequestSource::Agent | RequestSource::Failure => CallStateEvent::HungUpHere,
            RequestSource::Other => CallStateEvent::HungUpThere,
        };
        job.take(end, context.server_now());
        context.persist(records::CALL.of(event.protocol.clone()));
        context.timer(timers::STATUS.key(), STATUS_REFRESH_MS);
        let mut exits = self.end_own_call(context, &event.protocol);
        exits.extend([Exit::EndJob(event.protocol.clone(), context.server_now()), Exit::RefreshStatus]);
        exits.extend(match source {
            RequestSource::Agent => Some(Exit::Snackbar(SnackbarKind::Info, Text::key("hangupVoiceCallAgent"))),
            RequestSource::Failure => Some(Exit::Snackbar(SnackbarKind::Error, Text::key("hangupVoiceCallFailure"))),
            RequestSource::Other => None,
        });
        exits
    }

    fn call_request(&self, protocol: &Protocol) -> VoiceCallRequest {
        VoiceCallRequest {
            agent_id: self.agent.clone(),
            channel: Channel::Voice,
            protocol: protocol.clone(),
            unique_id: self.jobs.get(protocol).map(|job| job.unique_id.clone()).unwrap_or_default(),
        }
    }

    /// The agent hangs up: once per call, with a sound (VOI-045, VOI-085). The hang-up event ends the attendance.
    pub fn hang_up(&mut self, context: &mut Context, protocol: &Protocol, tone: Tone) -> Vec<Exit> {
        let is_open = self.jobs.get(protocol).is_some_and(|job| !job.state.is_end());
        if !is_open || self.calls.any(|pending| matches!(pending, Pending::HangUp(_))) {
            return Vec::new();
        }
        let call = HttpCall::post(path!["voice", "hang-up"]).json(&self.call_request(protocol));
        context.call(&mut self.calls, Pending::HangUp(protocol.clone()), call);
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.hanging_up = true;
        }
        context.sound(Sound::Hangup, tone);
        if self.facts.agent_channel {
            // The leg of the agent channel stays for the next call.
            return Vec::new();
        }
        self.on_line(context, Input::Command(janus::Command::HangUp))
    }

    /// The server answered a hang-up; the hang-up event is its outcome. The leg of a call in this page is ended with the
    /// next connection, but the agent channel's stays: without an answer its call goes on.
    pub(super) fn on_hung_up(&mut self, protocol: &Protocol, answer: &Answer) -> Vec<Exit> {
        let job = self.jobs.get_mut(protocol).filter(|job| job.hanging_up);
        let Some(job) = job.filter(|_| self.facts.agent_channel && !matches!(answer, Answer::Ok(_))) else {
            return Vec::new();
        };
        job.hanging_up = false;
        vec![Exit::Snackbar(SnackbarKind::Error, Text::key("hangUpNotSent"))]
    }

    /// The agent hangs up the call of the call bar; without an attendance it is the leg of the agent's telephone.
    pub fn hang_up_shown(&mut self, context: &mut Context, tone: Tone) -> Vec<Exit> {
        let shown = self.shown.clone();
        match shown.filter(|shown| self.jobs.get(shown).is_some_and(|job| !job.state.is_end())) {
            Some(protocol) => self.hang_up(context, &protocol, tone),
            None if self.facts.agent_channel => Vec::new(),
            None => {
                self.request = RequestState::None;
                self.on_line(context, Input::Command(janus::Command::HangUp))
            }
        }
    }

    /// The agent finishes the attendance: hung up, disabled, and the voice status is reset (VOI-046).
    pub fn finish(&mut self, context: &mut Context, protocol: &Protocol, tone: Tone) -> Vec<Exit> {
        let mut exits = self.hang_up(context, protocol, tone);
        let Some(job) = self.jobs.get_mut(protocol) else { return exits };
        job.take(CallStateEvent::HungUpHere, context.server_now());
        context.persist(records::CALL.of(protocol.clone()));
        context.timer(timers::STATUS_RESET.key(), STATUS_RESET_MS);
        exits.push(Exit::EndJob(protocol.clone(), context.server_now()));
        exits
    }

    /// The agent calls the number of an ended call again.
    pub fn redial(&mut self, context: &mut Context, protocol: &Protocol) -> Vec<Exit> {
        let is_asked = |pending: &Pending| matches!(pending, Pending::Redial(asked) if asked == protocol);
        let has_ended = self.jobs.get(protocol).is_some_and(|job| job.state.is_end());
        if has_ended && !self.calls.any(is_asked) {
            let call = HttpCall::post(path!["voice", "redial"]).json(&self.call_request(protocol));
            context.call(&mut self.calls, Pending::Redial(protocol.clone()), call);
            return self.expect_own_leg(context);
        }
        Vec::new()
    }

    pub(super) fn on_redialled(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let reply = match answer.read::<RedialReply>() {
            Ok(reply) if reply.cause.is_empty() && reply.success => Ok(reply),
            Ok(reply) => Err(reply.cause),
            Err(answer) => Err(answer.reason().map(str::to_owned).unwrap_or_default()),
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(cause) => {
                self.wanted = None;
                let key = if cause.is_empty() { "cannotCallToContact".to_owned() } else { camel_case_reason(&cause) };
                let text = Text { fallback: Some("cannotCallToContact".to_owned()), ..Text::key(&key) };
                return vec![Exit::Snackbar(SnackbarKind::Error, text)];
            }
        };
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        job.take(CallStateEvent::Redialled, context.server_now());
        self.shown = Some(protocol.clone());
        context.persist(records::CALL.of(protocol.clone()));
        let text = Text::key("callAgainToContact");
        let mut exits = vec![Exit::EnableJob(protocol.clone()), Exit::Snackbar(SnackbarKind::Success, text)];
        exits.extend(self.begin_own_call(context, protocol.clone(), reply.phone, reply.unique_id));
        exits
    }

    /// The attendance was removed.
    pub fn job_removed(&mut self, context: &mut Context, protocol: &Protocol) -> Vec<Exit> {
        if self.jobs.remove(protocol).is_some() {
            context.persist(records::CALL.of(protocol.clone()));
        }
        if self.shown.as_ref() == Some(protocol) {
            self.shown = None;
        }
        self.end_own_call(context, protocol)
    }

    /// The stored part of a voice job.
    pub fn job_record(&self, protocol: &Protocol) -> Option<VoiceJobRecord> {
        let job = self.jobs.get(protocol)?;
        let muted = self.shown.as_ref() == Some(protocol) && (self.audio.state().muted || self.restored_mute);
        Some(VoiceJobRecord { state: job.state, since: job.since, ended: job.ended, muted })
    }

    /// What was stored of a voice job before a reload.
    pub fn restore_job(&mut self, protocol: &Protocol, record: VoiceJobRecord) {
        self.restored_mute |= record.muted && record.ended.is_none();
        self.restored.insert(protocol, record);
    }
}

/// What was loaded before stays.
fn script_failed(job: &mut VoiceJob) -> Vec<Exit> {
    job.script_failed = true;
    vec![Exit::Snackbar(SnackbarKind::Error, Text::key("scriptError"))]
}
