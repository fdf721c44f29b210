//! Draws gift cards in the design of the web pages, for link previews, emails and print. Callers
//! pass the content. The types for a card's front have no field for the card's secret code.

mod art;
mod cache;
mod card;
mod colour;
mod fonts;
mod held;
mod look;
mod monogram;
mod poster;
mod preview;

pub use cache::PictureCache;
pub use card::{Card, Emblem, Ribbon, WIDTH as CARD_WIDTH};
pub use colour::{hue_of_name, plain_colours};
pub use held::{Dedication, HeldCard, Paper};
pub use poster::{Poster, PosterCause, PosterSheet};
pub use preview::{HEIGHT, Preview, WIDTH};

/// Version of the drawings, part of the URLs of cached pictures. Increase it when a drawing
/// changes.
pub const EDITION: u32 = 1;
