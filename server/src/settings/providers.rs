//! Settings of WhatsApp and Instagram: providers and the files of messages.

use std::path::PathBuf;

use contact_centre::wire::{Secret, limits};
use messaging::gupshup::GupshupConfig;
use messaging::infobip::InfobipConfig;
use messaging::instagram::InstagramConfig;
use messaging::media::ScannerAddress;
use messaging::meta::MetaConfig;
use messaging::twilio::TwilioConfig;
use messaging::zenvia::ZenviaConfig;

use super::urls::origin_of;
use super::{SECRET_MIN_CHARS, SettingsError, Variables, checked};

/// Version of the Graph API that the adapters were written for.
const GRAPH_VERSION: &str = "v23.0";

/// Settings of WhatsApp and Instagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSettings {
    /// Meta's WhatsApp Cloud API.
    pub meta: Option<MetaConfig>,
    /// Meta's Instagram messaging.
    pub instagram: Option<InstagramConfig>,
    /// Twilio.
    pub twilio: Option<TwilioConfig>,
    /// Infobip.
    pub infobip: Option<InfobipConfig>,
    /// Zenvia.
    pub zenvia: Option<ZenviaConfig>,
    /// Gupshup.
    pub gupshup: Option<GupshupConfig>,
    /// Scheme and host by which providers reach this server, without a slash at the end; empty if none is configured.
    pub public_url: String,
    /// Folder of the files of messages.
    pub media_folder: PathBuf,
    /// Key of the signatures in addresses of files; empty: a key is created in the folder at the first start.
    pub media_key: Secret<String>,
    /// Virus scanner (clamd) of files; `None`: files are not scanned.
    pub scanner: Option<ScannerAddress>,
    /// Largest file in bytes, inclusive.
    pub attachment_max_bytes: u64,
}

impl ProviderSettings {
    /// The settings without variables: no provider, files in `folder`.
    pub fn in_folder(folder: PathBuf) -> Self {
        Self {
            meta: None,
            instagram: None,
            twilio: None,
            infobip: None,
            zenvia: None,
            gupshup: None,
            public_url: String::new(),
            media_folder: folder,
            media_key: Secret::default(),
            scanner: None,
            attachment_max_bytes: limits::ATTACHMENT_MAX_BYTES,
        }
    }

    /// # Errors A variable has an invalid form, or another one is missing.
    pub(super) fn read(variable: Variables<'_>) -> Result<Self, SettingsError> {
        let data = PathBuf::from(variable("DATA_DIR").unwrap_or_else(|| "data".to_owned()));
        let mut settings = Self::in_folder(variable("MEDIA_DIR").map_or_else(|| data.join("media"), PathBuf::from));
        let size = |text: &str| text.parse::<u64>().is_ok_and(|bytes| bytes > 0);
        if let Some(text) = checked(variable, "ATTACHMENT_MAX_BYTES", "a number from 1", size)? {
            settings.attachment_max_bytes = text.parse().unwrap_or(settings.attachment_max_bytes);
        }
        settings.public_url = address(variable, "PUBLIC_URL", "")?;
        settings.media_key = match variable("MEDIA_KEY") {
            Some(key) if key.chars().count() < SECRET_MIN_CHARS => return Err(SettingsError::ShortSecret("MEDIA_KEY")),
            key => Secret::new(key.unwrap_or_default()),
        };
        settings.scanner = variable("CLAMD").map(|text| match text.parse() {
            Ok(address) => address,
            Err(never) => match never {},
        });
        settings.meta = meta(variable)?;
        settings.instagram = instagram(variable)?;
        settings.twilio = twilio(variable, &settings.public_url)?;
        settings.infobip = infobip(variable)?;
        settings.zenvia = zenvia(variable)?;
        settings.gupshup = gupshup(variable)?;
        Ok(settings)
    }
}

/// An address, without a slash at the end.
fn address(variable: Variables<'_>, name: &'static str, default: &str) -> Result<String, SettingsError> {
    let form = "an address such as https://service.example";
    let given = checked(variable, name, form, |url| origin_of(url).is_some())?;
    Ok(given.as_deref().unwrap_or(default).trim_end_matches('/').to_owned())
}

fn secret(variable: Variables<'_>, first: &'static str, name: &'static str) -> Result<Secret<String>, SettingsError> {
    variable(name).map(Secret::new).ok_or(SettingsError::Alone(first, name))
}

/// A secret that the operator chose, not the provider: everybody who guesses it could forge messages.
fn chosen_secret(
    variable: Variables<'_>,
    first: &'static str,
    name: &'static str,
) -> Result<Secret<String>, SettingsError> {
    let found = secret(variable, first, name)?;
    if found.expose().chars().count() < SECRET_MIN_CHARS {
        return Err(SettingsError::ShortSecret(name));
    }
    Ok(found)
}

fn meta(variable: Variables<'_>) -> Result<Option<MetaConfig>, SettingsError> {
    let first = "META_ACCESS_TOKEN";
    let Some(token) = variable(first) else { return Ok(None) };
    Ok(Some(MetaConfig {
        base: address(variable, "META_BASE_URL", "https://graph.facebook.com")?,
        version: GRAPH_VERSION.to_owned(),
        business_account: variable("META_BUSINESS_ACCOUNT").unwrap_or_default(),
        access_token: Secret::new(token),
        app_secret: secret(variable, first, "META_APP_SECRET")?,
        verify_token: chosen_secret(variable, first, "META_VERIFY_TOKEN")?,
    }))
}

fn instagram(variable: Variables<'_>) -> Result<Option<InstagramConfig>, SettingsError> {
    let first = "INSTAGRAM_ACCESS_TOKEN";
    let Some(token) = variable(first) else { return Ok(None) };
    Ok(Some(InstagramConfig {
        base: address(variable, "INSTAGRAM_BASE_URL", "https://graph.facebook.com")?,
        version: GRAPH_VERSION.to_owned(),
        access_token: Secret::new(token),
        app_secret: secret(variable, first, "INSTAGRAM_APP_SECRET")?,
        verify_token: chosen_secret(variable, first, "INSTAGRAM_VERIFY_TOKEN")?,
    }))
}

/// Twilio signs the webhook's address and opens addresses of files: both need a public address.
fn twilio(variable: Variables<'_>, public_url: &str) -> Result<Option<TwilioConfig>, SettingsError> {
    let first = "TWILIO_ACCOUNT_SID";
    let Some(account_sid) = variable(first) else { return Ok(None) };
    if public_url.is_empty() {
        return Err(SettingsError::Alone(first, "PUBLIC_URL"));
    }
    Ok(Some(TwilioConfig {
        base: address(variable, "TWILIO_BASE_URL", "https://api.twilio.com")?,
        content_base: address(variable, "TWILIO_CONTENT_BASE_URL", "https://content.twilio.com")?,
        account_sid,
        auth_token: secret(variable, first, "TWILIO_AUTH_TOKEN")?,
        status_callback: None,
    }))
}

fn infobip(variable: Variables<'_>) -> Result<Option<InfobipConfig>, SettingsError> {
    let first = "INFOBIP_API_KEY";
    let Some(api_key) = variable(first) else { return Ok(None) };
    let base = address(variable, "INFOBIP_BASE_URL", "")?;
    if base.is_empty() {
        return Err(SettingsError::Alone(first, "INFOBIP_BASE_URL"));
    }
    Ok(Some(InfobipConfig {
        base,
        sender: variable("INFOBIP_SENDER").unwrap_or_default(),
        api_key: Secret::new(api_key),
        webhook_secret: chosen_secret(variable, first, "INFOBIP_WEBHOOK_SECRET")?,
    }))
}

fn zenvia(variable: Variables<'_>) -> Result<Option<ZenviaConfig>, SettingsError> {
    let first = "ZENVIA_API_TOKEN";
    let Some(token) = variable(first) else { return Ok(None) };
    Ok(Some(ZenviaConfig {
        base: address(variable, "ZENVIA_BASE_URL", "https://api.zenvia.com")?,
        channel: variable("ZENVIA_CHANNEL").unwrap_or_else(|| "whatsapp".to_owned()),
        api_token: Secret::new(token),
        webhook_secret: chosen_secret(variable, first, "ZENVIA_WEBHOOK_SECRET")?,
        media_hosts: hosts(variable, "ZENVIA_MEDIA_HOSTS"),
    }))
}

fn gupshup(variable: Variables<'_>) -> Result<Option<GupshupConfig>, SettingsError> {
    let first = "GUPSHUP_API_KEY";
    let Some(api_key) = variable(first) else { return Ok(None) };
    let required = |name| variable(name).ok_or(SettingsError::Alone(first, name));
    Ok(Some(GupshupConfig {
        base: address(variable, "GUPSHUP_BASE_URL", "https://api.gupshup.io")?,
        app_name: required("GUPSHUP_APP_NAME")?,
        app_id: required("GUPSHUP_APP_ID")?,
        api_key: Secret::new(api_key),
        webhook_secret: chosen_secret(variable, first, "GUPSHUP_WEBHOOK_SECRET")?,
        media_hosts: hosts(variable, "GUPSHUP_MEDIA_HOSTS"),
    }))
}

/// A list of host names, separated by commas.
fn hosts(variable: Variables<'_>, name: &str) -> Vec<String> {
    let text = variable(name).unwrap_or_default();
    text.split(',').map(|host| host.trim().to_owned()).filter(|host| !host.is_empty()).collect()
}
