//! Routes, dialogs, snackbars, preferences and display rules of all screens.

mod alert_preferences;
mod area;
mod author;
mod customer;
mod dialogs;
mod display;
mod intent;
mod list_preferences;
mod machine;
mod preferences;
mod preset_uses;
mod registry;
mod route;
mod snackbars;

pub use alert_preferences::AlertPreferences;
pub use author::{Author, Viewer, short_name, system_line};
pub use customer::{NamedCustomer, NamedCustomerView};
pub use dialogs::{Dialog, Dialogs};
pub use display::{
    AVATAR_PALETTE, MessagePreview, RiskBand, avatar_color, campaign_or_queue, capitalize, initials, percent,
    queue_or_campaign, truncate,
};
pub use intent::ShellIntent;
pub use list_preferences::{AfterClosing, ListOrder, ListTags, TagVisibility};
pub use machine::{Announcement, RouteFacts, RouteView, Shell};
pub use preferences::{
    ColumnWidths, Language, Preferences, PreferencesChange, RememberedPreferences, SendWith, ShortcutChoice, Theme,
};
pub use preset_uses::{PresetUse, used_once_more};
pub use registry::{ShellSlice, records, slices, timers};
pub use route::{Route, decode, outside_url};
pub use snackbars::{Snackbar, SnackbarKind, Snackbars, SnackbarsView};
