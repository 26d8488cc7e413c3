//! The supervision of calls between real pages, the real signalling and the real contact centre: a supervisor listens, whispers, joins, loses the
//! connection and leaves, and nothing of it changes the call (BEY-136, BEY-137).

use core_wasm::Intent;
use core_wasm::call_supervision::{CallSupervisionIntent, SupervisionStage};
use core_wasm::channels::ChannelsIntent;
use core_wasm::voice::{CallBarView, CallStatus, VoiceIntent};
use core_wasm::wire::{Channel, SupervisionMode};
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::{CallSupervisionStore, Store};
use workspace_sim::voice_gateway::CallId;
use workspace_sim::{Sim, core_wasm, numbers, secs};

const CUSTOMER: &str = "5511955550101";
const AGENT: usize = 0;
const SUPERVISOR: usize = 1;

/// An agent talks to a customer, and the supervisor has the board open.
fn talking() -> (Sim, CallId) {
    let mut sim = Sim::with_logins(1, &["elisa.prado", "carla.dias"], CentreConfig::default());
    sim.arrange(|store| {
        let mut row = store.agent(&"301".into()).expect("store").expect("the agent");
        row.record.agent_ack_call = "Y".to_owned();
        row.record.use_web_rtc = "Y".to_owned();
        store.put_agent(&row).expect("store");
    });
    sim.agent(AGENT).signs_in();
    sim.advance(secs(1));
    sim.agent(AGENT).intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
    sim.settle();
    sim.agent(SUPERVISOR).signs_in().goes_to("/supervisor");
    let call = sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    sim.agent(AGENT).intent(Intent::Voice(VoiceIntent::AcceptCall));
    sim.settle();
    assert_eq!(bar(&mut sim).status, CallStatus::InCall);
    (sim, call)
}

fn bar(sim: &mut Sim) -> CallBarView {
    sim.agent(AGENT).call_bar().expect("the bar")
}

fn acts(sim: &mut Sim, intent: CallSupervisionIntent) {
    sim.agent(SUPERVISOR).intent(Intent::CallSupervision(intent));
    sim.advance(secs(2));
}

/// The supervisor listens.
fn supervised() -> (Sim, CallId) {
    let (mut sim, call) = talking();
    acts(&mut sim, CallSupervisionIntent::Supervise { agent_id: "301".into() });
    (sim, call)
}

fn stage_and_mode(sim: &mut Sim) -> Option<(SupervisionStage, SupervisionMode)> {
    sim.agent(SUPERVISOR).supervised_call().map(|view| (view.stage, view.mode))
}

fn signs(sim: &mut Sim) -> Vec<SupervisionMode> {
    bar(sim).supervisors.iter().map(|supervisor| supervisor.mode).collect()
}

#[test]
fn bey_136_bey_137_a_supervisor_listens_whispers_joins_and_leaves_without_a_change_of_the_call() {
    let (mut sim, _) = talking();
    let before = bar(&mut sim);
    acts(&mut sim, CallSupervisionIntent::Supervise { agent_id: "301".into() });
    for mode in [SupervisionMode::Listen, SupervisionMode::Whisper, SupervisionMode::Barge, SupervisionMode::Listen] {
        acts(&mut sim, CallSupervisionIntent::ChooseMode { mode });
        assert_eq!(stage_and_mode(&mut sim), Some((SupervisionStage::Active, mode)));
        assert_eq!(signs(&mut sim), [mode]);
        assert_eq!(CallBarView { supervisors: Vec::new(), ..bar(&mut sim) }, before);
        sim.expect_agreement();
    }
    acts(&mut sim, CallSupervisionIntent::LeaveSupervision);
    assert_eq!((stage_and_mode(&mut sim), bar(&mut sim)), (None, before));
    assert!(sim.store().call_supervisions().expect("store").is_empty());
    sim.expect_agreement();
}

#[test]
fn bey_136_the_end_of_the_call_ends_the_supervision_with_its_reason() {
    let (mut sim, call) = supervised();
    sim.customer_hangs_up(call);
    sim.advance(secs(2));
    assert_eq!(stage_and_mode(&mut sim).map(|(stage, _)| stage), Some(SupervisionStage::Over));
    assert!(sim.store().call_supervisions().expect("store").is_empty());
    acts(&mut sim, CallSupervisionIntent::LeaveSupervision);
    assert_eq!(stage_and_mode(&mut sim), None);
}

#[test]
fn bey_136_a_reload_of_the_supervisors_page_ends_the_supervision_and_not_the_call() {
    let (mut sim, _) = supervised();
    sim.agent(SUPERVISOR).reload();
    sim.advance(secs(30));
    assert_eq!((stage_and_mode(&mut sim), signs(&mut sim)), (None, Vec::new()));
    assert_eq!(bar(&mut sim).status, CallStatus::InCall);
    assert!(sim.store().call_supervisions().expect("store").is_empty());
    sim.expect_agreement();
}
