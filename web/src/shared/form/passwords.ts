// Password lengths, as the server checks them.
export const MIN_PASSWORD_LENGTH = 6;
/** Minimum length for users with any role above customer. */
export const MIN_STAFF_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 100;

export function isPasswordLength(text: string, least: number): boolean {
  // Count characters, as the server does: `length` counts some of them twice.
  const { length } = Array.from(text.normalize());
  return length >= least && length <= MAX_PASSWORD_LENGTH;
}
