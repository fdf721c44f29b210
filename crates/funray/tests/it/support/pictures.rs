//! Makes valid and invalid picture files for upload tests.

use std::io::Cursor;

use image::{DynamicImage, Rgba, RgbaImage};

/// Returns a PNG picture of a mark in one colour on a white background.
pub fn png(width: u32, height: u32, colour: [u8; 3]) -> Vec<u8> {
    let [r, g, b] = colour;
    let picture = RgbaImage::from_fn(width, height, |x, y| {
        let is_mark = x * 2 >= width / 2 && y * 2 >= height / 2;
        if is_mark { Rgba([r, g, b, 255]) } else { Rgba([255, 255, 255, 255]) }
    });
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(picture).write_to(&mut bytes, image::ImageFormat::Png).expect("a PNG");
    bytes.into_inner()
}

/// Returns a PNG chunk: its length, name, data and checksum.
pub fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [name.as_slice(), data].concat();
    let length = u32::try_from(data.len()).expect("short").to_be_bytes();
    [length.as_slice(), &named, &checksum(&named).to_be_bytes()].concat()
}

/// Inserts a chunk directly after the header chunk of a PNG picture.
pub fn with_chunk(png: &[u8], chunk: &[u8]) -> Vec<u8> {
    // Bytes of the PNG signature, and of the length, name, data (13) and checksum of the header
    // chunk.
    let (head, rest) = png.split_at(8 + 4 + 4 + 13 + 4);
    [head, chunk, rest].concat()
}

/// Replaces the width and height in the header of a PNG picture, but not the pixels.
pub fn claiming(png: &[u8], width: u32, height: u32) -> Vec<u8> {
    let data = [&width.to_be_bytes()[..], &height.to_be_bytes(), &png[24..29]].concat();
    [&png[..8], &chunk(b"IHDR", &data), &png[33..]].concat()
}

fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}
