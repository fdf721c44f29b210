/** Router state for the sign-in page after a person has set their first password. */
export const PASSWORD_SET = { isPasswordSet: true };

export function isPasswordSet(state: unknown): boolean {
  return (state as Partial<typeof PASSWORD_SET> | null)?.isPasswordSet === true;
}
