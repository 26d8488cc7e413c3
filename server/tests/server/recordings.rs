//! Recordings of calls through the whole server: real telephones and sound, the file on the disk, and its playback.

use std::time::Duration;

use contact_centre::VoiceConfig;
use contact_centre::wire::Wall;
use serde_json::{Value, json};
use voice_gateway::media::{BYTES_PER_SECOND, HEADER_BYTES, g711};
use voice_phone::Phone;
use workspace_server::queues;
use workspace_server::store::Location;

use crate::http_client::request;
use crate::test_server::{TestServer, soon};
use crate::voice::Desk;

/// The demo's supervisor.
const CARLA: usize = 2;
const CUSTOMER_HZ: f64 = 500.0;
const AGENT_HZ: f64 = 900.0;
/// How long each part of the call takes.
const TALKING: Duration = Duration::from_millis(2_500);

/// Elisa talks with a customer, and the call is recorded after a tone.
struct Scene {
    desk: Desk,
    customer: Phone,
    protocol: String,
    call: String,
}

impl Scene {
    async fn open(database: &Location) -> Self {
        let mut desk = Desk::at(TestServer::on(database).await).await;
        let (mut customer, queue) = desk.customer().await;
        let change = json!({ "recording": "beep" }).to_string();
        queues::set(database, queue.clone(), change, VoiceConfig::default()).await.unwrap();
        customer.dial(&queue).await;
        customer.take_answer("accepted").await;
        desk.event("AckCallRequestEvent").await;
        customer.browser.connected().await;
        customer.browser.send_tone(Some(CUSTOMER_HZ));
        desk.phone.browser.send_tone(Some(AGENT_HZ));
        desk.phone.accept().await;
        let job = desk.event("NewVoiceJobEvent").await["job"].clone();
        assert_eq!(job.get("callRecording"), None, "the tone is heard first");
        let told = desk.event("CallUpdateEvent").await;
        assert_eq!(told["recording"], json!({}));
        let text = |field: &str| job[field].as_str().unwrap().to_owned();
        Self { customer, protocol: text("protocol"), call: text("uniqueId"), desk }
    }

    async fn act(&self, action: &str) {
        let body = json!({ "agentId": "301", "channel": "voice", "protocol": self.protocol, "uniqueId": self.call,
            "action": action });
        self.desk.post("/api/voice/room", body).await;
    }

    /// The samples of the only file: the customer's and the company's.
    fn file(&self) -> (Vec<i16>, Vec<i16>) {
        let mut files = std::fs::read_dir(self.desk.test_server.media_folder()).unwrap();
        let bytes = std::fs::read(files.next().expect("a file").unwrap().path()).unwrap();
        assert!(files.next().is_none() && bytes.starts_with(b"RIFF"));
        bytes[HEADER_BYTES..].chunks(2).map(|pair| (g711::decode(pair[0]), g711::decode(pair[1]))).unzip()
    }
}

/// Whether the tone is most of what is heard.
fn has_tone(samples: &[i16], frequency: f64) -> bool {
    g711::level(samples) > 0.02 && g711::share_of_tone(samples, frequency) > 0.8
}

/// Samples of the recording at the time.
fn sample_at(recording: &Value, time: &Value) -> usize {
    let wall = |value: &Value| serde_json::from_value::<Wall>(value.clone()).unwrap();
    usize::try_from(wall(time).since_ms(wall(&recording["beganAt"])) * 8).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn bey_138_a_call_is_recorded_paused_and_played_by_a_supervisor() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = Scene::open(&Location::Folder(folder.path().to_owned())).await;
    scene.customer.browser.count_for(TALKING).await;
    scene.act("pauseRecording").await;
    let told = scene.desk.event("CallUpdateEvent").await;
    assert!(told["recording"]["pausedSince"].is_string(), "{told}");
    scene.customer.browser.count_for(TALKING).await;
    scene.act("resumeRecording").await;
    assert_eq!(scene.desk.event("CallUpdateEvent").await["recording"], json!({}));
    scene.customer.browser.count_for(TALKING).await;
    scene.customer.simple("hangup").await;
    scene.desk.event("HangupEvent").await;

    let carla = scene.desk.test_server.sign_in(CARLA).await;
    let path = format!("/api/call-recordings?protocol={}", scene.protocol);
    let listed = scene.desk.test_server.call("GET", &path, &carla.token, Value::Null).await.json()["data"].clone();
    assert_eq!((listed[0]["end"].as_str(), listed[0]["pauses"].as_array().map(Vec::len)), (Some("complete"), Some(1)));
    let path = format!("/api/call-recordings/{}/playback", listed[0]["id"].as_str().unwrap());
    let addresses = scene.desk.test_server.call("POST", &path, &carla.token, json!({})).await.json();
    let (host, sound) = (scene.desk.test_server.host(), addresses["sound"].as_str().unwrap());

    // The last portion is written after the end of the call.
    let seconds = soon(async {
        loop {
            let waveform = request(&host, "GET", addresses["waveform"].as_str().unwrap(), &[], "").await;
            let seconds = waveform.json()["seconds"].as_f64().unwrap();
            if seconds > 7.0 {
                return seconds;
            }
        }
    })
    .await;
    assert!((7.0..15.0).contains(&seconds), "{seconds} s");
    let (customer, company) = scene.file();
    let pause = &listed[0]["pauses"][0];
    let (from, to) = (sample_at(&listed[0], &pause["from"]), sample_at(&listed[0], &pause["to"]));
    // News take a moment to the store.
    let margin = 4_000;
    for (channel, own, other) in [(&customer, CUSTOMER_HZ, AGENT_HZ), (&company, AGENT_HZ, CUSTOMER_HZ)] {
        let (before, after) =
            (&channel[margin..2 * margin], &channel[channel.len() - 3 * margin..channel.len() - margin]);
        assert!(has_tone(before, own) && !has_tone(before, other), "before the pause");
        assert_eq!(g711::level(&channel[from + margin..to - margin]), 0.0, "the pause is silence");
        assert!(has_tone(after, own), "after the pause");
    }

    let whole = request(&host, "GET", sound, &[], "").await;
    let length = HEADER_BYTES as u64 + (seconds * BYTES_PER_SECOND as f64) as u64;
    assert_eq!((whole.status, whole.header("content-type")), (200, Some("audio/wav")));
    assert_eq!(whole.header("content-length"), Some(length.to_string().as_str()));
    assert_eq!((whole.header("cache-control"), whole.header("accept-ranges")), (Some("no-store"), Some("bytes")));
    let part = request(&host, "GET", sound, &[("range", "bytes=40-99")], "").await;
    let range = format!("bytes 40-99/{length}");
    assert_eq!((part.status, part.header("content-range")), (206, Some(range.as_str())));
    assert_eq!(part.header("content-length"), Some("60"));
    let beyond = request(&host, "GET", sound, &[("range", "bytes=99999999-")], "").await;
    assert_eq!(beyond.status, 416);
    for address in [sound.replace("signature=", "signature=0"), sound.replace("expires=", "expires=9")] {
        assert_eq!(request(&host, "GET", &address, &[], "").await.status, 404);
    }
    let media = sound.replace("call-recordings", "media").replace("/sound", "");
    assert_eq!(request(&host, "GET", &media, &[], "").await.status, 404, "it is no file of a message");
}
