//! Colours and shapes of each brand for emails, the same as in the web app's light and dark themes.

use kernel::brand::Brand;

pub struct Theme {
    pub day: Palette,
    pub night: Palette,
    /// Accent colour for gifts and hearts, the same in the light and the dark theme.
    pub accent: &'static str,
    pub action: &'static str,
    pub on_action: &'static str,
    /// Border at the bottom of a button. FunRay's buttons look like thick paper.
    pub action_edge: &'static str,
    pub control_corner: &'static str,
    pub panel_corner: &'static str,
    pub heading_font: &'static str,
    pub text_font: &'static str,
}

pub struct Palette {
    pub ground: &'static str,
    pub surface: &'static str,
    pub surface_quiet: &'static str,
    pub ink: &'static str,
    pub ink_soft: &'static str,
    pub line: &'static str,
    pub brand: &'static str,
}

const FUNRAY: Theme = Theme {
    day: Palette {
        ground: "#fff9ef",
        surface: "#ffffff",
        surface_quiet: "#f8eedb",
        ink: "#1d2b2a",
        ink_soft: "#394846",
        line: "#eadfc9",
        brand: "#0f5d4e",
    },
    night: Palette {
        ground: "#10211f",
        surface: "#182d2a",
        surface_quiet: "#21393a",
        ink: "#fbf4e6",
        ink_soft: "#cad5cd",
        line: "#2e4541",
        brand: "#86dac2",
    },
    accent: "#e8573f",
    action: "#ffb82e",
    on_action: "#1d2b2a",
    action_edge: "3px solid #d48a06",
    control_corner: "14px",
    panel_corner: "24px",
    heading_font: "'Bricolage Grotesque', 'Trebuchet MS', Helvetica, Arial, sans-serif",
    text_font: "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif",
};

const RAYZR: Theme = Theme {
    day: Palette {
        ground: "#f6f7fb",
        surface: "#ffffff",
        surface_quiet: "#e9ecf6",
        ink: "#0a0f1f",
        ink_soft: "#3d4660",
        line: "#d8ddeb",
        brand: "#1d50dc",
    },
    night: Palette {
        ground: "#0a0f1f",
        surface: "#121930",
        surface_quiet: "#1a2342",
        ink: "#f6f7fb",
        ink_soft: "#bac3db",
        line: "#28324f",
        brand: "#86a8ff",
    },
    accent: "#7a4dff",
    action: "#c8ff3e",
    on_action: "#0a0f1f",
    action_edge: "0",
    control_corner: "10px",
    panel_corner: "12px",
    heading_font: "'Space Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif",
    text_font: "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif",
};

pub fn theme(brand: Brand) -> &'static Theme {
    match brand {
        Brand::FunRay => &FUNRAY,
        Brand::RayZr => &RAYZR,
    }
}

/// Returns the WCAG contrast ratio of two `#rrggbb` colours.
#[cfg(test)]
pub fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let channel = |from: usize| {
            let byte = u8::from_str_radix(&colour[from..from + 2], 16).expect("hexadecimal");
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theme_colours_have_enough_contrast_by_day_and_night() {
        for brand in Brand::ALL {
            let theme = theme(brand);
            assert!(contrast(theme.action, theme.on_action) >= 7.0);
            for colours in [&theme.day, &theme.night] {
                for ground in [colours.ground, colours.surface, colours.surface_quiet] {
                    assert!(contrast(ground, colours.ink) >= 7.0, "{ground} {}", colours.ink);
                    assert!(contrast(ground, colours.ink_soft) >= 7.0, "{ground}");
                }
                assert!(contrast(colours.surface, colours.brand) >= 4.5);
                assert!(contrast(colours.ground, colours.brand) >= 4.5);
            }
        }
    }

    /// If a colour of the web app's theme changes, this test fails until the emails' theme is
    /// changed, too.
    #[test]
    fn theme_matches_the_web_app() {
        for (brand, theme_css) in [
            (Brand::FunRay, include_str!("../../../web/src/brands/funray/theme.css")),
            (Brand::RayZr, include_str!("../../../web/src/brands/rayzr/theme.css")),
        ] {
            let Theme { day, night, .. } = theme(brand);
            for (name, light, dark) in [
                ("ground", day.ground, night.ground),
                ("surface", day.surface, night.surface),
                ("surface-quiet", day.surface_quiet, night.surface_quiet),
                ("ink", day.ink, night.ink),
                ("ink-soft", day.ink_soft, night.ink_soft),
                ("line", day.line, night.line),
                ("brand", day.brand, night.brand),
            ] {
                let wanted = format!("--{name}: light-dark({light}, {dark});");
                assert!(theme_css.contains(&wanted), "{wanted}");
            }
            assert!(theme_css.contains(&format!("--action: {};", theme(brand).action)));
        }
    }
}
