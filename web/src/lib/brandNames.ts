/** Returns the name of a brand. */
export function brandName(slug: string): string {
  return ALL_BRANDS.find((each) => each.slug === slug)?.name ?? slug;
}

/** Returns the first brand whose cards support causes, or the first whose cards don't. */
export function brandThat(hasCauses: boolean) {
  return ALL_BRANDS.find((each) => each.hasCauses === hasCauses);
}
