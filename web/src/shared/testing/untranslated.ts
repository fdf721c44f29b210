import type { ZodMiniType } from "zod/mini";
import { renderIn } from "@/i18n";

function messagesOf(schema: ZodMiniType, values: unknown): string[] {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

/** Returns messages that are equal in English and French; there should be none. */
export function untranslated(makeSchema: () => ZodMiniType, values: unknown): string[] {
  renderIn("en");
  const english = messagesOf(makeSchema(), values);
  renderIn("fr");
  const french = messagesOf(makeSchema(), values);
  renderIn("en");
  if (english.length === 0 || french.length !== english.length) return ["not the same rules"];
  return english.filter((message) => french.includes(message));
}
