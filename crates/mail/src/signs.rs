//! Sign of the brand at the top of every email, drawn with table cells and colours instead of
//! pictures.

use maud::{Markup, html};

use super::theme::Theme;
use kernel::brand::Brand;

pub fn sign(brand: Brand, theme: &Theme) -> Markup {
    match brand {
        Brand::FunRay => shop_front(theme),
        Brand::RayZr => night_sign(theme),
    }
}

/// Draws FunRay's name beside a small sun with a heart, above a shop awning.
fn shop_front(theme: &Theme) -> Markup {
    // Number of stripes of the awning. An odd number, so that the stripes at both ends are dark.
    const STRIPES: usize = 13;
    let name = format!(
        "padding-left:10px;font-family:{};font-size:27px;font-weight:800;letter-spacing:-0.025em;\
         line-height:1;color:{}",
        theme.heading_font, theme.day.brand
    );
    let sun = "width:34px;height:34px;border-radius:17px;background:#ffb82e;color:#e8573f;\
               font-size:17px;line-height:34px";
    let corner = theme.control_corner;
    let stripe = |index: usize| {
        let colour = if index.is_multiple_of(2) { "#0f5d4e" } else { "#f2e3c6" };
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
                td class="brand" style=(name) { "FunRay" }
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

/// Draws RayZr's name on a night sky, with a beam of light below.
fn night_sign(theme: &Theme) -> Markup {
    let corner = theme.panel_corner;
    let sign = format!(
        "padding:26px 32px;background:#0a0f1f;border-radius:{corner} {corner} 0 0;font-family:{};\
         font-size:30px;font-weight:700;letter-spacing:-0.04em;line-height:1;color:#f6f7fb",
        theme.heading_font
    );
    let beam = [("58%", "#2f6bff"), ("14%", "#7a4dff"), ("4%", "#c8ff3e"), ("24%", "#2f6bff")];
    html! {
        tr { td bgcolor="#0a0f1f" style=(sign) {
            "Ray" span style="color:#c8ff3e" { "Z" } "R"
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
