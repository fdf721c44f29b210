import * as z from "zod/mini";
import { m } from "@/i18n";
import { optionalPicture } from "@/shared/form/richRules";
import { LONGEST_NAME, optionalText, requiredText } from "@/shared/form/rules";
import type { Category } from "./queries";

const urlTextPattern = /^[a-z\d-]*$/i;

export function categorySchema() {
  return z.object({
    text: requiredText(m.field_name(), LONGEST_NAME),
    popularName: optionalText(m.categories_popular_name(), LONGEST_NAME),
    urlText: optionalText(m.categories_url_text(), LONGEST_NAME).check(
      z.refine((text) => urlTextPattern.test(text), m.categories_url_text_wrong()),
    ),
    logoPath: optionalPicture(),
    isPopular: z.boolean(),
  });
}

export type CategoryValues = z.infer<ReturnType<typeof categorySchema>>;

export const newCategory: CategoryValues = {
  text: "",
  popularName: "",
  urlText: "",
  logoPath: "",
  isPopular: false,
};

export function valuesOf({ text, popularName, urlText, logoPath, isPopular }: Category): CategoryValues {
  return {
    text,
    popularName: popularName ?? "",
    urlText: urlText ?? "",
    logoPath: logoPath ?? "",
    isPopular,
  };
}
