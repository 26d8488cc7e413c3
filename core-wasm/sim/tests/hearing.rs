//! Comparison of the page with the telephone system in a supervised call: which participants hear each other, for every
//! two roles in every mode.

use core_wasm::call_supervision::{Place, hears};
use core_wasm::wire::{CallMode, CallPartyRole, SupervisionMode};
use voice_gateway::{Mode, Role, Supervision, hears as heard_in_the_gateway};

const PLACES: [(Place, Role); 7] = [
    (Place::Party(CallPartyRole::Customer), Role::Customer),
    (Place::Party(CallPartyRole::Agent), Role::Agent),
    (Place::Party(CallPartyRole::Consulted), Role::Consulted),
    (Place::Party(CallPartyRole::Colleague), Role::Colleague),
    (Place::Supervisor(SupervisionMode::Listen), Role::Supervisor(Supervision::Listen)),
    (Place::Supervisor(SupervisionMode::Whisper), Role::Supervisor(Supervision::Whisper)),
    (Place::Supervisor(SupervisionMode::Barge), Role::Supervisor(Supervision::Barge)),
];

fn modes(is_supervised: bool) -> [(CallMode, Mode); 3] {
    [
        (CallMode::Together, Mode::Together),
        (CallMode::Consulting, Mode::Consulting { is_supervised }),
        (CallMode::WithCustomer, Mode::Swapped { is_supervised }),
    ]
}

#[test]
fn bey_136_the_page_shows_the_same_participants_hearing_each_other_as_the_telephone_system() {
    let mut compared = 0;
    for is_supervised in [false, true] {
        for (shown, real) in modes(is_supervised) {
            for (listener, listens) in PLACES {
                for (speaker, speaks) in PLACES {
                    assert_eq!(
                        hears(listener, speaker, shown, is_supervised),
                        heard_in_the_gateway(listens, speaks, real),
                        "{listener:?} hears {speaker:?} in {real:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 2 * 3 * 7 * 7);
}
