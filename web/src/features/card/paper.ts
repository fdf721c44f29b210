/** Returns the paper size that is common for a browser language: Letter in North America, A4 elsewhere. */
export function paperSizeOf(language: string): "letter" | "a4" {
  const region = /-([A-Z]{2})\b/.exec(language)?.[1];
  return region === undefined || ["CA", "US", "MX"].includes(region) ? "letter" : "a4";
}
