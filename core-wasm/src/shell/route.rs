//! The routes of the interface, below `/new-agent` (spec session §2). An unknown path is the attendance list.

use crate::flow::encode_component;
use crate::wire::{ContactId, EmployerId, Protocol};
use percent_encoding::percent_decode_str;

/// An address of the interface (spec session §2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// Sign-in.
    Login,
    /// Resetting the password.
    ResetPassword,
    /// The browser is not supported.
    UnsupportedBrowser,
    /// Another tab has the session.
    TabDisabled,
    /// The connection is lost.
    LostConnection,
    /// The attendance list without an open attendance.
    #[default]
    AttendanceList,
    /// An attendance.
    Attendance(Protocol),
    /// The supervisor's board.
    Supervisor,
    /// Colleagues and internal calls (NAV-016).
    Colleagues,
    /// Broadcasts (NAV-012).
    Broadcast,
    /// The attendance history.
    History,
    /// Contacts and companies, in two tabs.
    ContactManagement,
    /// Companies.
    EmployerManagement,
    /// A contact.
    Contact(ContactId),
    /// A company.
    Employer(EmployerId),
}

/// The fixed values of a page.
struct Page {
    /// First part of the path.
    segment: &'static str,
    /// The area, for the rail and the page's title.
    area: &'static str,
    is_public: bool,
    skips_check: bool,
}

impl Route {
    /// The routes without an identifier.
    const FIXED: [Route; 12] = [
        Route::Login,
        Route::ResetPassword,
        Route::UnsupportedBrowser,
        Route::TabDisabled,
        Route::LostConnection,
        Route::AttendanceList,
        Route::Supervisor,
        Route::Colleagues,
        Route::Broadcast,
        Route::History,
        Route::ContactManagement,
        Route::EmployerManagement,
    ];

    /// The table of pages.
    fn page(&self) -> Page {
        let page = |segment, area, is_public, skips_check| Page { segment, area, is_public, skips_check };
        match self {
            Route::Login => page("login", "login", true, false),
            Route::ResetPassword => page("reset-password", "resetPassword", true, false),
            Route::UnsupportedBrowser => page("unsupported-browser", "unsupportedBrowser", true, false),
            Route::TabDisabled => page("tab-disabled", "tabDisabled", true, true),
            Route::LostConnection => page("lost-connection", "lostConnection", true, true),
            Route::AttendanceList | Route::Attendance(_) => page("attendance", "attendance", false, false),
            Route::Supervisor => page("supervisor", "supervisor", false, false),
            Route::Colleagues => page("colleagues", "colleagues", false, false),
            Route::Broadcast => page("broadcast", "broadcast", false, false),
            Route::History => page("history", "history", false, false),
            Route::ContactManagement => page("contact-management", "contacts", false, false),
            Route::EmployerManagement => page("employer-management", "companies", false, false),
            Route::Contact(_) => page("contact", "contact", false, false),
            Route::Employer(_) => page("employer", "company", false, false),
        }
    }

    /// Reads a path below the base path; `/` and unknown paths are the attendance list (NAV-007, NAV-019).
    pub fn parse(path: &str) -> Route {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        match (parts.next(), parts.next(), parts.next()) {
            (Some("attendance"), Some(protocol), None) => Route::Attendance(decode(protocol).into()),
            (Some("contact"), Some(id), None) => Route::Contact(decode(id).into()),
            (Some("employer"), Some(id), None) => Route::Employer(decode(id).into()),
            (Some(segment), None, None) => {
                Self::FIXED.into_iter().find(|route| route.page().segment == segment).unwrap_or_default()
            }
            _ => Route::AttendanceList,
        }
    }

    /// The path below the base path.
    pub fn path(&self) -> String {
        let mut path = ["/", self.page().segment].concat();
        let id = match self {
            Route::Attendance(protocol) => protocol.as_str(),
            Route::Contact(id) => id.as_str(),
            Route::Employer(id) => id.as_str(),
            _ => return path,
        };
        path.push('/');
        path.push_str(&encode_component(id).to_string());
        path
    }

    /// Whether the route is shown without a session (NAV-022).
    pub fn is_public(&self) -> bool {
        self.page().is_public
    }

    /// Whether the route is shown at load without the session check (NAV-025).
    pub fn skips_check(&self) -> bool {
        self.page().skips_check
    }

    /// The attendance that the route shows.
    pub fn protocol(&self) -> Option<&Protocol> {
        if let Route::Attendance(protocol) = self { Some(protocol) } else { None }
    }

    /// The area, for the rail and the page's title.
    pub fn area(&self) -> &'static str {
        self.page().area
    }
}

/// An external address to open; `None` for a blank text. Every address except http and https gets the prefix `http://`,
/// so that no other scheme is executed (SHELL-047 to SHELL-049).
pub fn outside_url(url: &str) -> Option<String> {
    let url = url.trim();
    let begins = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let scheme = if begins("http://") || begins("https://") { "" } else { "http://" };
    (!url.is_empty()).then(|| [scheme, url].concat())
}

/// Percent-decodes a segment of a path; an invalid escape is kept as it is.
pub fn decode(segment: &str) -> String {
    percent_decode_str(segment).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::nav_007_the_root_is_the_attendance_area("/", Route::AttendanceList)]
    #[case::nav_008_attendance_without_a_protocol("/attendance", Route::AttendanceList)]
    #[case::trailing_slash("/attendance/", Route::AttendanceList)]
    #[case::nav_008_attendance_with_a_protocol("/attendance/20261120-1", Route::Attendance("20261120-1".into()))]
    #[case::encoded_protocol("/attendance/a%2Fb%20c", Route::Attendance("a/b c".into()))]
    #[case::an_invalid_escape("/attendance/50%", Route::Attendance("50%".into()))]
    #[case::nav_002_login("/login", Route::Login)]
    #[case::login_with_query("/login?from=mail", Route::Login)]
    #[case::nav_004_unsupported_browser("/unsupported-browser", Route::UnsupportedBrowser)]
    #[case::nav_019_an_unknown_path("/nowhere/at/all", Route::AttendanceList)]
    #[case::nav_016_colleagues("/colleagues", Route::Colleagues)]
    #[case::the_supervisors_board("/supervisor", Route::Supervisor)]
    #[case::nav_012_broadcasts("/broadcast", Route::Broadcast)]
    #[case::history("/history", Route::History)]
    #[case::contacts("/contact-management", Route::ContactManagement)]
    #[case::companies("/employer-management", Route::EmployerManagement)]
    #[case::a_contact("/contact/CLI%2F9", Route::Contact("CLI/9".into()))]
    #[case::a_company("/employer/7", Route::Employer("7".into()))]
    #[case::a_contact_without_an_id("/contact", Route::AttendanceList)]
    #[case::nav_019_a_path_with_too_many_segments("/attendance/1/2", Route::AttendanceList)]
    fn an_address_gives_its_route(#[case] path: &str, #[case] route: Route) {
        assert_eq!(Route::parse(path), route);
        assert_eq!(Route::parse(&route.path()), route);
    }

    #[rstest]
    #[case::shell_047_without_a_scheme("crm.example/cliente/5", "http://crm.example/cliente/5")]
    #[case::shell_047_protocol_relative("//crm.example", "http:////crm.example")]
    #[case::shell_048_http("http://crm.example", "http://crm.example")]
    #[case::shell_048_https("https://crm.example/?a=1#b", "https://crm.example/?a=1#b")]
    #[case::shell_048_a_scheme_in_capitals("HTTPS://crm.example", "HTTPS://crm.example")]
    #[case::shell_049_a_script("javascript:alert(1)", "http://javascript:alert(1)")]
    #[case::shell_049_data("data:text/html,x", "http://data:text/html,x")]
    #[case::shell_049_a_file("file:///etc/passwd", "http://file:///etc/passwd")]
    #[case::characters_of_several_bytes("çã", "http://çã")]
    fn an_address_without_a_web_scheme_is_opened_with_http(#[case] received: &str, #[case] opened: &str) {
        assert_eq!(outside_url(received).as_deref(), Some(opened));
        assert_eq!(outside_url(" \n"), None);
    }

    #[test]
    fn nav_020_nav_022_exactly_the_five_public_routes_need_no_session() {
        let public = ["/login", "/reset-password", "/unsupported-browser", "/tab-disabled", "/lost-connection"];
        assert!(public.iter().all(|path| Route::parse(path).is_public()));
        assert!(["/", "/attendance", "/attendance/1", "/whatever"].iter().all(|path| !Route::parse(path).is_public()));
    }
}
