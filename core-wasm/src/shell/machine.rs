//! The current route and what surrounds it. The router of the ui reports what was asked for and mirrors what is decided
//! here; a route that is already shown is ignored. Which route an agent may see depends on facts of the session only
//! (NAV-020); which attendance a route shows is the jobs' business.

use super::{Dialogs, Preferences, PreferencesChange, RememberedPreferences, Route, SnackbarKind, Snackbars};
use super::{records, slices};
use crate::flow::{Context, Effect, Text};
use crate::wire::AgentId;
use serde::Serialize;

/// What the session knows, pushed down by the router.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteFacts {
    pub supported_browser: bool,
    /// The start-up check has not ended: the wish is kept, nothing is decided.
    pub undecided: bool,
    pub signed_in: bool,
    /// Another tab holds the session.
    pub in_other_tab: bool,
    /// The agent is a supervisor.
    pub supervisor: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RouteView {
    pub path: String,
    pub area: String,
    pub protocol: Option<String>,
}

/// News for people who hear the page; `number` grows, so that the same sentence is spoken again.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Announcement {
    pub number: u32,
    pub text: Option<Text>,
    pub assertive: bool,
}

#[derive(Default)]
pub struct Shell {
    route: Route,
    /// What the address bar shows, as far as it was told or asked.
    address: String,
    pub dialogs: Dialogs,
    pub snackbars: Snackbars,
    preferences: RememberedPreferences,
    announcement: Announcement,
}

impl Shell {
    pub fn route(&self) -> &Route {
        &self.route
    }

    pub fn preferences(&self) -> &Preferences {
        self.preferences.shown()
    }

    pub fn preferences_record(&self) -> String {
        self.preferences.record()
    }

    pub fn announcement(&self) -> &Announcement {
        &self.announcement
    }

    pub fn restore_preferences(&mut self, preferences: RememberedPreferences) {
        self.preferences = preferences;
    }

    /// Who works now sees the own choice.
    pub fn begin_work(&mut self, context: &mut Context, agent: &AgentId) {
        if self.preferences.begin(agent) {
            context.persist(records::PREFERENCES.key());
            context.dirty(slices::PREFERENCES.key());
        }
    }

    pub fn end_work(&mut self) {
        self.preferences.end();
    }

    pub fn change_preferences(&mut self, context: &mut Context, change: PreferencesChange) {
        if self.preferences.change(change) {
            context.persist(records::PREFERENCES.key());
            context.dirty(slices::PREFERENCES.key());
        }
    }

    pub fn announce(&mut self, context: &mut Context, text: Text) {
        self.announcement.number = self.announcement.number.wrapping_add(1);
        self.announcement.text = Some(text);
        self.announcement.assertive = false;
        context.dirty(slices::ANNOUNCEMENT.key());
    }

    /// The address bar or a link asks for `path`. Returns the route that now shows.
    pub fn request(&mut self, context: &mut Context, path: &str, facts: RouteFacts) -> &Route {
        let allowed = self.decide(context, Route::parse(path), facts);
        path.split(['?', '#']).next().unwrap_or_default().clone_into(&mut self.address);
        if facts.undecided && facts.supported_browser {
            // The wish shows and the address stays, until it is known whether it may.
            if self.route != allowed {
                self.route = allowed;
                context.dirty(slices::ROUTE.key());
            }
        } else {
            self.go(context, allowed, true);
        }
        &self.route
    }

    /// As a link of the page asks for `path`: the way back leads to where the agent was.
    pub fn visit(&mut self, context: &mut Context, path: &str, facts: RouteFacts) {
        let allowed = self.decide(context, Route::parse(path), facts);
        self.go(context, allowed, false);
    }

    /// Whoever may not see the supervisor's desk is told why something else shows.
    fn decide(&mut self, context: &mut Context, requested: Route, facts: RouteFacts) -> Route {
        let asks_for_supervision = requested == Route::Supervisor;
        let allowed = allowed(requested, facts);
        if asks_for_supervision && facts.signed_in && allowed != Route::Supervisor {
            self.snackbars.raise(context, SnackbarKind::Warning, Text::key("shell.onlySupervisors"));
        }
        allowed
    }

    /// The core itself goes somewhere. The address follows, also where it was a longer way to the same route.
    pub fn go(&mut self, context: &mut Context, route: Route, replace: bool) {
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

    /// The facts changed: the route that shows may no longer be allowed.
    pub fn reconsider(&mut self, context: &mut Context, facts: RouteFacts) {
        let allowed = self.decide(context, self.route.clone(), facts);
        self.go(context, allowed, true);
    }

    pub fn view(&self) -> RouteView {
        RouteView {
            path: self.route.path(),
            area: self.route.area().to_owned(),
            protocol: self.route.protocol().map(|protocol| protocol.to_string()),
        }
    }
}

/// The browser check comes first (SES-052), then the session.
fn allowed(requested: Route, facts: RouteFacts) -> Route {
    if !facts.supported_browser {
        return Route::UnsupportedBrowser;
    }
    if facts.in_other_tab {
        return Route::TabDisabled;
    }
    match requested {
        Route::UnsupportedBrowser => allowed(Route::AttendanceList, facts),
        requested if facts.undecided => requested,
        // A signed-in agent has nothing to do on the sign-in page (NAV-023).
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
    #[case::nav_021_no_token_goes_to_login("/attendance/1", OUT, "/login")]
    #[case::nav_022_public_routes_stay_reachable("/reset-password", OUT, "/reset-password")]
    #[case::nav_022_lost_connection("/lost-connection", OUT, "/lost-connection")]
    #[case::nav_023_login_with_a_session_goes_to_attendance("/login", IN, "/attendance")]
    #[case::sec_002_the_desk_of_a_supervisor("/supervisor", SUPERVISOR, "/supervisor")]
    #[case::sec_002_which_is_no_agents("/supervisor", IN, "/attendance")]
    #[case::nav_008_attendance("/attendance/1", IN, "/attendance/1")]
    #[case::while_checking_the_wish_is_kept("/attendance/1", CHECKING, "/attendance/1")]
    #[case::ses_050_an_unsupported_browser_sees_only_that("/login", UNSUPPORTED, "/unsupported-browser")]
    #[case::ses_052_a_supported_browser_leaves_the_page("/unsupported-browser", IN, "/attendance")]
    #[case::ses_045_another_tab_works("/attendance/1", ELSEWHERE, "/tab-disabled")]
    #[case::ses_045_another_tab_works_and_the_way_out_is_no_way_around("/login", ELSEWHERE, "/tab-disabled")]
    #[case::ses_052_a_supported_browser_without_token("/unsupported-browser", OUT, "/login")]
    fn shown_route(#[case] path: &str, #[case] facts: RouteFacts, #[case] shown: &str) {
        assert_eq!(allowed(Route::parse(path), facts).path(), shown);
    }
}
