import type { Locale } from "@/i18n";
import type { LegalText } from "./text";

export type LegalTextName =
  "about" | "privacy-policy" | "eula" | "terms-of-use" | "shipping-policy" | "refund-policy";

// Each text in each language is a file of its own, loaded on demand.
const texts = import.meta.glob<LegalText>("./texts/*.md", { import: "default" });

export async function loadLegalText(name: LegalTextName, locale: Locale): Promise<LegalText> {
  const load = texts[`./texts/${name}.${locale}.md`];
  if (!load) throw new Error(`There is no legal text ${name} in ${locale}`);
  return load();
}
