// Password lengths, as the server checks them.
export const SHORTEST_PASSWORD = 6;
/** Minimum length for users with any role above customer. */
export const SHORTEST_OF_STAFF = 8;
const LONGEST_PASSWORD = 100;

export function isPasswordLength(text: string, least: number): boolean {
  // Count characters, as the server does: `length` counts some of them twice.
  const { length } = Array.from(text.normalize());
  return length >= least && length <= LONGEST_PASSWORD;
}
