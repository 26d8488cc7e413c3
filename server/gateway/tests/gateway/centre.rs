//! A contact centre with fixed routes that keeps the facts, and a server with the gateway's routes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use voice_gateway::{CallControl, CallFact, Gateway, GatewayConfig, Route};

/// Guards every wait; a passing test does not reach it.
pub const PATIENCE: Duration = Duration::from_secs(20);

struct Centre {
    facts: UnboundedSender<CallFact>,
}

impl CallControl for Centre {
    fn admits(&self, token: Option<&str>, api_secret: Option<&str>) -> bool {
        token == Some("token") && api_secret == Some("api")
    }

    fn may_register(&self, extension: &str, secret: &str) -> bool {
        secret == format!("secret-{extension}")
    }

    fn route(&self, _from: &str, number: &str) -> Route {
        match number {
            "queue" => Route::Queue,
            "busy" => Route::Busy,
            "silent" => Route::NoAnswer,
            "unknown" => Route::Unknown,
            "blocked" => Route::Blacklisted,
            extension => Route::Ring { extension: extension.into() },
        }
    }

    fn report(&self, fact: CallFact) {
        // The test may have ended.
        let _ = self.facts.send(fact);
    }
}

pub struct Server {
    pub gateway: Gateway,
    pub address: SocketAddr,
    facts: Mutex<UnboundedReceiver<CallFact>>,
}

impl Server {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut GatewayConfig)) -> Self {
        let mut config = GatewayConfig::default();
        change(&mut config);
        let (sender, facts) = unbounded_channel();
        let gateway = Gateway::start(config, Arc::new(Centre { facts: sender })).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = axum::Router::new().nest("/voice", gateway.router());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { gateway, address, facts: Mutex::new(facts) }
    }

    /// The next fact that `wanted` accepts.
    pub async fn fact<T>(&self, wanted: impl Fn(CallFact) -> Option<T>) -> T {
        let mut facts = self.facts.lock().await;
        let found = timeout(PATIENCE, async {
            loop {
                if let Some(found) = wanted(facts.recv().await.expect("the gateway runs")) {
                    return found;
                }
            }
        });
        found.await.expect("the fact is reported")
    }
}
