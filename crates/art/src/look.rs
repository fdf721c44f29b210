//! Background and text colours for pictures of each brand.

use drawing::Colour;

use kernel::brand::{self, Brand, Style};

/// Converts a colour of the brand's folder for drawing.
pub fn printed(colour: &brand::Colour) -> Colour {
    Colour::new(colour.number())
}

pub struct Look {
    pub ground: Colour,
    pub ink: Colour,
    pub soft: Colour,
    pub name: Colour,
}

impl Look {
    pub fn of(brand: Brand) -> Look {
        let colours = brand.colours();
        let (theme, name) = match brand.style() {
            Style::Paper => (&colours.light, &colours.light.brand),
            Style::Night => (&colours.dark, &colours.dark.ink),
        };
        Look {
            ground: printed(&theme.ground),
            ink: printed(&theme.ink),
            soft: printed(&theme.ink_soft),
            name: printed(name),
        }
    }
}
