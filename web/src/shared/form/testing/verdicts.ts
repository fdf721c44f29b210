import type { ZodMiniType } from "zod/mini";

/** What a form's rules say about its values: the first message of each wrong field, by the field's path. */
export function verdicts(schema: ZodMiniType, values: unknown): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}
