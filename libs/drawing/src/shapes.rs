//! Outlines of basic shapes.

use tiny_skia::{Path, PathBuilder, Rect};

/// Length of the Bézier handles that draw a quarter circle of radius 1.
const ARC: f32 = 0.552_285;

pub fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Option<Path> {
    Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect)
}

pub fn circle(x: f32, y: f32, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(x, y, radius)
}

/// Returns a rectangle with rounded corners.
pub fn rounded(x: f32, y: f32, width: f32, height: f32, corner: f32) -> Option<Path> {
    let r = corner.min(width / 2.0).min(height / 2.0);
    let (right, bottom, handle) = (x + width, y + height, r * (1.0 - ARC));
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - handle, y, right, y + handle, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - handle, right - handle, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + handle, bottom, x, bottom - handle, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + handle, x + handle, y, x + r, y);
    path.close();
    path.finish()
}

/// Parses an SVG path of straight lines: the commands `M`, `L`, `H`, `V`, `Z`, also in lower case.
/// Returns `None` for any other command.
pub fn polygons(words: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (mut x, mut y, mut begun) = (0.0_f32, 0.0_f32, (0.0_f32, 0.0_f32));
    let (mut command, mut rest) = ('M', words.trim_start());
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphabetic() {
            command = first;
            rest = rest[1..].trim_start();
            if command.eq_ignore_ascii_case(&'z') {
                path.close();
                (x, y) = begun;
                continue;
            }
        }
        let base = if command.is_ascii_lowercase() { (x, y) } else { (0.0, 0.0) };
        match command.to_ascii_uppercase() {
            'M' | 'L' => {
                x = base.0 + number(&mut rest)?;
                y = base.1 + number(&mut rest)?;
            }
            'H' => x = base.0 + number(&mut rest)?,
            'V' => y = base.1 + number(&mut rest)?,
            _ => return None,
        }
        if command.eq_ignore_ascii_case(&'m') {
            path.move_to(x, y);
            begun = (x, y);
            command = if command == 'm' { 'l' } else { 'L' };
        } else {
            path.line_to(x, y);
        }
    }
    path.finish()
}

/// Removes the first number and the separator after it from `rest` and returns the number.
fn number(rest: &mut &str) -> Option<f32> {
    let ends = |(at, letter): (usize, char)| {
        let is_sign = at == 0 && letter == '-';
        let is_second_point = letter == '.' && rest[..at].contains('.');
        !(is_sign || letter.is_ascii_digit() || letter == '.') || is_second_point
    };
    let end = rest.char_indices().find(|place| ends(*place)).map_or(rest.len(), |(at, _)| at);
    let value = rest[..end].parse().ok()?;
    *rest = rest[end..].trim_start_matches([' ', ',']);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(words: &str) -> [f32; 4] {
        let bounds = polygons(words).expect("a path").bounds();
        [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
    }

    #[test]
    fn polygons_reads_straight_lines_however_they_are_written() {
        for words in [
            "M1 2L5 2 5 8 1 8z",
            "M1,2h4v6H1z",
            "m1 2 4 0 0 6-4 0z",
            "M1 2l4 0l0 6l-4 0Z",
            "M1.0 2H5V8H1",
        ] {
            assert_eq!(bounds(words), [1.0, 2.0, 5.0, 8.0], "{words}");
        }
        assert_eq!(bounds("M0 0l.5.25 0 1zM9 9h1v1z"), [0.0, 0.0, 10.0, 10.0]);
        assert_eq!(
            bounds("M4 4h4v4zm1 1h9v9z"),
            [4.0, 4.0, 14.0, 14.0],
            "a move starts at the closed one's start"
        );
        for curved in ["M0 0C1 1 2 2 3 3", "M0", "M0 x", "A", "M0 0 é"] {
            assert!(polygons(curved).is_none(), "{curved}");
        }
    }

    #[test]
    fn rounded_never_leaves_its_rectangle() {
        let bounds = rounded(1.0, 2.0, 10.0, 4.0, 99.0).expect("a path").bounds();
        assert_eq!(
            (bounds.left(), bounds.top(), bounds.right(), bounds.bottom()),
            (1.0, 2.0, 11.0, 6.0)
        );
    }
}
