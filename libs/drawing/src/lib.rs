//! Shapes, text and pictures on a page, which is written as PNG or as PDF.
//!
//! This is a separate crate so that even development builds optimize its loops over pixels.

mod lettering;
mod pdf;
mod pixels;
mod raster;
mod shapes;

use std::sync::Arc;

use tiny_skia::FillRule;
pub use tiny_skia::{Path, Transform};

pub use lettering::{Font, Lettering};
pub use pixels::Pixels;
pub use shapes::{circle, polygons, rectangle, rounded};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub opacity: f32,
}

impl Colour {
    /// Creates an opaque colour from `0xRRGGBB`.
    pub const fn new(rgb: u32) -> Colour {
        Colour { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8, opacity: 1.0 }
    }

    pub const fn faded(self, opacity: f32) -> Colour {
        Colour { opacity, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    Plain(Colour),
    /// Linear gradient between two opaque colours, from one point to another.
    Gradient {
        from: (f32, f32),
        to: (f32, f32),
        colours: [Colour; 2],
    },
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Paint {
        Paint::Plain(colour)
    }
}

impl Paint {
    fn moved(self, by: Transform) -> Paint {
        let place = |(x, y)| {
            let mut point = tiny_skia::Point::from_xy(x, y);
            by.map_point(&mut point);
            (point.x, point.y)
        };
        match self {
            Paint::Plain(colour) => Paint::Plain(colour),
            Paint::Gradient { from, to, colours } => {
                Paint::Gradient { from: place(from), to: place(to), colours }
            }
        }
    }
}

#[derive(Clone)]
enum Ink {
    Fill(Path, Paint, FillRule),
    /// Picture, with the transform from its pixels to the page.
    Picture(Arc<Pixels>, Transform),
}

#[derive(Clone)]
struct Stroke {
    ink: Ink,
    /// Shape to which the stroke is clipped; `None` if it is not clipped.
    within: Option<Arc<Path>>,
}

/// Page that is drawn from back to front. Lengths are in page units, measured from the upper left
/// corner.
#[derive(Clone)]
pub struct Drawing {
    pub width: f32,
    pub height: f32,
    strokes: Vec<Stroke>,
    within: Option<Arc<Path>>,
}

impl Drawing {
    pub fn new(width: f32, height: f32) -> Drawing {
        Drawing { width, height, strokes: Vec::new(), within: None }
    }

    /// Clips everything drawn from now on to this shape; `None` removes the clipping.
    pub fn keep_within(&mut self, shape: Option<Path>) {
        self.within = shape.map(Arc::new);
    }

    /// Fills a shape. Draws nothing if the shape is `None`.
    pub fn fill(&mut self, shape: Option<Path>, paint: impl Into<Paint>) {
        if let Some(path) = shape {
            self.add(Ink::Fill(path, paint.into(), FillRule::Winding));
        }
    }

    /// Like [`fill`](Drawing::fill), but an outline inside another one is a hole.
    pub fn fill_around_holes(&mut self, shape: Option<Path>, paint: impl Into<Paint>) {
        if let Some(path) = shape {
            self.add(Ink::Fill(path, paint.into(), FillRule::EvenOdd));
        }
    }

    /// Draws a picture in the middle of a square with this corner and side, as large as the square
    /// allows.
    pub fn picture(&mut self, pixels: &Arc<Pixels>, (x, y): (f32, f32), side: f32) {
        let (width, height) = (pixels.width as f32, pixels.height as f32);
        let scale = side / width.max(height);
        let (left, top) = ((side - width * scale) / 2.0, (side - height * scale) / 2.0);
        let place = Transform::from_row(scale, 0.0, 0.0, scale, x + left, y + top);
        self.add(Ink::Picture(pixels.clone(), place));
    }

    /// Draws the contents of another page, moved, scaled or turned. Contents that are clipped there
    /// stay clipped; the other contents get the clipping of this page.
    pub fn put(&mut self, other: &Drawing, by: Transform) {
        let mut known: Option<(Arc<Path>, Option<Arc<Path>>)> = None;
        for stroke in &other.strokes {
            let ink = match &stroke.ink {
                Ink::Fill(path, paint, rule) => {
                    let Some(path) = path.clone().transform(by) else { continue };
                    Ink::Fill(path, paint.moved(by), *rule)
                }
                Ink::Picture(pixels, place) => Ink::Picture(pixels.clone(), place.post_concat(by)),
            };
            let own = stroke.within.as_ref().and_then(|shape| match &known {
                Some((before, moved)) if Arc::ptr_eq(before, shape) => moved.clone(),
                _ => {
                    let moved = Path::clone(shape).transform(by).map(Arc::new);
                    known = Some((shape.clone(), moved.clone()));
                    moved
                }
            });
            let within = own.or_else(|| self.within.clone());
            self.strokes.push(Stroke { ink, within });
        }
    }

    fn add(&mut self, ink: Ink) {
        self.strokes.push(Stroke { ink, within: self.within.clone() });
    }
}
