//! QR codes in emails.

use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};

use super::JobError;

/// Name under which the HTML of an email refers to the picture of the QR code.
pub const CODE: &str = "picture";

/// Size of a module (square) of the QR code in pixels, and width of the empty border in modules.
const SCALE: usize = 8;
const QUIET: usize = 4;

/// Draws a QR code and returns it as a PNG.
pub fn qr(content: &str) -> Result<Vec<u8>, JobError> {
    let hopeless = |why: String| JobError::Permanent(format!("the QR code: {why}"));
    let code = QrCode::encode_text(content, QrCodeEcc::Medium)
        .map_err(|error| hopeless(error.to_string()))?;
    // A QR code has at most 177 modules on a side, so the picture size can't overflow.
    let modules = code.size().unsigned_abs() as usize;
    let side = (modules + 2 * QUIET) * SCALE;
    let is_dark = |at: usize| (at / SCALE).checked_sub(QUIET).filter(|at| *at < modules);
    let points: Vec<u8> = (0..side * side)
        .map(|index| match (is_dark(index % side), is_dark(index / side)) {
            (Some(x), Some(y)) if code.get_module(x as i32, y as i32) => 0,
            _ => 255,
        })
        .collect();
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, side as u32, side as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&points));
    written.map_err(|error| hopeless(error.to_string()))?;
    Ok(png)
}

/// Renders the QR code as dark on white in every theme, so that scanners can read it.
pub fn to_scan(alt: &str) -> Markup {
    let source = format!("cid:{CODE}");
    let frame = "padding:14px;background:#ffffff;border-radius:14px";
    html! {
        table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 auto 20px" { tr {
            td align="center" bgcolor="#ffffff" style=(frame) {
                img src=(source) alt=(alt) width="220" height="220" style="display:block;width:220px;height:220px";
            }
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qr_is_a_square_with_a_quiet_border() {
        let drawn = qr("FR1:0123456789ABCDEFGHJKMNPQRSTVWXYZ").expect("a picture");
        let mut reader = png::Decoder::new(std::io::Cursor::new(drawn)).read_info().expect("a PNG");
        let (width, height) = reader.info().size();
        assert_eq!(width, height);
        let mut points = vec![0; (width * height) as usize];
        reader.next_frame(&mut points).expect("all of it");
        assert_eq!(points[0], 255);
        let corner = QUIET * SCALE;
        assert_eq!(points[corner * width as usize + corner], 0, "the finder pattern begins here");
    }
}
