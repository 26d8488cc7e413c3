//! The store in PostgreSQL: a pool of connections, transactions at REPEATABLE READ. Its tables follow their declarations
//! in a schema of their own.

mod backend;
mod schema;
mod server_lock;
mod stores;
mod tls;

pub use backend::PostgresStore;
pub use stores::{PostgresStores, name, open, open_beside_server};
