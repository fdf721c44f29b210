//! Background and text colours for pictures of each brand.

use drawing::Colour;

use kernel::brand::Brand;

pub struct Look {
    pub ground: Colour,
    pub ink: Colour,
    pub soft: Colour,
    pub name: Colour,
}

impl Look {
    pub fn of(brand: Brand) -> Look {
        match brand {
            Brand::FunRay => Look {
                ground: Colour::new(0xfff9ef),
                ink: Colour::new(0x1d2b2a),
                soft: Colour::new(0x394846),
                name: Colour::new(0x0f5d4e),
            },
            Brand::RayZr => Look {
                ground: Colour::new(0x0a0f1f),
                ink: Colour::new(0xf6f7fb),
                soft: Colour::new(0xbac3db),
                name: Colour::new(0xf6f7fb),
            },
        }
    }
}
