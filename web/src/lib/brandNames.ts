/** What each brand is called on the pages of the other one. */
const names: Record<string, string> = { funray: "FunRay", rayzr: "RayZR" };

export function brandName(slug: string): string {
  return names[slug] ?? slug;
}
