// How long a new password is, as the server has it.
export const SHORTEST_PASSWORD = 6;
/** Of whoever has any role above a customer's. */
export const SHORTEST_OF_STAFF = 8;
const LONGEST_PASSWORD = 100;

export function isPasswordLength(text: string, least: number): boolean {
  // By characters, as the server counts; `length` counts some of them twice.
  const { length } = Array.from(text.normalize());
  return length >= least && length <= LONGEST_PASSWORD;
}
