//! The name of the chat's requests.

use crate::flow::AreaName;

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("chat");
