import type { ZodMiniType } from "zod/mini";

/** Returns the first message of each invalid field, by the field's path. */
export function verdicts(schema: ZodMiniType, values: unknown): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}

// Messages of rules that many forms share.
export const required = (label: string) => `${label} field is required.`;
export const badEmail = "Email is not in correct format.";
export const badPhone = "Invalid phone number.";
