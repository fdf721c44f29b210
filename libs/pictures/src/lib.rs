//! Decodes uploaded PNGs within limits and encodes them again in the sizes that web pages use. The
//! uploaded file itself is not kept, so hidden data in the file is not published.
//!
//! This is a separate crate so that even development builds optimize its loops over pixels.

mod hue;

use std::{fmt, io::Cursor, str::FromStr};

use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, Limits, Rgba, RgbaImage,
    codecs::{
        png::{CompressionType, FilterType, PngDecoder, PngEncoder},
        webp::WebPEncoder,
    },
    imageops,
};

/// Maximum size of an upload in bytes.
pub const MAX_BYTES: usize = 1_048_576;
/// Maximum width and height of an upload, in pixels.
const MAX_SIDE: u32 = 4096;
/// Maximum width and height of the stored picture, in pixels. Pages show the picture at no more
/// than half this size.
const MAX_KEPT_SIDE: u32 = 1536;
/// Maximum size of the decoded pixels in bytes: enough for the largest picture with 8 bits per
/// channel, or for half as many pixels with 16 bits.
const MAX_PIXEL_BYTES: u64 = MAX_SIDE as u64 * MAX_SIDE as u64 * 4;
/// Maximum memory for decoding, in bytes: the pixels and working space.
const MAX_MEMORY: u64 = MAX_PIXEL_BYTES + (16 << 20);
/// Widths that pages request, in pixels. A picture is stored in each of these widths that is
/// smaller than the picture.
pub const WIDTHS: [u32; 4] = [96, 192, 384, 768];

/// Picture, encoded in several widths and formats.
pub struct Picture {
    /// Dominant hue in degrees of OKLCH; `None` for a grey picture.
    pub hue: Option<u32>,
    pub renditions: Vec<Rendition>,
}

pub struct Rendition {
    pub name: Name,
    pub bytes: Vec<u8>,
}

/// File name of a rendition, for example `192.webp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    pub width: u32,
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Png,
    WebP,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The upload is not a PNG, or is damaged.
    NotPng,
    /// The picture is wider or higher than allowed.
    TooManyPixels,
    /// The picture is large and has 16 bits per channel, which take twice the memory and look the
    /// same as 8 bits.
    TooManyBits,
}

impl Refusal {
    pub fn message(&self) -> &'static str {
        match self {
            Refusal::NotPng => "Only png file is accepted",
            Refusal::TooManyPixels => "The picture must be at most 4096 pixels wide and high",
            Refusal::TooManyBits => "A picture of this size must have 8 bits per channel",
        }
    }
}

impl Picture {
    /// Decodes an uploaded PNG and encodes all its renditions. Returns the reason if the upload is
    /// refused.
    pub fn read(bytes: &[u8]) -> Result<Picture, Refusal> {
        // Memory limits are set later: at first, only the header with the dimensions is read.
        let decoder = PngDecoder::new(Cursor::new(bytes)).map_err(|_| Refusal::NotPng)?;
        let (width, height) = decoder.dimensions();
        if width.max(height) > MAX_SIDE {
            return Err(Refusal::TooManyPixels);
        }
        if decoder.total_bytes() > MAX_PIXEL_BYTES {
            return Err(Refusal::TooManyBits);
        }
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_MEMORY);
        let decoder =
            PngDecoder::with_limits(Cursor::new(bytes), limits).map_err(|_| Refusal::NotPng)?;
        let image = DynamicImage::from_decoder(decoder).map_err(|_| Refusal::NotPng)?;
        Picture::of(image.into_rgba8()).ok_or(Refusal::NotPng)
    }

    fn of(pixels: RgbaImage) -> Option<Picture> {
        let longest = pixels.width().max(pixels.height());
        if longest == 0 {
            return None;
        }
        let whole = Canvas::new(pixels).halved_towards(MAX_KEPT_SIDE);
        let whole = whole.within(MAX_KEPT_SIDE.min(longest));
        let (width, height) = (whole.0.width(), whole.0.height());
        let mut renditions = Vec::new();
        whole.encode(&mut renditions)?;
        // Each width is scaled from the next larger one, which is much less work than from the whole.
        let mut smallest = whole;
        for smaller in WIDTHS.into_iter().rev().filter(|smaller| *smaller < width) {
            let ratio = f64::from(smaller) / f64::from(width);
            let lower = (f64::from(height) * ratio).round().max(1.0) as u32;
            smallest = smallest.scaled(smaller, lower);
            smallest.encode(&mut renditions)?;
        }
        renditions.sort_by_key(|one| one.name.width);
        let hue = hue::dominant(smallest.within(WIDTHS[0]).unmultiplied().as_raw());
        Some(Picture { hue, renditions })
    }
}

/// Pixels of a picture, premultiplied by their opacity. Without the multiplication, scaling would
/// leave coloured edges.
struct Canvas(DynamicImage);

impl Canvas {
    fn new(mut pixels: RgbaImage) -> Canvas {
        for pixel in pixels.pixels_mut() {
            let [r, g, b, a] = pixel.0;
            let times = |channel: u8| ((u16::from(channel) * u16::from(a) + 127) / 255) as u8;
            pixel.0 = [times(r), times(g), times(b), a];
        }
        Canvas(DynamicImage::ImageRgba8(pixels))
    }

    /// Halves the picture if its longer side is at least twice `longest`. Scaling such a large
    /// picture directly would take four times its memory.
    fn halved_towards(self, longest: u32) -> Canvas {
        let (width, height) = (self.0.width(), self.0.height());
        if width.max(height) < 2 * longest || width.min(height) < 2 {
            return self;
        }
        let pixels = self.0.into_rgba8();
        let mean = |x: u32, y: u32| {
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(right, down)| pixels.get_pixel(2 * x + right, 2 * y + down).0);
            let channel = |index: usize| {
                let sum: u16 = four.iter().map(|pixel| u16::from(pixel[index])).sum();
                ((sum + 2) / 4) as u8
            };
            Rgba([channel(0), channel(1), channel(2), channel(3)])
        };
        Canvas(DynamicImage::ImageRgba8(RgbaImage::from_fn(width / 2, height / 2, mean)))
    }

    /// Returns the picture, scaled down so that no side is longer than `longest`.
    fn within(&self, longest: u32) -> Canvas {
        if self.0.width().max(self.0.height()) <= longest {
            return Canvas(self.0.clone());
        }
        Canvas(self.0.resize(longest, longest, imageops::FilterType::CatmullRom))
    }

    fn scaled(&self, width: u32, height: u32) -> Canvas {
        Canvas(self.0.resize_exact(width, height, imageops::FilterType::CatmullRom))
    }

    fn unmultiplied(&self) -> RgbaImage {
        let mut pixels = self.0.to_rgba8();
        for pixel in pixels.pixels_mut() {
            let [r, g, b, a] = pixel.0;
            let part = |channel: u8| match a {
                0 => 0,
                a => ((u16::from(channel) * 255 + u16::from(a) / 2) / u16::from(a)).min(255) as u8,
            };
            pixel.0 = [part(r), part(g), part(b), a];
        }
        pixels
    }

    /// Adds the picture to the renditions as PNG, and also as WebP if that is smaller.
    fn encode(&self, renditions: &mut Vec<Rendition>) -> Option<()> {
        let pixels = self.unmultiplied();
        let is_opaque = pixels.pixels().all(|pixel| pixel.0[3] == 255);
        let (width, height) = pixels.dimensions();
        let (raw, colour) = if is_opaque {
            (DynamicImage::ImageRgba8(pixels).into_rgb8().into_raw(), ExtendedColorType::Rgb8)
        } else {
            (pixels.into_raw(), ExtendedColorType::Rgba8)
        };
        let mut png = Vec::new();
        PngEncoder::new_with_quality(&mut png, CompressionType::Default, FilterType::Adaptive)
            .write_image(&raw, width, height, colour)
            .ok()?;
        let mut webp = Vec::new();
        WebPEncoder::new_lossless(&mut webp).write_image(&raw, width, height, colour).ok()?;
        let is_webp_worth_it = webp.len() < png.len();
        renditions.push(Rendition { name: Name { width, format: Format::Png }, bytes: png });
        if is_webp_worth_it {
            renditions.push(Rendition { name: Name { width, format: Format::WebP }, bytes: webp });
        }
        Some(())
    }
}

/// Returns the rendition for a requested width: the smallest that is wide enough, otherwise the
/// widest. Without a requested width, returns the widest. Returns `None` if there are no
/// renditions.
pub fn pick(names: &[Name], width: Option<u32>, takes_webp: bool) -> Option<Name> {
    let widest = names.iter().map(|name| name.width).max()?;
    let wanted = width.unwrap_or(widest);
    let fitting = names.iter().map(|name| name.width).filter(|width| *width >= wanted).min();
    let width = fitting.unwrap_or(widest);
    let has = |format| names.contains(&Name { width, format });
    let format = if takes_webp && has(Format::WebP) { Format::WebP } else { Format::Png };
    Some(Name { width, format }).filter(|name| names.contains(name))
}

impl Format {
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::WebP => "image/webp",
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = match self.format {
            Format::Png => "png",
            Format::WebP => "webp",
        };
        write!(out, "{}.{ending}", self.width)
    }
}

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (width, ending) = text.split_once('.').ok_or("a rendition without an ending")?;
        let format = match ending {
            "png" => Format::Png,
            "webp" => Format::WebP,
            other => return Err(format!("{other:?} is no format of a rendition")),
        };
        let width = width.parse().map_err(|_| format!("{width:?} is no width"))?;
        Ok(Name { width, format })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, pixel: [u8; 4]) -> Vec<u8> {
        let mut bytes = Vec::new();
        RgbaImage::from_pixel(width, height, Rgba(pixel))
            .write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png)
            .expect("a picture");
        bytes
    }

    fn widths(picture: &Picture) -> Vec<u32> {
        let pngs = picture.renditions.iter().filter(|one| one.name.format == Format::Png);
        pngs.map(|one| one.name.width).collect()
    }

    #[test]
    fn read_makes_a_rendition_for_each_width_up_to_its_own() {
        for (width, height, kept) in [
            (64, 64, vec![64]),
            (96, 96, vec![96]),
            (400, 300, vec![96, 192, 384, 400]),
            (2000, 1000, vec![96, 192, 384, 768, 1536]),
            (1000, 4000, vec![96, 192, 384]),
            (4096, 1, vec![96, 192, 384, 768, 1536]),
            (4096, 3, vec![96, 192, 384, 768, 1536]),
            (1, 1, vec![1]),
        ] {
            let picture = Picture::read(&png(width, height, [200, 30, 30, 255])).expect("a PNG");
            assert_eq!(widths(&picture), kept, "{width}x{height}");
        }
    }

    #[test]
    fn read_keeps_the_proportions() {
        let picture = Picture::read(&png(400, 300, [200, 30, 30, 255])).expect("a PNG");
        let sides: Vec<(u32, u32)> = picture
            .renditions
            .iter()
            .map(|one| image::load_from_memory(&one.bytes).expect("a picture"))
            .map(|image| (image.width(), image.height()))
            .collect();
        for side in [(96, 72), (192, 144), (384, 288), (400, 300)] {
            assert!(sides.contains(&side), "{side:?} in {sides:?}");
        }
    }

    #[test]
    fn read_refuses_a_large_picture_with_16_bits_a_channel() {
        let png = |side: u32| {
            let pixels = image::ImageBuffer::<Rgba<u16>, _>::from_pixel(side, side, Rgba([7; 4]));
            let mut bytes = Vec::new();
            let to = &mut Cursor::new(&mut bytes);
            DynamicImage::ImageRgba16(pixels).write_to(to, image::ImageFormat::Png).expect("a PNG");
            bytes
        };
        assert_eq!(Picture::read(&png(4096)).err(), Some(Refusal::TooManyBits));
        assert!(Picture::read(&png(1024)).is_ok());
    }

    fn with_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
        let mut at = 8;
        while let Some(head) = bytes.get(at..at + 8) {
            let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
            let end = at.saturating_add(8).saturating_add(length);
            let Some(chunk) = bytes.get(at + 4..end) else { break };
            let sum = crc32fast::hash(chunk).to_be_bytes();
            let Some(place) = bytes.get_mut(end..end + 4) else { break };
            place.copy_from_slice(&sum);
            at = end + 4;
        }
        bytes
    }

    #[test]
    fn read_survives_fuzzing() {
        let drawn = RgbaImage::from_fn(40, 30, |x, y| Rgba([x as u8 * 6, y as u8 * 8, 90, 200]));
        let mut clear = Vec::new();
        drawn.write_to(&mut Cursor::new(&mut clear), image::ImageFormat::Png).expect("a PNG");
        let examples = [clear.as_slice(), &png(7, 5, [200, 30, 30, 255]), &png(1, 1, [0; 4])];
        fuzzing::run(&fuzzing::mutated(&examples), |bytes| {
            // Corrects the checksums of most inputs, because the decoder would refuse wrong ones at
            // once.
            let bytes = if bytes.len() % 4 == 0 { bytes } else { with_checksums(bytes) };
            let Ok(picture) = Picture::read(&bytes) else { return };
            for rendition in &picture.renditions {
                assert!(rendition.name.width <= MAX_KEPT_SIDE);
                assert!(image::load_from_memory(&rendition.bytes).is_ok());
            }
        });
    }

    #[test]
    fn scaling_keeps_the_colours_of_a_halved_picture() {
        let stripes = RgbaImage::from_fn(4096, 64, |x, _| {
            if x < 2048 { Rgba([200, 30, 30, 255]) } else { Rgba([30, 30, 200, 255]) }
        });
        let picture = Picture::of(stripes).expect("a picture");
        let widest = picture.renditions.iter().find(|one| one.name.width == 1536).expect("it");
        let pixels = image::load_from_memory(&widest.bytes).expect("a PNG").to_rgba8();
        assert_eq!(pixels.dimensions(), (1536, 24));
        assert_eq!(pixels.get_pixel(100, 12), &Rgba([200, 30, 30, 255]));
        assert_eq!(pixels.get_pixel(1400, 12), &Rgba([30, 30, 200, 255]));
    }

    #[test]
    fn scaling_does_not_mix_in_transparent_colours() {
        // The picture has red pixels beside fully transparent green ones. Wrong scaling would turn
        // the edge green.
        let pixels = RgbaImage::from_fn(200, 200, |x, _| {
            if x < 101 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 255, 0, 0]) }
        });
        let picture = Picture::of(pixels).expect("a picture");
        let small = image::load_from_memory(&picture.renditions[0].bytes).expect("a PNG");
        let greenest = small.to_rgba8().pixels().map(|pixel| pixel.0[1]).max();
        assert_eq!(greenest, Some(0));
    }

    #[test]
    fn pick_returns_the_smallest_rendition_wide_enough() {
        let names: Vec<Name> = ["96.png", "96.webp", "192.png", "400.png", "400.webp"]
            .map(|name| name.parse().expect("a name"))
            .into();
        for (width, takes_webp, picked) in [
            (Some(96), false, "96.png"),
            (Some(96), true, "96.webp"),
            (Some(192), true, "192.png"),
            (Some(384), false, "400.png"),
            (Some(768), true, "400.webp"),
            (None, false, "400.png"),
        ] {
            let name = pick(&names, width, takes_webp).expect("one of them");
            assert_eq!(name.to_string(), picked, "{width:?} {takes_webp}");
        }
        assert_eq!(pick(&[], None, true), None);
    }

    #[test]
    fn name_round_trips_and_refuses_other_texts() {
        for text in ["96.png", "1536.webp"] {
            assert_eq!(text.parse::<Name>().expect("a name").to_string(), text);
        }
        for text in ["", "96", "96.svg", "x.png", "../96.png", "-1.png"] {
            assert!(text.parse::<Name>().is_err(), "{text}");
        }
    }
}
