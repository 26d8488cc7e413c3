//! Actions of customers on the telephone, and faults of gateway, signalling and media.

use crate::sim::Sim;
use crate::telephony::{VoiceFrame, VoiceLink, numbers};
use contact_centre::store::{
    CallPhase, CallRecordingStore, DialerNumberRow, DialerNumberState, DialerRow, DialerStore, VoiceStore,
};
use contact_centre::wire::{QueueId, Wall};
use core_wasm::voice::{IceState, MediaFailure, MediaFault, VoiceReport};
use std::time::Duration;
use voice_gateway::signalling::Input as SignallingInput;
use voice_gateway::{CallId, CallSide, ControlCommand, SimulatedCustomer};

impl Sim {
    /// A customer calls a number; returns the name of the call.
    pub fn calls(&mut self, from: &str, to: &str) -> CallId {
        self.telephony.customers += 1;
        let call = CallId((0xca11 << 32) + self.telephony.customers);
        let customer = SimulatedCustomer { answers_after: Duration::ZERO, hangs_up_after: None, pitch: 200.0 };
        let (from, to) = (from.to_owned(), to.to_owned());
        self.note("customer", &format!("calls {to}"));
        self.gateway(SignallingInput::Control(ControlCommand::CustomerCall { call, from, to, customer }));
        call
    }

    /// The customer of a call hangs up.
    pub fn customer_hangs_up(&mut self, call: CallId) -> &mut Self {
        self.note("customer", "hangs up");
        self.gateway(SignallingInput::Control(ControlCommand::HangUp { call, by: Some(CallSide::Caller) }));
        self
    }

    /// The demo campaign dials exactly these numbers.
    pub fn campaign_dials(&mut self, phones: &[&str]) -> &mut Self {
        let campaign = QueueId::from(numbers::CAMPAIGN);
        self.note("campaign", &format!("dials {phones:?}"));
        self.arrange(|store| {
            let dialer = store.dialer(&campaign).expect("store").expect("the dialer of the demo data");
            store.put_dialer(&DialerRow { running: true, ..dialer }).expect("store");
            while let Some(row) = store.next_dialer_number(&campaign).expect("store") {
                let row = DialerNumberRow { state: DialerNumberState::Finished, ..row };
                store.put_dialer_number(&row).expect("store");
            }
            for (position, phone) in (0..).zip(phones) {
                let row = DialerNumberRow {
                    campaign_id: campaign.clone(),
                    phone: (*phone).to_owned(),
                    name: String::new(),
                    state: DialerNumberState::Open,
                    attempts: 0,
                    due_at: Wall(position),
                };
                store.put_dialer_number(&row).expect("store");
            }
        })
    }

    /// Ids of the recordings that have not ended.
    pub fn open_recordings(&self) -> Vec<String> {
        self.server.store.open_recordings().expect("store").into_iter().map(|row| row.id).collect()
    }

    /// The file of a recording can no longer be written: the recording ends, its call continues.
    pub fn recording_fails(&mut self, recording: &str) -> &mut Self {
        self.note("recording", "cannot be written");
        let (stopped, recipients) =
            self.server.call(self.now, |centre, store, context| centre.recording_stopped(store, context, recording));
        stopped.expect("store");
        self.deliver(recipients);
        self
    }

    /// The call by which the contact centre reached this number, if the customer is in it.
    pub fn reached(&self, phone: &str) -> Option<CallId> {
        let calls = self.server.store.calls_of_phone(phone).expect("store");
        let open = calls.into_iter().find(|call| !call.is_over())?;
        u64::from_str_radix(&open.unique_id, 16).ok().map(CallId)
    }

    /// Calls in which parties talk.
    pub fn talking_calls(&self) -> Vec<CallId> {
        let calls = self.server.store.calls_in_phase(CallPhase::Talking).expect("store");
        calls.iter().filter_map(|call| u64::from_str_radix(&call.unique_id, 16).ok()).map(CallId).collect()
    }

    /// An external node lets a call ring for an agent; the contact centre does not know the call.
    pub fn node_rings(&mut self, call: CallId, extension: &str) -> &mut Self {
        self.note("node", &format!("rings at {extension}"));
        let connect = ControlCommand::Connect { call, extension: extension.to_owned() };
        self.gateway(SignallingInput::Control(connect));
        self
    }

    /// The process of the gateway is killed and restarted: its calls and registrations are lost.
    pub fn gateway_restarts(&mut self) -> &mut Self {
        self.note("gateway", "restarts");
        self.gateway_dies();
        let (started, recipients) =
            self.server.call(self.now, |centre, store, context| centre.start_up(store, context, false));
        started.expect("store");
        self.deliver(recipients);
        self.registers_desk_telephones();
        self
    }

    /// The gateway is restarted behind a proxy that keeps the pages' sockets open: their sessions are unknown to it.
    pub fn gateway_forgets_sessions(&mut self) -> &mut Self {
        self.note("gateway", "forgets its sessions");
        let links = std::mem::take(&mut self.telephony.links);
        self.gateway_restarts();
        self.watch.forgotten.extend(links.keys().map(|link| link.party));
        self.telephony.links = links;
        self
    }

    /// The page's socket to the gateway breaks; both sides notice at once.
    pub fn cuts_signalling(&mut self, index: usize) -> &mut Self {
        self.note("network", "cuts the signalling");
        let party = self.browsers[index].party;
        let cut: Vec<VoiceLink> = self.telephony.links.keys().filter(|link| link.party == party).copied().collect();
        for link in cut {
            self.voice_frame(link, VoiceFrame::Close);
            self.report_voice(link.party, 0, VoiceReport::Closed { link: link.number });
        }
        self
    }

    /// The page's socket to the gateway is broken without notice: what the page sends is lost.
    pub fn silences_signalling(&mut self, index: usize) -> &mut Self {
        self.note("network", "silences the signalling");
        let party = self.browsers[index].party;
        let dead: Vec<VoiceLink> = self.telephony.links.keys().filter(|link| link.party == party).copied().collect();
        for link in dead {
            self.voice_frame(link, VoiceFrame::Close);
        }
        self
    }

    /// The next frame of a page for the gateway that contains `needle` is lost.
    pub fn loses_signalling(&mut self, needle: &str) -> &mut Self {
        self.note("network", &format!("loses the frame {needle}"));
        self.telephony.losing.push(needle.to_owned());
        self
    }

    /// The browser reports the ICE state of its call.
    pub fn ice(&mut self, index: usize, state: IceState) -> &mut Self {
        let party = self.browsers[index].party;
        let calls: Vec<u32> =
            self.telephony.peers.keys().filter(|(of, _)| *of == party).map(|(_, call)| *call).collect();
        for call in calls {
            self.voice_report(party, VoiceReport::Ice { call, state });
        }
        self
    }

    /// The only microphone is unplugged during a call.
    pub fn microphone_is_lost(&mut self, index: usize) -> &mut Self {
        let party = self.browsers[index].party;
        let failure = MediaFailure { fault: MediaFault::NoDevice, problem: None };
        let calls: Vec<u32> =
            self.telephony.peers.keys().filter(|(of, _)| *of == party).map(|(_, call)| *call).collect();
        for call in calls {
            self.voice_report(party, VoiceReport::MicrophoneLost { call, failure });
        }
        self
    }

    /// From now on the computer has a microphone, or none.
    pub fn has_microphone(&mut self, index: usize, has: bool) -> &mut Self {
        let machine = self.browsers[index].machine;
        if has {
            self.telephony.without_microphone.remove(&machine);
        } else {
            self.telephony.without_microphone.insert(machine);
        }
        self
    }
}
