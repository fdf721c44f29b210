//! Short device names from user agents, such as "Chrome, Windows", by which people recognize their
//! own devices. Versions are omitted because they change.

/// Text in a user agent by which each browser is recognized. The first match wins, because newer
/// browsers also include the names of older browsers.
const BROWSERS: [(&[&str], &str); 6] = [
    (&["Edg/", "EdgA/", "EdgiOS/"], "Edge"),
    (&["OPR/", "Opera"], "Opera"),
    (&["SamsungBrowser/"], "Samsung Internet"),
    (&["Firefox/", "FxiOS/"], "Firefox"),
    (&["Chrome/", "CriOS/", "Chromium/"], "Chrome"),
    (&["Safari/"], "Safari"),
];

const SYSTEMS: [(&[&str], &str); 7] = [
    (&["iPhone", "iPod"], "iPhone"),
    (&["iPad"], "iPad"),
    (&["Android"], "Android"),
    (&["Windows"], "Windows"),
    (&["Mac OS X", "Macintosh"], "macOS"),
    (&["CrOS"], "ChromeOS"),
    (&["Linux", "X11"], "Linux"),
];

/// Returns the device name for a user agent, or an empty string if neither browser nor system is
/// known.
pub fn device_name(user_agent: &str) -> String {
    let fitting = |names: &[(&[&str], &'static str)]| {
        let fits = |marks: &[&str]| marks.iter().any(|mark| user_agent.contains(mark));
        names.iter().find(|(marks, _)| fits(marks)).map(|(_, name)| *name)
    };
    let parts = [fitting(&BROWSERS), fitting(&SYSTEMS)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_name_names_browser_and_system_without_versions() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
                "Chrome, Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox, Linux",
            ),
            ("curl/8.0", ""),
            ("", ""),
        ] {
            assert_eq!(device_name(user_agent), name);
        }
    }
}
