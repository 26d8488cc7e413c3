//! Comparison of the effects that were given up with the server. No event reports changes of the list, so the page may have an older one: what it
//! shows of an effect agrees with the server as long as the effect was not attempted again.

use super::{Differences, Page};
use contact_centre::store::EffectStore;
use core_wasm::View;
use core_wasm::dead_effects::{DeadEffectsSlice, RetryPhase};
use core_wasm::flow::SliceKey;

pub(super) fn dead_effects(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::DeadEffects(DeadEffectsSlice::DeadEffects(shown)) = view else { return };
    for effect in shown.effects {
        let id = &effect.id;
        let pending = matches!(effect.retry, RetryPhase::Retrying | RetryPhase::LookingUp);
        found.must(!pending, || format!("another attempt of the effect {id} is still being requested"));
        let row = page.server.store.effect(id).expect("store");
        let Some(row) = row.filter(|row| row.is_dead && row.not_before.as_js() == effect.given_up_at) else { continue };
        found.must(!matches!(effect.retry, RetryPhase::Retried | RetryPhase::Gone), || {
            format!("the effect {id} was not attempted again: {:?}", effect.retry)
        });
        let there = (row.created_at.as_js(), row.attempts);
        found.compare("an effect that was given up", (effect.created_at, effect.attempts), there);
    }
}
