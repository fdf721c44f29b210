//! Draws gift cards with the design of the pages, for link previews, emails and print. Callers pass
//! the content; the types of a card's front have no field for a code.

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
pub use poster::{Poster, PosterSheet};
pub use preview::{HEIGHT, Preview, WIDTH};

/// Version of the drawings in cached picture URLs. Raise it when a drawing changes.
pub const EDITION: u32 = 1;
