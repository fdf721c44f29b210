//! Colours and shapes of each brand for emails, the same as in the web app's light and dark themes.

use std::sync::OnceLock;

use kernel::brand::{self, Brand, HeadingFont, Style, TextFont};

pub struct Theme {
    pub day: Palette,
    pub night: Palette,
    /// Accent colour for gifts and hearts, the same in the light and the dark theme.
    pub accent: &'static str,
    pub action: &'static str,
    pub on_action: &'static str,
    /// Border at the bottom of a button. Buttons of paper look thick.
    pub action_edge: String,
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

/// Returns the theme of a brand.
pub fn theme(brand: Brand) -> &'static Theme {
    static THEMES: OnceLock<Vec<Theme>> = OnceLock::new();
    &THEMES.get_or_init(|| Brand::all().map(Theme::of).collect())[brand.index()]
}

impl Theme {
    fn of(brand: Brand) -> Theme {
        let (colours, fonts) = (brand.colours(), &brand.facts().fonts);
        let (action_edge, control_corner, panel_corner) = match brand.style() {
            Style::Paper => (format!("3px solid {}", colours.action_edge.hex()), "14px", "24px"),
            Style::Night => ("0".to_owned(), "10px", "12px"),
        };
        Theme {
            day: Palette::of(&colours.light),
            night: Palette::of(&colours.dark),
            accent: colours.accent.hex(),
            action: colours.action.hex(),
            on_action: colours.action_ink.hex(),
            action_edge,
            control_corner,
            panel_corner,
            heading_font: match fonts.heading {
                HeadingFont::Bricolage => {
                    "'Bricolage Grotesque', 'Trebuchet MS', Helvetica, Arial, sans-serif"
                }
                HeadingFont::Space => "'Space Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif",
            },
            text_font: match fonts.text {
                TextFont::Figtree => "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif",
                TextFont::Instrument => {
                    "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif"
                }
            },
        }
    }
}

impl Palette {
    fn of(colours: &'static brand::Palette) -> Palette {
        Palette {
            ground: colours.ground.hex(),
            surface: colours.surface.hex(),
            surface_quiet: colours.surface_quiet.hex(),
            ink: colours.ink.hex(),
            ink_soft: colours.ink_soft.hex(),
            line: colours.line.hex(),
            brand: colours.brand.hex(),
        }
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

    /// If a colour of the web app's theme changes, this test fails until the emails' theme is
    /// changed, too.
    #[test]
    fn theme_matches_the_web_app() {
        for (brand, theme_css) in [
            ("funray", include_str!("../../../web/src/brands/paper/theme.css")),
            ("rayzr", include_str!("../../../web/src/brands/night/theme.css")),
        ] {
            let brand = Brand::from_slug(brand).expect("a brand");
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
