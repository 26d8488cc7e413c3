//! Measures the disk space of an attendance: docs/operations.md computes the disk of a centre from these numbers.

use contact_centre::store::Store;
use contact_centre::wire::{CustomId, QueueId, Wall};
use contact_centre::{Argon2id, Centre, CentreConfig, Context, SeededEntropy, WebChatReply, WebChatRequest, seed_demo};
use rusqlite::Connection;

use super::open::DATABASE;
use super::{ConflictWatch, Mode, Stores, open};

const CHATS: u32 = 30;
const MESSAGES: u32 = 20;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

struct Measured {
    stores: super::SqliteStores,
    centre: Centre,
    entropy: SeededEntropy,
    now: Wall,
}

impl Measured {
    fn with<T>(&mut self, run: impl FnOnce(&Centre, &mut dyn Store, &mut Context<'_>) -> T) -> T {
        let hasher = Argon2id::cheap();
        let mut context = Context::new(self.now, &mut self.entropy, &hasher);
        let (mut run, mut result, centre) = (Some(run), None, &self.centre);
        let mut unit = |backend: &mut dyn contact_centre::store::Backend| {
            result = run.take().map(|run| run(centre, &mut ConflictWatch::new(backend), &mut context));
        };
        self.stores.with(Mode::Write, &mut unit).unwrap();
        result.unwrap()
    }

    fn web_chat(&mut self, request: &WebChatRequest) -> WebChatReply {
        self.with(|centre, store, context| centre.web_chat(store, context, request))
    }

    /// Runs a chat with messages of 80 bytes until its end.
    fn chat(&mut self, number: u32) {
        let start = WebChatRequest::Start {
            proof: None,
            unit: None,
            name: format!("Cliente Sobrenome {number}"),
            identifier: Some(format!("cliente.{number}@example.com")),
            signature: None,
            queue: QueueId::from("20"),
            secret: None,
        };
        let WebChatReply::Started(chat) = self.web_chat(&start) else { panic!("the chat begins") };
        let (protocol, secret) = (chat.protocol, chat.secret);
        for message in 0..MESSAGES {
            let custom_id = CustomId::from(format!("C{message:09}"));
            let text = format!(
                "{message:02} {}",
                "Meu aparelho reinicia sozinho desde ontem, e a luz fica vermelha. Podem ver?"
            );
            let (protocol, secret, media_id) = (protocol.clone(), secret.clone(), String::new());
            self.web_chat(&WebChatRequest::Message { protocol, secret, custom_id, text, media_id, answered: 0 });
        }
        self.web_chat(&WebChatRequest::End { protocol, secret });
    }

    /// Bytes of the used pages of the database.
    fn bytes(&self, folder: &std::path::Path) -> i64 {
        self.stores.flush().unwrap();
        let connection = Connection::open(folder.join(DATABASE)).unwrap();
        let pragma =
            |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0)).unwrap();
        (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
    }

    /// Runs due work after this number of days.
    fn after_days(&mut self, days: i64) {
        self.now = self.now.plus_ms(days * DAY_MS);
        for _ in 0..CHATS * MESSAGES {
            let now = self.now;
            if self.with(|centre, store, context| centre.tick(store, context).unwrap()) > now.plus_ms(1) {
                return;
            }
        }
        panic!("deletions come to an end");
    }
}

#[test]
fn bey_150_an_attendance_needs_the_disk_space_that_the_documents_name() {
    let folder = tempfile::tempdir().unwrap();
    let stores = open(folder.path(), false).unwrap().stores;
    let centre = Centre::new(CentreConfig::default());
    let mut measured = Measured { stores, centre, entropy: SeededEntropy(1), now: Wall(1_795_182_300_000) };
    measured.with(|_, store, context| seed_demo(store, context).unwrap());
    measured.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    let before = measured.bytes(folder.path());
    (0..CHATS).for_each(|number| measured.chat(number));
    let of_chats = |bytes: i64| (bytes - before) / i64::from(CHATS);
    let fresh = of_chats(measured.bytes(folder.path()));
    measured.after_days(31);
    let kept = of_chats(measured.bytes(folder.path()));
    measured.after_days(5 * 365);
    let after = of_chats(measured.bytes(folder.path()));
    println!("an attendance of {MESSAGES} messages: {fresh} bytes, after 31 days {kept}, after five years {after}");
    assert!((20_000..=60_000).contains(&fresh), "{fresh} bytes in the first days");
    assert!((10_000..=40_000).contains(&kept), "{kept} bytes after 31 days");
    assert!(kept < fresh * 3 / 4, "the traces are a quarter or more: {fresh}, {kept}");
    // The index of words keeps an empty part until it is merged.
    assert!(after < 4_000, "{after} bytes after five years");
}
