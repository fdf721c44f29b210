//! Finds the dominant hue of a picture, in degrees of OKLCH, the colour space in which card colours
//! are mixed.

use std::f32::consts::TAU;

/// Width of each bin of the histogram of hues, in degrees.
const BIN: usize = 10;
const BINS: usize = 360 / BIN;
/// Chroma up to which a pixel counts as grey and is ignored, such as shadows and paper.
const GREY: f32 = 0.035;
/// Minimum share of colourful pixels. A picture with fewer colourful pixels has no hue.
const MIN_SHARE: f32 = 0.01;

/// Returns the most common hue of the colourful pixels (RGBA), in degrees. Returns `None` if there
/// are too few colourful pixels.
pub fn dominant(pixels: &[u8]) -> Option<u32> {
    let mut bins = [(0.0_f32, 0.0_f32); BINS];
    let (mut visible, mut colourful) = (0.0_f32, 0.0_f32);
    for pixel in pixels.chunks_exact(4) {
        let opacity = f32::from(pixel[3]) / 255.0;
        visible += opacity;
        let (a, b) = oklab([pixel[0], pixel[1], pixel[2]]);
        let chroma = a.hypot(b);
        if chroma < GREY {
            continue;
        }
        colourful += opacity;
        let bin = (degrees(a, b) / BIN as f32) as usize % BINS;
        bins[bin].0 += a * opacity;
        bins[bin].1 += b * opacity;
    }
    if colourful < visible.max(1.0) * MIN_SHARE {
        return None;
    }
    // Adds neighbouring bins, because the pixels of a hue on the border of two bins are spread over
    // both.
    let together = |bin: usize| {
        let near = [bin + BINS - 1, bin, bin + 1].map(|near| bins[near % BINS]);
        near.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    };
    let weight = |&(a, b): &(f32, f32)| a.hypot(b);
    let heaviest =
        (0..BINS).map(together).max_by(|one, other| weight(one).total_cmp(&weight(other)))?;
    Some(degrees(heaviest.0, heaviest.1).round() as u32 % 360)
}

fn degrees(a: f32, b: f32) -> f32 {
    (b.atan2(a) + TAU) % TAU * 360.0 / TAU
}

/// Returns the values `a` and `b` of a colour in OKLab, without its lightness.
fn oklab(rgb: [u8; 3]) -> (f32, f32) {
    let [red, green, blue] = rgb.map(linear);
    let cone = |r: f32, g: f32, b: f32| r.mul_add(red, g.mul_add(green, b * blue)).max(0.0).cbrt();
    let long = cone(0.412_221_46, 0.536_332_55, 0.051_445_995);
    let middle = cone(0.211_903_5, 0.680_699_5, 0.107_396_96);
    let short = cone(0.088_302_46, 0.281_718_85, 0.629_978_7);
    (
        1.977_998_5 * long - 2.428_592_2 * middle + 0.450_593_7 * short,
        0.025_904_037 * long + 0.782_771_77 * middle - 0.808_675_77 * short,
    )
}

fn linear(channel: u8) -> f32 {
    let value = f32::from(channel) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(parts: &[([u8; 4], usize)]) -> Vec<u8> {
        parts.iter().flat_map(|(pixel, count)| pixel.repeat(*count)).collect()
    }

    fn is_near(hue: Option<u32>, expected: u32) -> bool {
        hue.is_some_and(|hue| hue.abs_diff(expected).min(360 - hue.abs_diff(expected)) <= 2)
    }

    #[test]
    fn dominant_returns_the_known_hues_of_pure_colours() {
        for (rgb, degrees) in [
            ([255, 0, 0], 29),
            ([0, 255, 0], 142),
            ([0, 0, 255], 264),
            ([255, 255, 0], 110),
            ([0, 255, 255], 195),
            ([255, 0, 255], 328),
        ] {
            let [r, g, b] = rgb;
            let hue = dominant(&picture(&[([r, g, b, 255], 9)]));
            assert!(is_near(hue, degrees), "{rgb:?}: {hue:?}");
        }
    }

    #[test]
    fn dominant_ignores_white_and_transparent_pixels() {
        let blue_on_white =
            [([255, 255, 255, 255], 900), ([0, 0, 255, 255], 80), ([255, 0, 0, 255], 20)];
        assert!(is_near(dominant(&picture(&blue_on_white)), 264));
        let unseen = [([255, 0, 0, 0], 900), ([0, 0, 255, 255], 100)];
        assert!(is_near(dominant(&picture(&unseen)), 264), "transparent pixels have no colour");
    }

    #[test]
    fn dominant_joins_reds_on_both_sides_of_zero() {
        let reds = [([250, 40, 90, 255], 50), ([250, 60, 40, 255], 50), ([0, 0, 255, 255], 60)];
        let hue = dominant(&picture(&reds)).expect("a hue");
        assert!(hue <= 45 || hue >= 345, "{hue}");
    }

    #[test]
    fn dominant_returns_none_for_grey() {
        assert_eq!(dominant(&picture(&[([128, 128, 128, 255], 50), ([0, 0, 0, 255], 50)])), None);
        assert_eq!(dominant(&picture(&[([255, 0, 0, 0], 50)])), None);
        assert_eq!(dominant(&[]), None);
        let speck = [([20, 20, 20, 255], 9_990), ([255, 0, 0, 255], 10)];
        assert_eq!(dominant(&picture(&speck)), None, "a speck is no colour");
    }
}
