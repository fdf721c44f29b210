//! The pictures of the demo, drawn by the program: a logo for each shop and cause, a scene for each campaign,
//! a sheet for each category.

mod colours;
mod marks;

use std::num::NonZero;

use pictures::Picture;
use serde::Deserialize;
use tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Stroke, Transform};

use crate::error::{Error, Result};

pub use colours::Colours;
use colours::{PAPER, Rgb};

/// The side of a logo.
const SIDE: u32 = 384;
/// A scene for a campaign.
const SCENE: (u32, u32) = (640, 360);

/// What a picture shows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    pub mark: String,
    pub ground: Ground,
    pub colours: Colours,
}

/// The shape that the mark stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    Circle,
    Square,
    Scallop,
    Hexagon,
    Shield,
    Arch,
    Awning,
    /// The whole picture.
    Sheet,
    /// A landscape with the mark above it.
    Scene,
}

/// Draws them all, with all hands.
pub fn draw_all(drawings: &[Drawing]) -> Result<Vec<Picture>> {
    let hands = std::thread::available_parallelism().map_or(1, NonZero::get);
    let share = drawings.len().div_ceil(hands).max(1);
    std::thread::scope(|scope| {
        let work = drawings
            .chunks(share)
            .map(|some| scope.spawn(|| some.iter().map(draw).collect::<Result<Vec<Picture>>>()));
        let mut pictures = Vec::new();
        for hand in work.collect::<Vec<_>>() {
            let drawn = hand.join();
            pictures.extend(drawn.map_err(|_| Error::Internal("the drawing stopped".to_owned()))??);
        }
        Ok(pictures)
    })
}

fn draw(drawing: &Drawing) -> Result<Picture> {
    if !marks::is_known(&drawing.mark) {
        return Err(Error::Internal(format!("there is no mark {:?}", drawing.mark)));
    }
    let drawn = match drawing.ground {
        Ground::Scene => scene(drawing),
        Ground::Sheet => sheet(drawing),
        ground => logo(drawing, ground),
    };
    let drawn = drawn.ok_or_else(|| Error::Internal("a picture without room".to_owned()))?;
    let (width, height) = (drawn.width(), drawn.height());
    Picture::drawn(width, height, drawn.take_demultiplied())
        .ok_or_else(|| Error::Internal("a picture that can't be kept".to_owned()))
}

fn logo(drawing: &Drawing, ground: Ground) -> Option<Pixmap> {
    let mut canvas = Pixmap::new(SIDE, SIDE)?;
    let side = SIDE as f32;
    let (middle, colours) = (side / 2.0, &drawing.colours);
    let whole = shape(ground, middle, middle, middle - 4.0)?;
    fill(&mut canvas, &whole, colours.ground);
    // A fine line inside, as on a stamp.
    let line = shape(ground, middle, middle, middle - 20.0)?;
    let stroke = Stroke { width: 3.0, ..Stroke::default() };
    let faint = paint(colours.ground.towards(colours.mark, 38));
    canvas.stroke_path(&line, &faint, &stroke, Transform::identity(), None);
    // In the optical middle of shapes that are heavier at one end.
    let (share, lift) = match ground {
        Ground::Square => (0.68, 0.0),
        Ground::Shield => (0.56, 0.04),
        Ground::Arch => (0.6, -0.05),
        Ground::Awning => (0.56, -0.08),
        _ => (0.6, 0.0),
    };
    let mark = side * share;
    let corner = ((side - mark) / 2.0, (side - mark) / 2.0 - side * lift);
    marks::draw(&mut canvas, &drawing.mark, colours, corner, mark);
    Some(canvas)
}

/// The outline of a ground around a middle; `reach` is how far it goes.
fn shape(ground: Ground, x: f32, y: f32, reach: f32) -> Option<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    match ground {
        Ground::Circle => path.push_circle(x, y, reach),
        Ground::Square | Ground::Sheet | Ground::Scene => {
            marks::push_box(&mut path, (x - reach, y - reach, x + reach, y + reach), reach * 0.36);
        }
        Ground::Scallop => {
            let petals = 14;
            let at = |step: f32, reach: f32| {
                let angle = step / petals as f32 * std::f32::consts::TAU;
                (x + reach * angle.sin(), y - reach * angle.cos())
            };
            let (from_x, from_y) = at(0.0, reach * 0.9);
            path.move_to(from_x, from_y);
            for petal in 0..petals {
                let (out_x, out_y) = at(petal as f32 + 0.5, reach * 1.08);
                let (to_x, to_y) = at(petal as f32 + 1.0, reach * 0.9);
                path.quad_to(out_x, out_y, to_x, to_y);
            }
            path.close();
        }
        Ground::Hexagon => {
            for corner in 0..6 {
                let angle = corner as f32 / 6.0 * std::f32::consts::TAU;
                let (to_x, to_y) = (x + reach * angle.sin(), y - reach * angle.cos());
                if corner == 0 { path.move_to(to_x, to_y) } else { path.line_to(to_x, to_y) }
            }
            path.close();
        }
        Ground::Shield => {
            let (left, right, top) = (x - reach * 0.86, x + reach * 0.86, y - reach);
            path.move_to(left, top + reach * 0.14);
            path.quad_to(x - reach * 0.4, top + reach * 0.16, x, top);
            path.quad_to(x + reach * 0.4, top + reach * 0.16, right, top + reach * 0.14);
            path.line_to(right, y + reach * 0.1);
            path.cubic_to(right, y + reach * 0.6, x + reach * 0.5, y + reach * 0.86, x, y + reach);
            path.cubic_to(
                x - reach * 0.5,
                y + reach * 0.86,
                left,
                y + reach * 0.6,
                left,
                y + reach * 0.1,
            );
            path.close();
        }
        Ground::Arch => {
            let (left, right) = (x - reach * 0.84, x + reach * 0.84);
            path.move_to(left, y + reach);
            path.line_to(left, y - reach * 0.16);
            path.cubic_to(left, y - reach * 1.28, right, y - reach * 1.28, right, y - reach * 0.16);
            path.line_to(right, y + reach);
            path.close();
        }
        Ground::Awning => {
            let (left, right) = (x - reach, x + reach);
            path.move_to(left + reach * 0.16, y - reach);
            path.line_to(right - reach * 0.16, y - reach);
            path.line_to(right, y - reach * 0.46);
            path.line_to(right - reach * 0.1, y - reach * 0.4);
            path.line_to(right - reach * 0.1, y + reach);
            path.line_to(left + reach * 0.1, y + reach);
            path.line_to(left + reach * 0.1, y - reach * 0.4);
            path.line_to(left, y - reach * 0.46);
            path.close();
        }
    }
    path.finish()
}

/// Cut paper in the colours of the ground, the mark large on it.
fn sheet(drawing: &Drawing) -> Option<Pixmap> {
    let mut canvas = Pixmap::new(SIDE, SIDE)?;
    let side = SIDE as f32;
    let colours = &drawing.colours;
    canvas.fill(colours.ground.opaque());
    let mut sun = PathBuilder::new();
    sun.push_circle(side * 0.52, side * 0.48, side * 0.36);
    fill(&mut canvas, &sun.finish()?, colours.ground.towards(PAPER, 34));
    hill(&mut canvas, (side, side), 0.78, colours.ground.towards(Rgb(0, 0, 0), 12));
    marks::draw(&mut canvas, &drawing.mark, colours, (side * 0.22, side * 0.2), side * 0.58);
    Some(canvas)
}

/// Hills under a low sun, and the mark before it.
fn scene(drawing: &Drawing) -> Option<Pixmap> {
    let (width, height) = SCENE;
    let mut canvas = Pixmap::new(width, height)?;
    let size = (width as f32, height as f32);
    let Colours { ground, mark, accent } = drawing.colours;
    let ink = if ground.brightness() < mark.brightness() { ground } else { mark };
    canvas.fill(ink.towards(PAPER, 84).opaque());
    let sunlight = accent.towards(PAPER, 35);
    let mut sun = PathBuilder::new();
    sun.push_circle(size.0 * 0.5, size.1 * 0.5, size.1 * 0.42);
    fill(&mut canvas, &sun.finish()?, sunlight);
    hill(&mut canvas, size, 0.7, ink.towards(PAPER, 45));
    let colours = Colours { mark: ink, accent: PAPER, ground: sunlight };
    let side = size.1 * 0.62;
    let corner = ((size.0 - side) / 2.0, size.1 * 0.16);
    marks::draw(&mut canvas, &drawing.mark, &colours, corner, side);
    hill(&mut canvas, size, 0.86, ink);
    Some(canvas)
}

/// A hill across the picture; `top` is where its ridge begins.
fn hill(canvas: &mut Pixmap, size: (f32, f32), top: f32, colour: Rgb) {
    let (width, height) = size;
    let mut path = PathBuilder::new();
    path.move_to(0.0, height * top);
    path.cubic_to(
        width * 0.3,
        height * (top - 0.16),
        width * 0.55,
        height * (top + 0.18),
        width,
        height * (top - 0.06),
    );
    path.line_to(width, height);
    path.line_to(0.0, height);
    path.close();
    if let Some(path) = path.finish() {
        fill(canvas, &path, colour);
    }
}

fn fill(canvas: &mut Pixmap, path: &tiny_skia::Path, colour: Rgb) {
    canvas.fill_path(path, &paint(colour), FillRule::Winding, Transform::identity(), None);
}

fn paint(colour: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour.opaque());
    paint
}
