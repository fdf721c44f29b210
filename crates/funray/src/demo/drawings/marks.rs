//! The marks that stand in the demo's logos: read from a small file of shapes, drawn at any size.

use std::{collections::HashMap, sync::LazyLock};

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use super::colours::{Colours, Rgb};

const LINES: &str = include_str!("../../../assets/demo/marks.txt");

static MARKS: LazyLock<HashMap<&'static str, Vec<Part>>> = LazyLock::new(|| {
    let marks = LINES.lines().filter(|line| !line.starts_with('#'));
    marks
        .filter_map(|line| line.split_once(": "))
        .map(|(name, parts)| (name, read(parts)))
        .collect()
});

struct Part {
    colour: Role,
    /// None for a surface.
    line_width: Option<f32>,
    path: Path,
}

#[derive(Clone, Copy)]
enum Role {
    Mark,
    Accent,
    Ground,
}

impl Role {
    fn of(self, colours: &Colours) -> Rgb {
        match self {
            Role::Mark => colours.mark,
            Role::Accent => colours.accent,
            Role::Ground => colours.ground,
        }
    }
}

/// Draws a mark into the square whose corner and side are given. An unknown one leaves the square empty.
pub fn draw(canvas: &mut Pixmap, name: &str, colours: &Colours, corner: (f32, f32), side: f32) {
    let place =
        Transform::from_scale(side / 100.0, side / 100.0).post_translate(corner.0, corner.1);
    for part in MARKS.get(name).into_iter().flatten() {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(part.colour.of(colours).opaque());
        match part.line_width {
            None => canvas.fill_path(&part.path, &paint, FillRule::Winding, place, None),
            Some(width) => {
                let stroke = Stroke {
                    width,
                    line_cap: LineCap::Round,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                canvas.stroke_path(&part.path, &paint, &stroke, place, None);
            }
        }
    }
}

fn read(parts: &str) -> Vec<Part> {
    parts.split(" | ").filter_map(part).collect()
}

fn part(text: &str) -> Option<Part> {
    let (head, shapes) = text.split_once(' ')?;
    let colour = match head.chars().next()? {
        'a' => Role::Mark,
        'b' => Role::Accent,
        'g' => Role::Ground,
        _ => return None,
    };
    Some(Part { colour, line_width: head[1..].parse().ok(), path: path(shapes)? })
}

/// Reads commands, each a letter and its numbers.
fn path(text: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for command in
        text.split_inclusive(char::is_alphabetic).zip(text.split(char::is_alphabetic).skip(1))
    {
        let (letter, numbers) = command;
        let numbers: Vec<f32> =
            numbers.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        match (letter.chars().last()?, numbers.as_slice()) {
            ('M', &[x, y]) => builder.move_to(x, y),
            ('L', &[x, y]) => builder.line_to(x, y),
            ('Q', &[x1, y1, x, y]) => builder.quad_to(x1, y1, x, y),
            ('C', &[x1, y1, x2, y2, x, y]) => builder.cubic_to(x1, y1, x2, y2, x, y),
            ('Z', &[]) => builder.close(),
            ('O', &[x, y, r]) => builder.push_circle(x, y, r),
            ('E', &[x, y, rx, ry]) => {
                builder.push_oval(Rect::from_ltrb(x - rx, y - ry, x + rx, y + ry)?);
            }
            ('R', &[x, y, width, height, round]) => {
                push_box(&mut builder, (x, y, x + width, y + height), round);
            }
            _ => return None,
        }
    }
    builder.finish()
}

/// A box with rounded corners.
pub fn push_box(builder: &mut PathBuilder, sides: (f32, f32, f32, f32), round: f32) {
    let (left, top, right, bottom) = sides;
    builder.move_to(left + round, top);
    builder.line_to(right - round, top);
    builder.quad_to(right, top, right, top + round);
    builder.line_to(right, bottom - round);
    builder.quad_to(right, bottom, right - round, bottom);
    builder.line_to(left + round, bottom);
    builder.quad_to(left, bottom, left, bottom - round);
    builder.line_to(left, top + round);
    builder.quad_to(left, top, left + round, top);
    builder.close();
}

/// Whether there is a mark of this name.
pub fn is_known(name: &str) -> bool {
    MARKS.contains_key(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_mark_and_every_part_of_it_is_drawn() {
        let lines: Vec<&str> = LINES.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(MARKS.len(), lines.len());
        for line in lines {
            let (name, parts) = line.split_once(": ").expect("a name");
            assert_eq!(MARKS[name].len(), parts.split(" | ").count(), "{name}");
        }
    }

    #[test]
    fn what_is_no_shape_is_no_part() {
        for text in ["", "a", "x M1 2 L3 4", "a M1 L3 4", "a M1 2 L3 x", "a W1 2 L3 4"] {
            assert!(part(text).is_none(), "{text}");
        }
    }
}
