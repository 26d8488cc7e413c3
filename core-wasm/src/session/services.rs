//! External services that the runtime configuration names: feature flags (spec session §5 "Feature flag check"), and the
//! tracking service, which gets the agent's data once per session (NAV-032). The host makes the requests.

use super::machine::Session;
use super::{records, slices, timers};
use crate::flow::{Context, Effect, Identification};
use crate::wire::Secret;
use derive::ReadObject;

/// Time limit of the feature-flag service: without an answer all flags are off (SEC-011).
const FLAGS_TIME_LIMIT_MS: u64 = 2_000;

/// Flags that the product uses, each with a value that means "on" in addition to the truthy ones (SEC-010).
const FLAGS: [(&str, Option<&str>); 1] = [("templates_by_group", None)];

/// External services of the runtime configuration, as the host read it.
#[derive(Clone, Debug, Default, PartialEq, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Services {
    /// Host name of the page.
    pub host: String,
    /// Key of the feature-flag service; without a key no flags are requested.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
    pub flags_key: Option<Secret<String>>,
    /// Key of the feature-flag service for develop hosts (SEC-013).
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
    pub develop_flags_key: Option<Secret<String>>,
    /// Whether a tracking service exists.
    pub tracking: bool,
}

/// A feature flag of the service; one that does not exist is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct FlagValue {
    /// Name of the flag.
    pub name: String,
    /// Default value as text: `true`, `0`, `beta`.
    pub value: String,
}

/// State of the external services.
#[derive(Default)]
pub struct ServicesState {
    client: String,
    tracking: bool,
    asked: bool,
    on: Vec<String>,
}

/// Whether a flag is on (SEC-008 to SEC-010).
fn is_on(value: Option<&str>, expected: Option<&str>) -> bool {
    value.is_some_and(|value| !matches!(value, "" | "false" | "0" | "null") || expected == Some(value))
}

/// Whether the page runs on a develop host (SEC-013).
fn is_develop_host(host: &str) -> bool {
    host == "localhost" || host.split('.').any(|label| label.contains("develop"))
}

impl ServicesState {
    /// Takes the configuration and asks for the flags if there is a key.
    pub fn configure(&mut self, context: &mut Context, services: Services) {
        let key = if is_develop_host(&services.host) { services.develop_flags_key } else { services.flags_key };
        services.host.split('.').next().unwrap_or_default().clone_into(&mut self.client);
        self.tracking = services.tracking;
        if let Some(key) = key {
            self.asked = true;
            context.timer(timers::FLAGS_LIMIT.key(), FLAGS_TIME_LIMIT_MS);
            let names = FLAGS.iter().map(|(name, _)| (*name).to_owned()).collect();
            context.effect(Effect::LoadFlags { key, names });
        }
    }

    /// Only the first answer counts, and no answer after the time limit.
    pub fn on_flags(&mut self, context: &mut Context, flags: &[FlagValue]) {
        if !std::mem::take(&mut self.asked) {
            return;
        }
        context.cancel_timer(&timers::FLAGS_LIMIT.key());
        let value = |name| flags.iter().find(|flag| flag.name == name).map(|flag| flag.value.as_str());
        let on = FLAGS.iter().filter(|(name, expected)| is_on(value(*name), *expected));
        self.on = on.map(|(name, _)| (*name).to_owned()).collect();
        context.dirty(slices::SESSION.key());
    }

    /// Names of the flags that are on.
    pub fn flags_on(&self) -> &[String] {
        &self.on
    }

    /// Sends the agent's data to the tracking service once per session; a reload starts no new session.
    pub fn track(&self, context: &mut Context, session: &mut Session) {
        if !self.tracking || !session.is_ready() || !session.mark_tracked() {
            return;
        }
        context.persist(records::AUTHENTICATION.key());
        let agent = session.agent();
        context.effect(Effect::Track(Identification {
            name: agent.agent_name.clone(),
            email: agent.email.clone(),
            login_identifier: agent.login_identifier.clone(),
            client: self.client.clone(),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::sec_008_a_flag_that_does_not_exist(None, None, false)]
    #[case::sec_008_a_missing_flag_with_an_expected_value(None, Some("beta"), false)]
    #[case::sec_009_true(Some("true"), None, true)]
    #[case::sec_009_a_number(Some("1"), None, true)]
    #[case::sec_009_a_word(Some("beta"), Some("gamma"), true)]
    #[case::sec_010_false(Some("false"), None, false)]
    #[case::sec_010_zero(Some("0"), Some("1"), false)]
    #[case::sec_010_an_empty_value(Some(""), None, false)]
    #[case::sec_010_an_expected_falsy_value(Some("0"), Some("0"), true)]
    #[case::sec_010_an_expected_false(Some("false"), Some("false"), true)]
    fn the_value_of_a_feature_flag_decides_whether_it_is_on(
        #[case] value: Option<&str>,
        #[case] expected: Option<&str>,
        #[case] on: bool,
    ) {
        assert_eq!(is_on(value, expected), on);
    }

    #[rstest]
    #[case::sec_013_localhost("localhost", true)]
    #[case::sec_013_a_label_of_the_host("acme.develop.example.com", true)]
    #[case::sec_013_a_part_of_a_label("acme-develop2.example.com", true)]
    #[case::sec_013_another_host("acme.example.com", false)]
    #[case::sec_013_a_host_that_begins_with_localhost("localhost.example.com", false)]
    fn the_name_of_the_host_decides_whether_it_is_a_develop_host(#[case] host: &str, #[case] develop: bool) {
        assert_eq!(is_develop_host(host), develop);
    }
}
