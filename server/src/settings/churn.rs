//! Settings of the external service that computes churn risks.

use contact_centre::wire::Secret;

use super::urls::origin_of;
use super::{SettingsError, Variables, checked};

/// The external service for churn risks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChurnSettings {
    /// Address to which questions are posted.
    pub url: String,
    /// Bearer token of each request.
    pub token: Secret<String>,
}

impl ChurnSettings {
    /// Without an address the centre computes the risks itself.
    ///
    /// # Errors A variable has an invalid form, or the other one is missing.
    pub(super) fn read(variable: Variables<'_>) -> Result<Option<Self>, SettingsError> {
        let form = "an address such as https://service.example/churn";
        let Some(url) = checked(variable, "CHURN_URL", form, |url| origin_of(url).is_some())? else { return Ok(None) };
        let token = variable("CHURN_TOKEN").ok_or(SettingsError::Alone("CHURN_URL", "CHURN_TOKEN"))?;
        Ok(Some(Self { url, token: Secret::new(token) }))
    }
}
