import { factsOf } from "../../scripts/brands.ts";

/** Brands that the stories open. */
export type BrandKey = "funray" | "rayzr";

/** Returns a brand's way of drawing, which the keys of its landing page's messages name. */
export const styleOf = (brand: BrandKey) => factsOf(brand).style;
