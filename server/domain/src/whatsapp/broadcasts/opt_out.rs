//! The words by which a customer ends broadcasts, and allows them again (BEY-142). Only a message that is such a word counts: a sentence that
//! contains it does not.

use super::config::BroadcastConfig;
use crate::centre::Transaction;
use crate::fold::folded;
use crate::store::{ConversationRow, StoreResult, WhatsAppRouteRow};
use crate::suppression;
use crate::whatsapp::conversation;
use wire::Wall;

/// What a message says about broadcasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// No more of them.
    Stop,
    /// They are welcome again.
    Resume,
}

fn wish_of(config: &BroadcastConfig, text: &str) -> Option<Wish> {
    let word = folded(text.trim_matches(|letter: char| !letter.is_alphanumeric()));
    let is_in = |words: &[String]| !word.is_empty() && words.iter().any(|listed| folded(listed.trim()) == word);
    match (is_in(&config.opt_out_words), is_in(&config.opt_in_words)) {
        (true, _) => Some(Wish::Stop),
        (false, true) => Some(Wish::Resume),
        (false, false) => None,
    }
}

/// Called for a message of the customer. Returns whether the conversation changed; the caller stores it. Messages may arrive in another order,
/// and again: the one that the customer sent last counts.
pub(in crate::whatsapp) fn note_words(
    tx: &mut Transaction<'_, '_>,
    conversation: &mut ConversationRow,
    text: &str,
    sent_at: Wall,
) -> StoreResult<bool> {
    let is_late = conversation.consent_at.is_some_and(|known| known > sent_at);
    let opted_out = match wish_of(&tx.config.whatsapp.broadcasts, text) {
        None => return Ok(false),
        Some(_) if is_late => return Ok(false),
        Some(Wish::Stop) => true,
        Some(Wish::Resume) => {
            suppression::forget_opt_out(tx, &conversation.route_id, &conversation.customer)?;
            false
        }
    };
    (conversation.opted_out, conversation.consent_at) = (opted_out, Some(sent_at));
    Ok(true)
}

/// Whether the customer of this conversation wants no broadcasts. Who said so by one number of the company means all of them, until the
/// customer allows them by the number of the broadcast.
pub(super) fn wants_none(
    tx: &Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    here: &ConversationRow,
) -> StoreResult<bool> {
    if here.opted_out {
        return Ok(true);
    }
    let is_other = |other: &WhatsAppRouteRow| other.id != route.id && other.meta_type == route.meta_type;
    for other in tx.store.whatsapp_routes_of_unit(&route.org_unit_id)?.into_iter().filter(is_other) {
        let there = conversation::load(tx, &other, &here.customer)?;
        // The opt-out of an erased customer has no time.
        let is_later = here.consent_at.is_none_or(|here| there.consent_at.is_some_and(|there| there > here));
        if there.opted_out && is_later {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::a_word("SAIR", Some(Wish::Stop))]
    #[case::in_small_letters_with_a_mark(" sair. ", Some(Wish::Stop))]
    #[case::another_word("Parar!", Some(Wish::Stop))]
    #[case::with_an_accent("cancelár", Some(Wish::Stop))]
    #[case::a_sentence_with_the_word("Quero cancelar meu plano", None)]
    #[case::the_word_within_another("parara", None)]
    #[case::back_again("voltar", Some(Wish::Resume))]
    #[case::another_text("Bom dia", None)]
    #[case::only_marks("!!!", None)]
    fn bey_142_only_a_message_that_is_the_word_counts(#[case] text: &str, #[case] expected: Option<Wish>) {
        assert_eq!(wish_of(&BroadcastConfig::default(), text), expected);
    }

    #[test]
    fn a_setting_without_words_switches_them_off() {
        let config = BroadcastConfig { opt_out_words: vec![String::new()], ..BroadcastConfig::default() };
        assert_eq!((wish_of(&config, "SAIR"), wish_of(&config, "")), (None, None));
    }
}
