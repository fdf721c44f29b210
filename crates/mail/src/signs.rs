//! Sign of the brand at the top of every email, drawn with table cells and colours instead of
//! pictures.

use maud::{Markup, html};

use super::theme::Theme;
use kernel::brand::{Brand, Style};

pub fn sign(brand: Brand, theme: &Theme) -> Markup {
    match brand.style() {
        Style::Paper => shop_front(brand, theme),
        Style::Night => night_sign(brand, theme),
    }
}

/// Draws the brand's name beside a small sun with a heart, above a shop awning.
fn shop_front(brand: Brand, theme: &Theme) -> Markup {
    // Number of stripes of the awning. An odd number, so that the stripes at both ends are dark.
    const STRIPES: usize = 13;
    let name = format!(
        "padding-left:10px;font-family:{};font-size:27px;font-weight:800;letter-spacing:-0.025em;\
         line-height:1;color:{}",
        theme.heading_font, theme.day.brand
    );
    let sun = format!(
        "width:34px;height:34px;border-radius:17px;background:{};color:{};\
         font-size:17px;line-height:34px",
        theme.action, theme.accent
    );
    let corner = theme.control_corner;
    let stripe = |index: usize| {
        let colour = if index.is_multiple_of(2) { theme.day.brand } else { "#f2e3c6" };
        let top = match index {
            0 => format!("{corner} 0"),
            last if last == STRIPES - 1 => format!("0 {corner}"),
            _ => "0 0".to_owned(),
        };
        format!(
            "height:34px;font-size:0;line-height:0;background:{colour};border-radius:{top} 18px 18px"
        )
    };
    html! {
        tr { td style="padding:0 8px 18px" {
            table role="presentation" cellpadding="0" cellspacing="0" border="0" { tr {
                td aria-hidden="true" align="center" style=(sun) { "\u{2665}\u{fe0e}" }
                td class="brand" style=(name) { (brand.name()) }
            } }
        } }
        tr { td class="surface" style=(format!("background:{};border-radius:{corner} {corner} 0 0", theme.day.surface)) {
            table aria-hidden="true" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed" { tr {
                @for index in 0..STRIPES {
                    td style=(stripe(index)) { "\u{a0}" }
                }
            } }
        } }
    }
}

/// Draws the brand's name on a night sky, with a beam of light below.
fn night_sign(brand: Brand, theme: &Theme) -> Markup {
    let (corner, ground) = (theme.panel_corner, theme.night.ground);
    let facts = brand.facts();
    let (before, after) =
        facts.name.split_once(&facts.highlight).unwrap_or((facts.name.as_str(), ""));
    let light = brand.colours().mark.hex();
    let sign = format!(
        "padding:26px 32px;background:{ground};border-radius:{corner} {corner} 0 0;font-family:{};\
         font-size:30px;font-weight:700;letter-spacing:-0.04em;line-height:1;color:{}",
        theme.heading_font, theme.night.ink
    );
    let beam = [("58%", light), ("14%", theme.accent), ("4%", theme.action), ("24%", light)];
    html! {
        tr { td bgcolor=(ground) style=(sign) {
            (before) span style=(format!("color:{}", theme.action)) { (facts.highlight) } (after)
        } }
        tr { td style="padding:0" {
            table aria-hidden="true" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed" { tr {
                @for (width, colour) in beam {
                    td width=(width) bgcolor=(colour) style=(format!("height:5px;font-size:0;line-height:0;background:{colour}")) { "\u{a0}" }
                }
            } }
        } }
    }
}
