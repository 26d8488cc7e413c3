//! Rooms of calls and their transfers in the workspace: events, intents, lists and dialogs.

use super::room::RoomWish;
use super::{Exit, Voice, VoiceIntent};
use crate::contacts::Contacts;
use crate::flow::Context;
use crate::jobs::{EventNumber, Job};
use crate::shell::Dialog;
use crate::wire::{
    self, AckCallRequestEvent, CallUpdateEvent, Channel, OrgUnitId, Protocol, RoomAction, TransferRequestEvent, events,
};
use crate::workspace::{Workspace, context};

/// Facts of other areas on which the intents about rooms depend.
pub(super) struct RoomFacts {
    /// The attendance of the call on the call bar, while the call continues.
    transferable: Option<Protocol>,
    /// The attendance of `transferable`, if its customer has to be registered first (TRF-003).
    needs_contact: Option<Protocol>,
    org_unit: OrgUnitId,
}

impl Voice {
    /// Carries out an intent about the room of a call.
    pub(super) fn on_room_intent(&mut self, context: &mut Context, intent: VoiceIntent, facts: RoomFacts) -> Vec<Exit> {
        match intent {
            VoiceIntent::WatchCallDestinations | VoiceIntent::TransferCall { .. } if facts.needs_contact.is_some() => {
                facts.needs_contact.map(Exit::ContactNeeded).into_iter().collect()
            }
            VoiceIntent::WatchCallDestinations => {
                if let Some(protocol) = facts.transferable {
                    self.watch_destinations(context, &protocol, facts.org_unit);
                }
                Vec::new()
            }
            VoiceIntent::LeaveCallDestinations => {
                self.leave_destinations(context);
                Vec::new()
            }
            VoiceIntent::NoteCallTransfer { note } => {
                if let Some(protocol) = facts.transferable {
                    self.note_transfer(context, &protocol, note);
                }
                Vec::new()
            }
            VoiceIntent::TransferCall { kind, destination, note } => {
                let wish = RoomWish::Transfer { kind, destination: destination.clone(), note };
                self.ask_destination(context, wish, &destination)
            }
            VoiceIntent::CompleteTransfer => self.change_room(context, RoomWish::Complete),
            VoiceIntent::CancelTransfer => self.act_in_room(context, RoomAction::CancelTransfer),
            VoiceIntent::TalkWith { customer } => self.talk_with(context, customer),
            VoiceIntent::JoinConference => self.act_in_room(context, RoomAction::Join),
            VoiceIntent::AddToConference { destination } => {
                self.ask_destination(context, RoomWish::Add(destination.clone()), &destination)
            }
            VoiceIntent::HoldParty { party, held } => self.hold_party(context, party, held),
            VoiceIntent::MuteParty { party, muted } => self.mute_party(context, party, muted),
            VoiceIntent::RemoveParty { party } => self.change_room(context, RoomWish::Do(RoomAction::Remove, party)),
            VoiceIntent::LeaveConference => self.leave_room(context),
            VoiceIntent::EndConference => self.change_room(context, RoomWish::EndConference),
            VoiceIntent::PauseRecording { paused } => {
                let action = if paused { RoomAction::PauseRecording } else { RoomAction::ResumeRecording };
                self.act_in_room(context, action)
            }
            VoiceIntent::DismissTransferFailure => {
                self.dismiss_failure(context);
                Vec::new()
            }
            // The area handles the other intents.
            _ => Vec::new(),
        }
    }
}

/// What the server's attendance says of its call's room.
pub(super) fn room_of(job: &wire::Job) -> CallUpdateEvent {
    CallUpdateEvent {
        protocol: job.protocol.clone(),
        unique_id: job.unique_id.clone(),
        room: job.call_room.clone(),
        supervisors: job.call_supervisors.clone(),
        recording: job.call_recording.clone(),
    }
}

impl Workspace {
    /// A guest in another agent's call is as busy as in an own call; the server counts in the same way.
    pub(super) fn follow_guest(&mut self) {
        let open_jobs = self.jobs.open_count(Channel::Voice);
        let Some(guest) = self.voice.is_guest_in_room() else { return };
        let exit = self.channels.set_voice_work(context!(self), open_jobs, guest);
        self.route(exit);
    }

    pub(super) fn room_facts(&self) -> RoomFacts {
        let transferable = self.voice.transferable();
        let is_registered = |protocol: &Protocol| Contacts::is_registered(&self.jobs, protocol);
        let needs_contact = transferable.clone().filter(|protocol| !is_registered(protocol));
        RoomFacts { transferable, needs_contact, org_unit: self.acting_agent().org_unit_id }
    }

    /// An event about a room, its transfer or its conference.
    pub(super) fn on_room_event(&mut self, event: events::voice::Event, number: Option<EventNumber>) {
        use events::voice::Event;
        match event {
            Event::TransferRequest(event) => self.transfer_requested(*event, number),
            event => self.with_voice(|voice, context| match event {
                Event::Room(event) => voice.on_call_update(context, *event, number),
                Event::TransferResponse(event) => voice.on_transfer_response(context, &event, number),
                Event::TransferAccepted(event) => voice.on_handed_over(context, &event, number),
                Event::ConferenceStart(event) => voice.on_conference_start(context, event, number),
                Event::ConferenceStop(event) => voice.on_conference_stop(context, &event, number),
                _ => Vec::new(),
            }),
        }
    }

    /// A transfer began: this agent sent it, or receives it.
    fn transfer_requested(&mut self, event: TransferRequestEvent, number: Option<EventNumber>) {
        let ack_call = self.session.agent().agent_ack_call.eq_ignore_ascii_case("Y");
        self.with_voice(|voice, context| match event.request {
            Some(info) => voice.on_transfer_offer(context, &event.protocol, *info, number, ack_call),
            None => voice.on_transfer_begun(context, &event, number),
        });
    }

    pub(super) fn close_transfer_dialog(&mut self, protocol: &Protocol) {
        self.shell
            .dialogs
            .close(context!(self), |dialog| matches!(dialog, Dialog::Transfer { protocol: open } if open == protocol));
    }

    /// A call that has ended cannot be transferred.
    pub(super) fn close_dialogs_of_ended_calls(&mut self) {
        let (voice, jobs) = (&self.voice, &self.jobs);
        let is_voice = |protocol: &Protocol| jobs.get(protocol).is_some_and(|job| job.channel() == Channel::Voice);
        let has_ended = |protocol: &Protocol| voice.call_of(protocol).is_none_or(|call| !call.is_live());
        self.shell.dialogs.close(
            context!(self),
            |dialog| matches!(dialog, Dialog::Transfer { protocol } if is_voice(protocol) && has_ended(protocol)),
        );
    }

    /// The server's list contains the rooms as of `as_of_seq` of `epoch`.
    pub(crate) fn voice_rooms_listed(&mut self, guests: Option<Vec<CallUpdateEvent>>, as_of_seq: u64, epoch: &str) {
        let room_of = |job: &Job| room_of(job.server());
        let rooms = self
            .jobs
            .protocols()
            .filter_map(|protocol| self.jobs.get(protocol))
            .filter(|job| job.channel() == Channel::Voice && !job.is_ended())
            .map(room_of)
            .collect();
        self.with_voice(|voice, context| voice.on_rooms_listed(context, rooms, guests, as_of_seq, epoch));
    }

    /// No newer list is expected: the requested change is in this list, or was never carried out.
    pub(crate) fn settle_voice_rooms(&mut self) {
        self.with_voice(Voice::settle_rooms);
    }

    /// The server's list was applied.
    pub(crate) fn voice_jobs_listed(&mut self) {
        let is_voice = |job: &&Job| job.channel() == Channel::Voice;
        let listed: Vec<_> = self
            .jobs
            .protocols()
            .filter_map(|protocol| self.jobs.get(protocol))
            .filter(is_voice)
            .map(Job::with_contact)
            .collect();
        for job in listed {
            self.with_voice(|voice, context| voice.on_job(context, &job));
        }
        self.voice.forget_unlisted(context!(self));
    }

    /// The server's list contains the calls that ring for the agent.
    pub(crate) fn call_requests_listed(&mut self, requests: Vec<AckCallRequestEvent>, as_of_seq: u64, epoch: &str) {
        let ack_call = self.session.agent().agent_ack_call.eq_ignore_ascii_case("Y");
        self.with_voice(|voice, context| voice.on_requests_listed(context, requests, as_of_seq, epoch, ack_call));
    }
}
