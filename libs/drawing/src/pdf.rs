//! Writes a drawing as PDF. Shapes stay vectors, so the page prints as sharply as the printer can.

use std::sync::Arc;

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{
    Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr, types::FunctionShadingType,
};
use tiny_skia::{FillRule, Path, PathSegment, Point, Transform};

use crate::{Colour, Drawing, Ink, Paint, Pixels};

impl Drawing {
    /// Returns the page as a PDF with one point per unit. The PDF has no scripts and needs no
    /// fonts, because text is drawn as shapes.
    pub fn pdf(&self, title: &str, language: &str) -> Vec<u8> {
        let mut parts = Parts::new();
        let mut content = Content::new();
        content.transform([1.0, 0.0, 0.0, -1.0, 0.0, self.height]);
        for stroke in &self.strokes {
            content.save_state();
            if let Some(shape) = &stroke.within {
                outline(&mut content, shape);
                content.clip_nonzero().end_path();
            }
            match &stroke.ink {
                Ink::Fill(path, paint, rule) => parts.fill(&mut content, path, *paint, *rule),
                Ink::Picture(pixels, place) => parts.show(&mut content, pixels, *place),
            }
            content.restore_state();
        }
        parts.finish(self, &content.finish(), (title, language))
    }
}

/// The PDF and its resources, to which the page refers by name.
struct Parts {
    pdf: Pdf,
    next: i32,
    shadings: Vec<Ref>,
    /// Opacities in hundredths. The index of an opacity gives its name in the PDF.
    opacities: Vec<(u8, Ref)>,
    pictures: Vec<(Arc<Pixels>, Ref)>,
}

impl Parts {
    fn new() -> Parts {
        let (shadings, opacities, pictures) = (Vec::new(), Vec::new(), Vec::new());
        Parts { pdf: Pdf::new(), next: 0, shadings, opacities, pictures }
    }

    fn reference(&mut self) -> Ref {
        self.next += 1;
        Ref::new(self.next)
    }

    fn fill(&mut self, content: &mut Content, path: &Path, paint: Paint, rule: FillRule) {
        match paint {
            Paint::Plain(colour) => {
                if colour.opacity < 1.0 {
                    let name = self.opacity(colour.opacity);
                    content.set_parameters(Name(name.as_bytes()));
                }
                let [red, green, blue] = parts(colour);
                content.set_fill_rgb(red, green, blue);
                outline(content, path);
                match rule {
                    FillRule::Winding => content.fill_nonzero(),
                    FillRule::EvenOdd => content.fill_even_odd(),
                };
            }
            Paint::Gradient { from, to, colours } => {
                let name = self.shading(from, to, colours);
                outline(content, path);
                content.clip_nonzero().end_path();
                content.shading(Name(name.as_bytes()));
            }
        }
    }

    fn opacity(&mut self, opacity: f32) -> String {
        let hundredths = (opacity * 100.0).round() as u8;
        if self.opacities.iter().all(|(known, _)| *known != hundredths) {
            let id = self.reference();
            self.pdf.ext_graphics(id).non_stroking_alpha(f32::from(hundredths) / 100.0);
            self.opacities.push((hundredths, id));
        }
        format!("O{hundredths}")
    }

    fn shading(&mut self, from: (f32, f32), to: (f32, f32), colours: [Colour; 2]) -> String {
        let (function, id) = (self.reference(), self.reference());
        let mut mixing = self.pdf.exponential_function(function);
        mixing.domain([0.0, 1.0]).c0(parts(colours[0])).c1(parts(colours[1])).n(1.0);
        mixing.finish();
        let mut shading = self.pdf.function_shading(id);
        shading.shading_type(FunctionShadingType::Axial);
        shading.color_space().device_rgb();
        shading.coords([from.0, from.1, to.0, to.1]).function(function).extend([true, true]);
        shading.finish();
        self.shadings.push(id);
        format!("S{}", self.shadings.len() - 1)
    }

    fn show(&mut self, content: &mut Content, pixels: &Arc<Pixels>, place: Transform) {
        let known = self.pictures.iter().position(|(other, _)| Arc::ptr_eq(other, pixels));
        let at = known.unwrap_or_else(|| {
            let id = self.picture(pixels);
            self.pictures.push((pixels.clone(), id));
            self.pictures.len() - 1
        });
        let (width, height) = (pixels.width as f32, pixels.height as f32);
        let Transform { sx, kx, ky, sy, tx, ty } = place;
        // In PDF, an image is one unit wide and high, with its origin in the lower left corner.
        content.transform([
            sx * width,
            ky * width,
            -kx * height,
            -sy * height,
            kx * height + tx,
            sy * height + ty,
        ]);
        content.x_object(Name(format!("P{at}").as_bytes()));
    }

    /// Adds the colours and the opacity mask of a picture to the PDF. Returns the reference to the
    /// picture.
    fn picture(&mut self, pixels: &Pixels) -> Ref {
        let (id, mask) = (self.reference(), self.reference());
        let all = pixels.rgba.chunks_exact(4);
        let colours: Vec<u8> =
            all.clone().flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        let opacities: Vec<u8> = all.map(|pixel| pixel[3]).collect();
        let (width, height) = (pixels.width as i32, pixels.height as i32);
        let colours = packed(&colours);
        let mut picture = self.pdf.image_xobject(id, &colours);
        picture.filter(Filter::FlateDecode);
        picture.width(width).height(height).bits_per_component(8);
        picture.color_space().device_rgb();
        picture.s_mask(mask);
        picture.finish();
        let opacities = packed(&opacities);
        let mut shown = self.pdf.image_xobject(mask, &opacities);
        shown.filter(Filter::FlateDecode);
        shown.width(width).height(height).bits_per_component(8);
        shown.color_space().device_gray();
        shown.finish();
        id
    }

    fn finish(mut self, drawing: &Drawing, content: &[u8], said: (&str, &str)) -> Vec<u8> {
        let [catalog, pages, page, stream, info] = std::array::from_fn(|_| self.reference());
        let mut root = self.pdf.catalog(catalog);
        root.pages(pages).lang(TextStr(said.1));
        root.viewer_preferences().display_doc_title(true);
        root.finish();
        self.pdf.document_info(info).title(TextStr(said.0));
        self.pdf.pages(pages).kids([page]).count(1);
        let mut leaf = self.pdf.page(page);
        leaf.media_box(Rect::new(0.0, 0.0, drawing.width, drawing.height));
        leaf.parent(pages).contents(stream);
        let mut resources = leaf.resources();
        let mut opacities = resources.ext_g_states();
        for (hundredths, id) in &self.opacities {
            opacities.pair(Name(format!("O{hundredths}").as_bytes()), *id);
        }
        opacities.finish();
        let mut shadings = resources.shadings();
        for (at, id) in self.shadings.iter().enumerate() {
            shadings.pair(Name(format!("S{at}").as_bytes()), *id);
        }
        shadings.finish();
        let mut pictures = resources.x_objects();
        for (at, (_, id)) in self.pictures.iter().enumerate() {
            pictures.pair(Name(format!("P{at}").as_bytes()), *id);
        }
        pictures.finish();
        resources.finish();
        leaf.finish();
        self.pdf.stream(stream, &packed(content)).filter(Filter::FlateDecode);
        self.pdf.finish()
    }
}

fn parts(colour: Colour) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_else(|_| unreachable!("memory takes what is written"))
}

fn outline(content: &mut Content, path: &Path) {
    let mut at = Point::zero();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                at = to;
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                at = to;
            }
            // PDF has only cubic curves, so the quadratic curve is converted.
            PathSegment::QuadTo(by, to) => {
                let third = |end: Point| {
                    (end.x + (by.x - end.x) * 2.0 / 3.0, end.y + (by.y - end.y) * 2.0 / 3.0)
                };
                let (first, second) = (third(at), third(to));
                content.cubic_to(first.0, first.1, second.0, second.1, to.x, to.y);
                at = to;
            }
            PathSegment::CubicTo(first, second, to) => {
                content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                at = to;
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{circle, rectangle};

    #[test]
    fn pdf_holds_shapes_and_pictures_of_one_page() {
        let mut page = Drawing::new(100.0, 50.0);
        page.keep_within(circle(50.0, 25.0, 20.0));
        page.fill(rectangle(0.0, 0.0, 100.0, 50.0), Colour::new(0xff0000).faded(0.5));
        let paint =
            Paint::Gradient { from: (0.0, 0.0), to: (9.0, 9.0), colours: [Colour::new(0); 2] };
        page.fill(rectangle(0.0, 0.0, 9.0, 9.0), paint);
        let pixels = Arc::new(Pixels { width: 1, height: 1, rgba: vec![1, 2, 3, 4] });
        page.picture(&pixels, (0.0, 0.0), 10.0);
        page.picture(&pixels, (20.0, 0.0), 10.0);
        let pdf = page.pdf("A card", "en");
        assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(&pdf).into_owned();
        for part in ["/MediaBox [0 0 100 50]", "/O50", "/S0", "/P0", "/SMask", "/Lang (en)"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("/P1"), "a picture is kept once");
        assert!(!text.contains("/JavaScript") && !text.contains("/URI"));
    }
}
