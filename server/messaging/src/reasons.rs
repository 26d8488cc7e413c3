//! Why messages fail, for all providers: what each reason means for the customer and the agent.

use serde::{Deserialize, Serialize};

/// Reasons that agents can act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum RefusalReason {
    /// More than 24 hours since the customer wrote: only a template may be sent.
    WindowClosed,
    /// The number has no WhatsApp.
    NotOnWhatsApp,
    /// The message could not be delivered: the number may have no WhatsApp, an old version of the app, or terms that its owner has not
    /// accepted.
    Undeliverable,
    /// The customer did not consent or withdrew the consent.
    NotOptedIn,
    /// The customer wants no marketing messages of this company.
    MarketingStopped,
    /// The network limits the number of marketing messages to this customer.
    LimitedByNetwork,
    /// The customer is part of an experiment of the network in which marketing messages are not delivered.
    Experiment,
    /// The template does not exist, is not approved, or its variables do not match.
    TemplateRefused,
    /// The template is paused or switched off because customers rated it badly.
    TemplatePaused,
    /// The customer blocked the business.
    RecipientBlocked,
    /// The text is no telephone number.
    InvalidNumber,
    /// The file is too large, of a wrong type, or could not be read.
    MediaRefused,
    /// The network does not accept messages of this kind for this customer.
    KindRefused,
    /// The text is longer than the network allows.
    TooLong,
    /// Too many messages in a short time.
    TooFast,
    /// The company's account is locked or restricted.
    AccountBlocked,
    /// The company's account has no valid way of paying.
    AccountUnpaid,
    /// The company's number is not registered at the network.
    RouteNotRegistered,
    /// A temporary fault of the provider.
    ProviderFault,
    /// Any other reason.
    Other,
}

/// When another attempt can succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Never with the same content: the message, its file or its template must be changed.
    Changed,
    /// At once, or in a few minutes.
    Soon,
    /// On another day.
    NotToday,
    /// After the customer has written again.
    AfterTheCustomerWrote,
    /// After the company's administrator has corrected the account.
    AfterTheAdministrator,
    /// The message cannot be sent on this channel: another channel is needed.
    OtherChannel,
}

/// The consequences of a reason. None of these messages has arrived: a message whose arrival is not known is `SendOutcome::Failed` and
/// uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReasonFacts {
    /// Word of the reason on the wire (docs/contract.md, "Delivery status").
    pub word: &'static str,
    /// When another attempt can succeed.
    pub again: Again,
}

impl RefusalReason {
    /// Every reason of a refusal.
    pub const ALL: [Self; 20] = [
        Self::WindowClosed,
        Self::NotOnWhatsApp,
        Self::Undeliverable,
        Self::NotOptedIn,
        Self::MarketingStopped,
        Self::LimitedByNetwork,
        Self::Experiment,
        Self::TemplateRefused,
        Self::TemplatePaused,
        Self::RecipientBlocked,
        Self::InvalidNumber,
        Self::MediaRefused,
        Self::KindRefused,
        Self::TooLong,
        Self::TooFast,
        Self::AccountBlocked,
        Self::AccountUnpaid,
        Self::RouteNotRegistered,
        Self::ProviderFault,
        Self::Other,
    ];

    /// The consequences of the reason.
    pub fn facts(self) -> ReasonFacts {
        let (word, again) = match self {
            Self::WindowClosed => ("WINDOW_CLOSED", Again::AfterTheCustomerWrote),
            Self::NotOnWhatsApp | Self::InvalidNumber => ("WHATSAPP_NOT_EXISTS", Again::OtherChannel),
            Self::Undeliverable => ("UNDELIVERABLE", Again::OtherChannel),
            Self::NotOptedIn => ("INACTIVE_SESSION_NOT_OPTED_IN", Again::OtherChannel),
            Self::MarketingStopped => ("MARKETING_STOPPED", Again::OtherChannel),
            Self::LimitedByNetwork => ("LIMITED_BY_NETWORK", Again::NotToday),
            Self::Experiment => ("EXPERIMENT", Again::NotToday),
            Self::TemplateRefused => ("TEMPLATE_REFUSED", Again::Changed),
            Self::TemplatePaused => ("TEMPLATE_PAUSED", Again::Changed),
            Self::RecipientBlocked => ("RECIPIENT_BLOCKED", Again::OtherChannel),
            Self::MediaRefused => ("MEDIA_REFUSED", Again::Changed),
            Self::KindRefused => ("KIND_REFUSED", Again::Changed),
            Self::TooLong => ("TOO_LONG", Again::Changed),
            Self::TooFast => ("TOO_FAST", Again::Soon),
            Self::AccountBlocked => ("ACCOUNT_BLOCKED", Again::AfterTheAdministrator),
            Self::AccountUnpaid => ("ACCOUNT_UNPAID", Again::AfterTheAdministrator),
            Self::RouteNotRegistered => ("ROUTE_NOT_REGISTERED", Again::AfterTheAdministrator),
            Self::ProviderFault => ("PROVIDER_FAULT", Again::Soon),
            Self::Other => ("PROVIDER_REFUSED", Again::Changed),
        };
        ReasonFacts { word, again }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn bey_171_every_reason_has_a_word_for_which_the_page_has_a_text() {
        let mut reasons: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for reason in RefusalReason::ALL {
            let facts = reason.facts();
            reasons.entry(facts.word).or_default().insert(format!("{reason:?} {:?}", facts.again));
        }
        // A text that is no number and a number without WhatsApp have the same meaning for an agent.
        assert_eq!(reasons.len(), RefusalReason::ALL.len() - 1);
        for language in ["pt-BR", "en"] {
            let path = format!("{}/../../ui/src/i18n/{language}/whatsapp.json", env!("CARGO_MANIFEST_DIR"));
            let texts: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            for word in reasons.keys() {
                assert!(texts["failure"][camel_case(word)].is_string(), "{language}: {word}");
            }
        }
    }

    fn camel_case(word: &str) -> String {
        let mut parts = word.split('_').map(str::to_lowercase);
        let first = parts.next().unwrap_or_default();
        parts.fold(first, |text, part| {
            let (initial, rest) = part.split_at(1);
            text + &initial.to_uppercase() + rest
        })
    }
}
