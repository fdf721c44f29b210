//! What a browser calls itself, made short: "Chrome, Windows". Versions come and go, so they are left out; this is enough
//! for people to recognise their own device, and to tell when they use another one.

/// The first that fits: later ones call themselves by the earlier ones' names too.
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

/// The device that this user agent is of; empty when it says nothing that is known.
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
