//! Every provider, for tests over all of them.

use wire::Secret;

use crate::Provider;
use crate::gupshup::{Gupshup, GupshupConfig};
use crate::infobip::{Infobip, InfobipConfig};
use crate::instagram::{Instagram, InstagramConfig};
use crate::meta::{Meta, MetaConfig};
use crate::simulated::{Simulated, SimulatedConfig};
use crate::twilio::{Twilio, TwilioConfig};
use crate::zenvia::{Zenvia, ZenviaConfig};

/// One of each provider. Its addresses and keys are those of nobody.
pub fn providers() -> Vec<Box<dyn Provider>> {
    let base = || "https://example.com".to_owned();
    let key = || Secret::new("key".to_owned());
    vec![
        Box::new(Meta::new(MetaConfig {
            base: base(),
            version: "v23.0".into(),
            business_account: "1".into(),
            access_token: key(),
            app_secret: key(),
            verify_token: key(),
        })),
        Box::new(Instagram::new(InstagramConfig {
            base: base(),
            version: "v23.0".into(),
            access_token: key(),
            app_secret: key(),
            verify_token: key(),
        })),
        Box::new(Twilio::new(TwilioConfig {
            base: base(),
            content_base: base(),
            account_sid: "AC1".into(),
            auth_token: key(),
            status_callback: None,
        })),
        Box::new(Gupshup::new(GupshupConfig {
            base: base(),
            app_name: "a".into(),
            app_id: "a".into(),
            api_key: key(),
            webhook_secret: key(),
            media_hosts: vec![],
        })),
        Box::new(Infobip::new(InfobipConfig {
            base: base(),
            sender: "1".into(),
            api_key: key(),
            webhook_secret: key(),
        })),
        Box::new(Zenvia::new(ZenviaConfig {
            base: base(),
            channel: "whatsapp".into(),
            api_token: key(),
            webhook_secret: key(),
            media_hosts: vec![],
        })),
        Box::new(Simulated::new(SimulatedConfig { base: base(), secret: key() })),
    ]
}
