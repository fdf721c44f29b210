//! Pictures that a drawing contains, decoded from PNGs that the program itself has encoded.

use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Transformations};

/// Maximum memory for decoding a picture, in bytes. The largest stored picture has 1536 pixels on a
/// side.
const MAX_BYTES: usize = 32 << 20;

/// Pixels of a picture, as four bytes each: red, green, blue and opacity, not premultiplied.
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub(crate) rgba: Vec<u8>,
}

impl Pixels {
    /// Decodes a PNG. Returns `None` if it is invalid or too large.
    pub fn read(png: &[u8]) -> Option<Pixels> {
        let mut decoder = Decoder::new_with_limits(Cursor::new(png), Limits { bytes: MAX_BYTES });
        decoder
            .set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
        let mut reader = decoder.read_info().ok()?;
        let size = reader.output_buffer_size().filter(|size| *size <= MAX_BYTES)?;
        let mut bytes = vec![0; size];
        let frame = reader.next_frame(&mut bytes).ok()?;
        bytes.truncate(frame.buffer_size());
        let rgba = match frame.color_type {
            ColorType::Rgba => bytes,
            ColorType::GrayscaleAlpha => bytes
                .chunks_exact(2)
                .flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]])
                .collect(),
            _ => return None,
        };
        Some(Pixels { width: frame.width, height: frame.height, rgba })
    }
}
