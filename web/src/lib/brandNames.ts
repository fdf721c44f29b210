/** Names of the brands. */
const names: Record<string, string> = { funray: "FunRay", rayzr: "RayZR" };

export function brandName(slug: string): string {
  return names[slug] ?? slug;
}
