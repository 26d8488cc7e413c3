//! Supported browsers (SES-048 to SES-051): only the Chrome and Firefox tokens count, so Edge and Opera are
//! judged by their Chrome engine and Safari is not supported. The boot script of the ui holds the same rule in ES5, because
//! an old engine cannot load this module; both are tested with the same table (below, and ui/test/boot.test.ts).

/// The oldest supported versions, as in `ui/engines.json` (a test compares them).
const OLDEST_CHROME: u32 = 71;
const OLDEST_FIREFOX: u32 = 60;

/// Whether the browser is at least the oldest supported Chrome or Firefox.
pub fn is_supported(user_agent: &str) -> bool {
    major_version(user_agent, "Chrome/").is_some_and(|version| version >= OLDEST_CHROME)
        || major_version(user_agent, "Firefox/").is_some_and(|version| version >= OLDEST_FIREFOX)
}

/// The number after `token`; `HeadlessChrome/` ends in the Chrome token and counts.
fn major_version(user_agent: &str, token: &str) -> Option<u32> {
    let (_, rest) = user_agent.split_once(token)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn chrome(version: &str) -> String {
        format!("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version} Safari/537.36")
    }

    #[rstest]
    #[case::ses_048_chrome_71(&chrome("71.0.3578.98"), true)]
    #[case::ses_048_chrome_70(&chrome("70.0.3538.110"), false)]
    #[case::chrome_156(&chrome("156.0.0.0"), true)]
    #[case::ses_049_firefox_60("Mozilla/5.0 (X11; Linux x86_64; rv:60.0) Gecko/20100101 Firefox/60.0", true)]
    #[case::ses_049_firefox_59("Mozilla/5.0 (X11; Linux x86_64; rv:59.0) Gecko/20100101 Firefox/59.0.3", false)]
    #[case::ses_051_edge_by_its_chrome_engine(&format!("{} Edg/120.0", chrome("120.0.0.0")), true)]
    #[case::ses_051_opera_by_its_chrome_engine(&format!("{} OPR/56.0", chrome("69.0.0.0")), false)]
    #[case::ses_051_safari(
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15",
        false
    )]
    #[case::an_empty_user_agent("", false)]
    #[case::a_token_without_a_number("Chrome/beta", false)]
    fn the_user_agent_decides_whether_the_browser_is_supported(#[case] user_agent: &str, #[case] supported: bool) {
        assert_eq!(is_supported(user_agent), supported);
    }

    #[test]
    fn the_oldest_supported_versions_are_those_of_the_ui() {
        let engines: serde_json::Value = serde_json::from_str(include_str!("../../../ui/engines.json")).unwrap();
        assert_eq!(engines["oldest"], serde_json::json!({ "chrome": OLDEST_CHROME, "firefox": OLDEST_FIREFOX }));
    }
}
