//! The name of the chat's calls.

use crate::flow::AreaName;

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("chat");
