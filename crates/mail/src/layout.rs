//! Layout of emails: the brand's sign, one heading, plain text and one button. It uses tables and
//! style attributes, which all mail programs support. Only the card and its QR code are pictures,
//! so little is lost if pictures are blocked.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    card,
    letters::{Button, Content},
    picture::to_scan,
    signs::sign,
    theme::{Theme, theme},
};
use kernel::{brand::Brand, language::Language};

/// Builds the HTML of an email. `signature` is the company's name and postal address.
pub fn html(brand: Brand, lang: Language, content: &Content, signature: &str) -> String {
    let theme = theme(brand);
    let day = &theme.day;
    let body =
        format!("margin:0;padding:0;background:{};-webkit-text-size-adjust:100%", day.ground);
    let footer = format!("padding:20px 8px 0;{}", words(theme, 14, day.ink_soft));
    html! {
        (DOCTYPE)
        html lang=(lang.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (content.subject) }
                style { (PreEscaped(night(theme))) }
            }
            body class="ground" style=(body) {
                div style="display:none;max-height:0;overflow:hidden" { (content.preview) }
                table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor=(day.ground) {
                    tr { td align="center" style="padding:32px 12px 48px" {
                        // The attribute `width` is for mail programs that do not support
                        // `max-width`.
                        table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;text-align:left" {
                            (sign(brand, theme))
                            tr { (sheet(theme, brand, lang, content)) }
                            tr { td class="soft" style=(footer) {
                                p style="margin:0 0 8px" { (content.reason) }
                                p style="margin:0" { (signature) }
                            } }
                        }
                    } }
                }
            }
        }
    }
    .into_string()
}

/// Returns the CSS for text. Every cell needs its own text style, because some mail programs don't
/// inherit styles.
fn words(theme: &Theme, size: u8, colour: &str) -> String {
    format!("font-family:{};font-size:{size}px;line-height:1.5;color:{colour}", theme.text_font)
}

/// Returns the CSS for the dark theme, for mail programs that follow the system setting. The CSS
/// classes are used only for the dark theme.
fn night(theme: &Theme) -> String {
    let night = &theme.night;
    format!(
        ":root{{color-scheme:light dark}}@media (prefers-color-scheme:dark){{\
         .ground{{background:{}!important}}.surface{{background:{}!important}}\
         .quiet{{background:{}!important}}.ink{{color:{}!important}}.soft{{color:{}!important}}\
         .brand{{color:{}!important}}.line{{border-color:{}!important}}}}",
        night.ground,
        night.surface,
        night.surface_quiet,
        night.ink,
        night.ink_soft,
        night.brand,
        night.line
    )
}

fn sheet(theme: &Theme, brand: Brand, lang: Language, content: &Content) -> Markup {
    let (day, corner) = (&theme.day, theme.panel_corner);
    let sheet = format!(
        "padding:28px 32px 32px;background:{};border-radius:0 0 {corner} {corner};{}",
        day.surface,
        words(theme, 17, day.ink)
    );
    let heading = format!(
        "margin:0 0 18px;font-family:{};font-size:30px;font-weight:800;letter-spacing:-0.02em;\
         line-height:1.15;color:{}",
        theme.heading_font, day.ink
    );
    html! {
        td class="surface ink" bgcolor=(day.surface) style=(sheet) {
            h1 class="ink" style=(heading) { (content.heading) }
            @if !content.quote.is_empty() { (quote(theme, &content.quote)) }
            @if let Some(card) = &content.card { (card::shown(theme, brand, lang, card)) }
            @for paragraph in &content.paragraphs {
                p style="margin:0 0 16px" { (paragraph) }
            }
            @if !content.bill.is_empty() { (bill(theme, &content.bill)) }
            @if !content.facts.is_empty() { (facts(theme, &content.facts)) }
            @if let Some(picture) = &content.picture { (to_scan(&picture.alt)) }
            @if let Some(button) = &content.button { (call_to_action(theme, button)) }
            @if let Some(small_print) = &content.small_print {
                p class="soft" style=(format!("margin:0 0 16px;font-size:15px;color:{}", day.ink_soft)) { (small_print) }
            }
            @if let Some(other) = &content.other_way {
                p style="margin:0 0 16px" {
                    a class="brand" href=(other.url) style=(format!("color:{};font-weight:600", day.brand)) { (other.label) }
                }
            }
            @if let Some(not_you) = &content.not_you { (aside(theme, not_you)) }
            @if let Some(button) = &content.button { (in_plain_sight(theme, lang, button)) }
        }
    }
}

/// Renders a message that another person wrote, with a coloured line on the left.
fn quote(theme: &Theme, lines: &[String]) -> Markup {
    let style = format!(
        "padding:2px 0 2px 16px;border-left:4px solid {};{}",
        theme.accent,
        words(theme, 18, theme.day.ink)
    );
    html! {
        table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px" { tr {
            td class="ink" style=(style) {
                @for (index, line) in lines.iter().enumerate() {
                    @if index > 0 { br; }
                    (line)
                }
            }
        } }
    }
}

/// Renders purchased items with their prices. The last line is the total and is emphasized.
fn bill(theme: &Theme, lines: &[(String, String)]) -> Markup {
    let day = &theme.day;
    html! {
        table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px" {
            @for (index, (what, price)) in lines.iter().enumerate() {
                @let (size, weight) = if index + 1 == lines.len() { (20, 700) } else { (17, 400) };
                @let cell = format!("padding:10px 0;border-bottom:2px dotted {};font-weight:{weight};{}", day.line, words(theme, size, day.ink));
                tr {
                    td class="line ink" style=(format!("{cell};word-break:break-word")) { (what) }
                    td class="line ink" align="right" valign="bottom" style=(format!("{cell};padding-left:16px;white-space:nowrap")) { (price) }
                }
            }
        }
    }
}

/// Renders labelled details, each label above its value, because both may be long.
fn facts(theme: &Theme, facts: &[(String, String)]) -> Markup {
    let day = &theme.day;
    let line = format!(
        "padding:8px 0;border-bottom:2px dotted {};{}",
        day.line,
        words(theme, 17, day.ink)
    );
    let label = format!("color:{};font-size:14px", day.ink_soft);
    html! {
        table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px" {
            @for (name, value) in facts {
                tr { td class="line ink" style=(line) {
                    span class="soft" style=(label) { (name) }
                    br;
                    span style="font-weight:600;word-break:break-word" { (value) }
                } }
            }
        }
    }
}

/// Renders the button as a link inside a table, because some mail programs apply padding and colour
/// to table cells only.
fn call_to_action(theme: &Theme, button: &Button) -> Markup {
    let cell = format!(
        "border-radius:{};background:{};border-bottom:{}",
        theme.control_corner, theme.action, theme.action_edge
    );
    let link = format!(
        "display:inline-block;padding:15px 28px;{};font-weight:700;line-height:1.2;\
         text-decoration:none",
        words(theme, 17, theme.on_action)
    );
    html! {
        table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 20px" { tr {
            td bgcolor=(theme.action) style=(cell) { a href=(button.url) style=(link) { (button.label) } }
        } }
    }
}

fn aside(theme: &Theme, not_you: &str) -> Markup {
    let style = format!(
        "padding:14px 18px;border-radius:{};background:{};{}",
        theme.control_corner,
        theme.day.surface_quiet,
        words(theme, 15, theme.day.ink)
    );
    html! {
        table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" { tr {
            td class="quiet ink" bgcolor=(theme.day.surface_quiet) style=(style) { (not_you) }
        } }
    }
}

/// Renders the URL of the button as text, for readers whose mail program does not open the link.
fn in_plain_sight(theme: &Theme, lang: Language, button: &Button) -> Markup {
    let invitation = match lang {
        Language::En => "If the button doesn’t work, copy this address:",
        Language::Fr => "Si le bouton ne fonctionne pas, copiez cette adresse\u{a0}:",
    };
    let style = format!("margin:20px 0 0;font-size:13px;color:{}", theme.day.ink_soft);
    html! { p class="soft" style=(style) {
        (invitation) br; span style="word-break:break-all" { (button.url) }
    } }
}

/// Builds the plain-text version of an email.
pub fn text(brand: Brand, lang: Language, content: &Content, signature: &str) -> String {
    let colon = match lang {
        Language::En => ":",
        Language::Fr => "\u{a0}:",
    };
    let mut parts = vec![content.heading.clone()];
    if !content.quote.is_empty() {
        let lines = content.quote.iter().map(|line| format!("> {line}"));
        parts.push(lines.collect::<Vec<_>>().join("\n"));
    }
    parts.extend(content.paragraphs.iter().cloned());
    for pairs in [&content.bill, &content.facts].into_iter().filter(|pairs| !pairs.is_empty()) {
        let lines = pairs.iter().map(|(name, value)| format!("{name}{colon} {value}"));
        parts.push(lines.collect::<Vec<_>>().join("\n"));
    }
    let way = |way: &Button| format!("{}{colon}\n{}", way.label, way.url);
    parts.extend(content.button.iter().map(way));
    parts.extend(content.small_print.iter().cloned());
    parts.extend(content.other_way.iter().map(way));
    parts.extend(content.not_you.iter().cloned());
    parts.push(format!("-- \n{}\n{}\n{signature}", brand.name(), content.reason));
    parts.join("\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;

    #[test]
    fn html_escapes_user_text() {
        let evil = || "</td><script>alert(1)</script><img src=x onerror=\"alert(1)\">".to_owned();
        let way = || Some(Button { label: evil(), url: "https://x/\"onclick=\"".to_owned() });
        let content = Content {
            subject: evil(),
            preview: evil(),
            heading: evil(),
            card: Card::new(&evil(), &evil(), None, b"png"),
            paragraphs: vec![evil()],
            quote: vec![evil()],
            bill: vec![(evil(), evil())],
            picture: None,
            facts: vec![(evil(), evil())],
            button: way(),
            other_way: way(),
            small_print: Some(evil()),
            not_you: Some(evil()),
            reason: evil(),
        };
        for brand in Brand::all() {
            let html = html(brand, Language::En, &content, &evil());
            let html = html.replace("<img src=\"cid:card\"", "");
            for danger in ["<script", "<img", "\"onclick", "\"alert"] {
                assert!(!html.contains(danger), "{danger}: {html}");
            }
        }
    }
}
