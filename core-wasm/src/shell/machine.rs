//! The current route, dialogs, snackbars, preferences and announcements. The page's router reports the requested path
//! and follows the decision made here; a route that is shown already is ignored. Which route an agent may see depends
//! on facts of the session only (NAV-020). Opening the attendance of a route is left to `jobs`.

use super::{Dialogs, Preferences, PreferencesChange, RememberedPreferences, Route, SnackbarKind, Snackbars};
use super::{records, slices};
use crate::flow::{Context, Effect, Text};
use crate::wire::AgentId;
use serde::Serialize;
use std::collections::VecDeque;

/// Facts of the session that decide which route is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteFacts {
    /// The browser is supported (SES-050).
    pub supported_browser: bool,
    /// The session check at the start has not ended: the requested route is kept.
    pub undecided: bool,
    /// An agent is signed in.
    pub signed_in: bool,
    /// Another tab holds the session.
    pub in_other_tab: bool,
    /// The agent is a supervisor.
    pub supervisor: bool,
}

/// The current route.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RouteView {
    /// Path below the base path.
    pub path: String,
    /// The area, for the rail and the page's title.
    pub area: String,
    /// The attendance that the route shows.
    pub protocol: Option<String>,
    /// The contact or company that the route shows.
    pub id: Option<String>,
}

/// A text for screen readers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Announcement {
    /// Number that grows with each announcement, so that the page recognises new ones and reads an equal text again.
    pub number: u32,
    /// The text.
    pub text: Text,
}

/// Number of announcements that are kept: several may come between two frames of the page, and an agent does not want
/// to hear more at once.
const ANNOUNCEMENTS_KEPT: usize = 8;

/// Route, dialogs, snackbars, preferences and announcements.
#[derive(Default)]
pub struct Shell {
    route: Route,
    /// Path in the address bar, as it was last reported or requested.
    address: String,
    /// The dialogs.
    pub dialogs: Dialogs,
    /// The snackbars.
    pub snackbars: Snackbars,
    preferences: RememberedPreferences,
    announcements: VecDeque<Announcement>,
    /// Number of the last announcement.
    announced: u32,
}

impl Shell {
    /// The current route.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// The preferences in force.
    pub fn preferences(&self) -> &Preferences {
        self.preferences.shown()
    }

    /// The preferences of all agents, as they are stored.
    pub fn preferences_record(&self) -> String {
        self.preferences.record()
    }

    /// The last announcements, oldest first.
    pub fn announcements(&self) -> Vec<Announcement> {
        self.announcements.iter().cloned().collect()
    }

    /// Sets the stored preferences.
    pub fn restore_preferences(&mut self, preferences: RememberedPreferences) {
        self.preferences = preferences;
    }

    /// Applies the signed-in agent's preferences.
    pub fn begin_work(&mut self, context: &mut Context, agent: &AgentId) {
        if self.preferences.begin(agent) {
            context.persist(records::PREFERENCES.key());
            context.dirty(slices::PREFERENCES.key());
        }
    }

    /// The agent signed out; the present preferences stay, the announcements do not.
    pub fn end_work(&mut self, context: &mut Context) {
        self.preferences.end();
        if !self.announcements.is_empty() {
            self.announcements.clear();
            context.dirty(slices::ANNOUNCEMENTS.key());
        }
    }

    /// The agent changed preferences; equal ones are ignored.
    pub fn change_preferences(&mut self, context: &mut Context, change: PreferencesChange) {
        if self.preferences.change(change) {
            context.persist(records::PREFERENCES.key());
            context.dirty(slices::PREFERENCES.key());
        }
    }

    /// Announces a text to screen readers.
    pub fn announce(&mut self, context: &mut Context, text: Text) {
        self.announced = self.announced.wrapping_add(1);
        if self.announcements.len() == ANNOUNCEMENTS_KEPT {
            self.announcements.pop_front();
        }
        self.announcements.push_back(Announcement { number: self.announced, text });
        context.dirty(slices::ANNOUNCEMENTS.key());
    }

    /// The address bar or the history requests `path`. Returns the route that is shown.
    pub fn request(&mut self, context: &mut Context, path: &str, facts: RouteFacts) -> &Route {
        let allowed = self.decide(context, Route::parse(path), facts);
        path.split(['?', '#']).next().unwrap_or_default().clone_into(&mut self.address);
        if facts.undecided && facts.supported_browser {
            // The requested route is shown and the address kept until the session check at the start has ended.
            if self.route != allowed {
                self.route = allowed;
                context.dirty(slices::ROUTE.key());
            }
        } else {
            self.show_route(context, allowed, true);
        }
        &self.route
    }

    /// A link of the page requests `path`; it adds a history entry.
    pub fn visit(&mut self, context: &mut Context, path: &str, facts: RouteFacts) {
        let allowed = self.decide(context, Route::parse(path), facts);
        self.show_route(context, allowed, false);
    }

    /// The allowed route; if an agent may not see the page of supervisors, a snackbar explains why.
    fn decide(&mut self, context: &mut Context, requested: Route, facts: RouteFacts) -> Route {
        let asks_for_supervision = requested == Route::Supervisor;
        let allowed = allowed_route(requested, facts);
        if asks_for_supervision && facts.signed_in && allowed != Route::Supervisor {
            self.snackbars.raise(context, SnackbarKind::Warning, Text::key("shell.onlySupervisors"));
        }
        allowed
    }

    /// Shows `route` and sets the address to its path, also if another spelling of the same route was requested.
    pub fn show_route(&mut self, context: &mut Context, route: Route, replace: bool) {
        let path = route.path();
        if self.route != route {
            self.route = route;
            context.dirty(slices::ROUTE.key());
        }
        if self.address != path {
            self.address.clone_from(&path);
            context.effect(Effect::Navigate { path, replace });
        }
    }

    /// Checks the current route again after the facts changed.
    pub fn reconsider_route(&mut self, context: &mut Context, facts: RouteFacts) {
        let allowed = self.decide(context, self.route.clone(), facts);
        self.show_route(context, allowed, true);
    }

    /// The current route as the interface shows it.
    pub fn view(&self) -> RouteView {
        RouteView {
            path: self.route.path(),
            area: self.route.area().to_owned(),
            protocol: self.route.protocol().map(|protocol| protocol.to_string()),
            id: match &self.route {
                Route::Contact(id) => Some(id.to_string()),
                Route::Employer(id) => Some(id.to_string()),
                _ => None,
            },
        }
    }
}

/// The browser is checked first (SES-052), then the session.
fn allowed_route(requested: Route, facts: RouteFacts) -> Route {
    if !facts.supported_browser {
        return Route::UnsupportedBrowser;
    }
    if facts.in_other_tab {
        return Route::TabDisabled;
    }
    match requested {
        Route::UnsupportedBrowser => allowed_route(Route::AttendanceList, facts),
        requested if facts.undecided => requested,
        // A signed-in agent does not need the sign-in page (NAV-023).
        Route::Login if facts.signed_in => Route::AttendanceList,
        Route::Supervisor if facts.signed_in && !facts.supervisor => Route::AttendanceList,
        requested if requested.is_public() || facts.signed_in => requested,
        _ => Route::Login,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const IN: RouteFacts = RouteFacts {
        supported_browser: true,
        undecided: false,
        signed_in: true,
        in_other_tab: false,
        supervisor: false,
    };
    const SUPERVISOR: RouteFacts = RouteFacts { supervisor: true, ..IN };
    const OUT: RouteFacts = RouteFacts { signed_in: false, ..IN };
    const CHECKING: RouteFacts = RouteFacts { undecided: true, signed_in: false, ..IN };
    const UNSUPPORTED: RouteFacts = RouteFacts { supported_browser: false, signed_in: false, ..IN };
    const ELSEWHERE: RouteFacts = RouteFacts { signed_in: false, in_other_tab: true, ..IN };

    #[rstest]
    #[case::nav_021_no_token_goes_to_the_sign_in_page("/attendance/1", OUT, "/login")]
    #[case::nav_022_public_routes_stay_reachable("/reset-password", OUT, "/reset-password")]
    #[case::nav_022_lost_connection("/lost-connection", OUT, "/lost-connection")]
    #[case::nav_023_the_sign_in_page_with_a_session_goes_to_the_attendances("/login", IN, "/attendance")]
    #[case::sec_002_a_supervisor_sees_the_supervisors_page("/supervisor", SUPERVISOR, "/supervisor")]
    #[case::sec_002_an_agent_does_not_see_the_supervisors_page("/supervisor", IN, "/attendance")]
    #[case::nav_008_attendance("/attendance/1", IN, "/attendance/1")]
    #[case::during_the_check_the_requested_route_is_kept("/attendance/1", CHECKING, "/attendance/1")]
    #[case::ses_050_an_unsupported_browser_sees_only_its_page("/login", UNSUPPORTED, "/unsupported-browser")]
    #[case::ses_052_a_supported_browser_leaves_the_page_of_unsupported_ones("/unsupported-browser", IN, "/attendance")]
    #[case::ses_045_another_tab_has_the_session("/attendance/1", ELSEWHERE, "/tab-disabled")]
    #[case::ses_045_another_tab_has_the_session_on_the_login_page("/login", ELSEWHERE, "/tab-disabled")]
    #[case::ses_052_a_supported_browser_without_token("/unsupported-browser", OUT, "/login")]
    fn the_path_and_the_session_decide_which_route_is_shown(
        #[case] path: &str,
        #[case] facts: RouteFacts,
        #[case] shown: &str,
    ) {
        assert_eq!(allowed_route(Route::parse(path), facts).path(), shown);
    }
}
