/** Brands that the stories open. */
export type BrandKey = "funray" | "rayzr";
