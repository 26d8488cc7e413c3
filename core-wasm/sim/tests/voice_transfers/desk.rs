//! Two agents with telephones, one of whom talks with a customer.

use core_wasm::channels::ChannelsIntent;
use core_wasm::voice::{CallBarView, CallRoomView, CallStatus, IncomingCallView, VoiceIntent, VoiceSlice};
use core_wasm::wire::{Channel, DestinationKey, DestinationKind, TransferKind, TransferPhase};
use core_wasm::{Intent, View, voice};
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::{CallPhase, Store, VoiceStore};
use workspace_sim::voice_gateway::CallId;
use workspace_sim::{Sim, core_wasm, ms, numbers, secs};

const CUSTOMER: &str = "5511955550101";
const LOGINS: [&str; 2] = ["elisa.prado", "fabio.reis"];
pub const IDS: [&str; 2] = ["301", "302"];

/// The sender talks with a customer; the receiver is free.
pub struct Desk {
    pub sim: Sim,
    pub sender: usize,
    pub receiver: usize,
    pub call: CallId,
}

impl Desk {
    pub fn new() -> Self {
        let mut sim = Sim::with_logins(1, &LOGINS, CentreConfig::default());
        sim.arrange(|store| {
            for agent in IDS {
                let mut row = store.agent(&agent.into()).expect("store").expect("the agent");
                row.record.agent_ack_call = "Y".to_owned();
                row.record.use_web_rtc = "Y".to_owned();
                row.record.agent_preferences.web_rtc_auto_reconnect = true;
                store.put_agent(&row).expect("store");
            }
        });
        for index in 0..2 {
            sim.agent(index).signs_in();
            sim.advance(secs(1));
            let channel = Channel::Voice;
            sim.agent(index).intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel }));
            sim.settle();
        }
        let call = sim.calls(CUSTOMER, numbers::SALES);
        sim.settle();
        let sender = usize::from(incoming(&mut sim, 0).is_none());
        let mut desk = Self { sim, sender, receiver: 1 - sender, call };
        desk.does(sender, VoiceIntent::AcceptCall);
        assert_eq!(desk.status(sender), Some(CallStatus::InCall));
        desk.sim.expect_agreement();
        desk
    }

    /// The groups of the receiver ask before an assisted transfer; a group may also take it without a question (VOI-032).
    pub fn groups_ask(&mut self) {
        let receiver = IDS[self.receiver].into();
        self.sim.arrange(|store| {
            for mut row in store.groups_of_agent(&receiver).expect("store") {
                row.group.ack_call_assisted_transfer_behavior.clear();
                store.put_group(&row).expect("store");
            }
        });
    }

    pub fn does(&mut self, index: usize, intent: VoiceIntent) {
        self.sim.agent(index).intent(Intent::Voice(intent));
        self.sim.settle();
    }

    pub fn asks(&mut self, kind: TransferKind) {
        let destination = DestinationKey { kind: DestinationKind::Agent, id: IDS[self.receiver].to_owned() };
        let note = "quer cancelar".to_owned();
        self.does(self.sender, VoiceIntent::TransferCall { kind, destination, note });
    }

    pub fn bar(&mut self, index: usize) -> Option<CallBarView> {
        match self.sim.agent(index).view(&voice::slices::CALL_BAR.key()) {
            View::Voice(VoiceSlice::CallBar(bar)) => Some(*bar),
            _ => None,
        }
    }

    pub fn status(&mut self, index: usize) -> Option<CallStatus> {
        self.bar(index).map(|bar| bar.status)
    }

    pub fn room(&mut self, index: usize) -> Option<CallRoomView> {
        self.bar(index).and_then(|bar| bar.room)
    }

    pub fn phase(&mut self) -> Option<TransferPhase> {
        let sender = self.sender;
        self.room(sender).and_then(|room| room.transfer).map(|transfer| transfer.phase)
    }

    pub fn rings(&mut self) -> bool {
        let receiver = self.receiver;
        incoming(&mut self.sim, receiver).is_some()
    }

    /// The agent or the queue that has the attendance of the customer's open call.
    pub fn owner(&self) -> Option<usize> {
        let calls = self.sim.store().calls_in_phase(CallPhase::Talking).expect("store");
        let protocol = calls.first()?.protocol.clone();
        let job = self.sim.store().job(&protocol).expect("store")?;
        let agent = job.agent_id;
        IDS.iter().position(|id| agent.as_str() == *id)
    }

    /// Waits three seconds, until nothing changes any more, and compares page and server.
    pub fn agrees(&mut self) {
        self.sim.advance(secs(3));
        self.sim.expect_agreement();
    }

    pub fn consults(&mut self) {
        self.asks(TransferKind::Assisted);
        let receiver = self.receiver;
        self.does(receiver, VoiceIntent::AcceptCall);
        self.sim.advance(ms(500));
        assert_eq!(self.phase(), Some(TransferPhase::Consulting));
    }
}

pub fn incoming(sim: &mut Sim, index: usize) -> Option<IncomingCallView> {
    match sim.agent(index).view(&voice::slices::INCOMING_CALL.key()) {
        View::Voice(VoiceSlice::IncomingCall(call)) => Some(*call),
        _ => None,
    }
}
