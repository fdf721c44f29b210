//! Writes a drawing as PNG.

use std::sync::Arc;

use tiny_skia::{
    Color, FillRule, FilterQuality, GradientStop, LinearGradient, Mask, Path, Pattern, Pixmap,
    Point, PremultipliedColorU8, Shader, SpreadMode, Transform,
};

use crate::{Colour, Drawing, Ink, Paint, Pixels};

impl Drawing {
    /// Returns the page as a PNG with `scale` pixels per unit, on a transparent background. Returns
    /// `None` if there would be too many pixels.
    pub fn png(&self, scale: f32) -> Option<Vec<u8>> {
        let side = |length: f32| (length * scale).round().max(1.0) as u32;
        let mut canvas = Pixmap::new(side(self.width), side(self.height))?;
        let scaled = Transform::from_scale(scale, scale);
        let mut mask: Option<(Arc<Path>, Option<Mask>)> = None;
        for stroke in &self.strokes {
            if let Some(shape) = &stroke.within
                && mask.as_ref().is_none_or(|(before, _)| !Arc::ptr_eq(before, shape))
            {
                mask = Some((shape.clone(), mask_of(&canvas, shape, scaled)));
            }
            let within =
                stroke.within.as_ref().and(mask.as_ref()).and_then(|(_, mask)| mask.as_ref());
            match &stroke.ink {
                Ink::Fill(path, paint, rule) => {
                    let Some(shader) = shader(*paint) else { continue };
                    let paint = tiny_skia::Paint { shader, ..Default::default() };
                    canvas.fill_path(path, &paint, *rule, scaled, within);
                }
                Ink::Picture(pixels, place) => {
                    show(&mut canvas, pixels, place.post_concat(scaled), within);
                }
            }
        }
        encoded(&canvas)
    }
}

fn mask_of(canvas: &Pixmap, shape: &Path, scaled: Transform) -> Option<Mask> {
    let mut mask = Mask::new(canvas.width(), canvas.height())?;
    mask.fill_path(shape, FillRule::Winding, true, scaled);
    Some(mask)
}

fn color(colour: Colour) -> Color {
    let Colour { red, green, blue, opacity } = colour;
    Color::from_rgba8(red, green, blue, (opacity * 255.0).round() as u8)
}

fn shader(paint: Paint) -> Option<Shader<'static>> {
    match paint {
        Paint::Plain(colour) => Some(Shader::SolidColor(color(colour))),
        Paint::Gradient { from, to, colours: [start, end] } => LinearGradient::new(
            Point::from_xy(from.0, from.1),
            Point::from_xy(to.0, to.1),
            vec![GradientStop::new(0.0, color(start)), GradientStop::new(1.0, color(end))],
            SpreadMode::Pad,
            Transform::identity(),
        ),
    }
}

fn show(canvas: &mut Pixmap, pixels: &Pixels, place: Transform, within: Option<&Mask>) {
    let Some(mut picture) = Pixmap::new(pixels.width, pixels.height) else { return };
    for (to, from) in picture.pixels_mut().iter_mut().zip(pixels.rgba.chunks_exact(4)) {
        let colour = tiny_skia::ColorU8::from_rgba(from[0], from[1], from[2], from[3]);
        *to = colour.premultiply();
    }
    let whole = crate::rectangle(0.0, 0.0, pixels.width as f32, pixels.height as f32);
    let Some(whole) = whole else { return };
    let shader = Pattern::new(
        picture.as_ref(),
        SpreadMode::Pad,
        FilterQuality::Bilinear,
        1.0,
        Transform::identity(),
    );
    let paint = tiny_skia::Paint { shader, ..Default::default() };
    canvas.fill_path(&whole, &paint, FillRule::Winding, place, within);
}

fn encoded(canvas: &Pixmap) -> Option<Vec<u8>> {
    let is_opaque = canvas.pixels().iter().all(|pixel| pixel.is_opaque());
    let plain = canvas.pixels().iter().map(PremultipliedColorU8::demultiply);
    let (colours, bytes): (_, Vec<u8>) = if is_opaque {
        (
            png::ColorType::Rgb,
            plain.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect(),
        )
    } else {
        let all = plain.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]);
        (png::ColorType::Rgba, all.collect())
    };
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, canvas.width(), canvas.height());
    encoder.set_color(colours);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.write_header().ok()?.write_image_data(&bytes).ok()?;
    Some(png)
}
