//! Voice settings that the server keeps.

use super::agent::Agent;
use serde_json::json;

const VOLUME: &str = "PUT agents/101/ackcall-volume";
const RECONNECT: &str = "PUT agents/101/webrtc-auto-reconnect";
const CAMPAIGN: &str = "PUT agents/101/set-campaign-default";

fn volume(agent: &mut Agent, volume: u32) {
    agent.run(|voice, context| {
        voice.set_ring_volume(context, volume);
        Vec::new()
    });
}

#[test]
fn voi_035_api_028_the_ring_volume_is_used_at_once_and_saved_500_ms_after_its_last_change() {
    let mut agent = Agent::new();
    assert_eq!(agent.voice.settings().ring_volume, 60);
    volume(&mut agent, 40);
    agent.advance(499);
    volume(&mut agent, 250);
    assert_eq!(agent.voice.settings().ring_volume, 100);
    agent.advance(499);
    assert_eq!(agent.asked(), [] as [&str; 0]);
    agent.advance(1);
    assert_eq!(agent.body(VOLUME), json!({ "agentId": "101", "volume": 100 }));
    assert_eq!(agent.answer(VOLUME, 200, json!({})).snackbars(), []);
}

#[test]
fn con_016_api_029_the_switch_of_reconnecting_is_saved_and_reverted_after_a_refusal() {
    let mut agent = Agent::new();
    agent.run(|voice, context| voice.set_auto_reconnect(context, false));
    assert_eq!(agent.body(RECONNECT), json!({ "agentId": "101", "webRtcAutoReconnect": false }));
    assert!(!agent.voice.settings().auto_reconnect);
    agent.answer(RECONNECT, 500, json!({}));
    assert!(agent.voice.settings().auto_reconnect);
    assert_eq!(agent.snackbars().len(), 1);
    agent.run(|voice, context| voice.set_auto_reconnect(context, true));
    assert_eq!(agent.asked(), [] as [&str; 0], "nothing changed");
}

#[test]
fn voi_081_api_025_the_default_campaign_is_saved_and_reverted_after_a_refusal() {
    let mut agent = Agent::with(json!({ "campaignVoiceDefault": "30" }));
    let choose = |agent: &mut Agent| {
        agent.run(|voice, context| {
            voice.set_default_campaign(context, "31");
            Vec::new()
        });
    };
    choose(&mut agent);
    assert_eq!(agent.body(CAMPAIGN), json!({ "agentId": "101", "channel": "voice", "campaignId": "31" }));
    agent.answer(CAMPAIGN, 409, json!({}));
    assert_eq!((agent.snackbars().len(), agent.voice.settings().default_campaign.as_str()), (1, "30"));
    choose(&mut agent);
    agent.answer(CAMPAIGN, 200, json!({}));
    assert_eq!(agent.voice.settings().default_campaign, "31");
}

#[test]
fn api_023_the_campaigns_of_the_agent_are_loaded() {
    let mut agent = Agent::new();
    agent.run(|voice, context| {
        voice.load_campaigns(context);
        Vec::new()
    });
    agent.answer("GET agents/101/campaigns/voice", 200, json!({ "data": [{ "id": "31", "name": "Renovação" }] }));
    let names: Vec<&str> = agent.voice.campaigns().iter().map(|campaign| campaign.name.as_str()).collect();
    assert_eq!(names, ["Renovação"]);
}
