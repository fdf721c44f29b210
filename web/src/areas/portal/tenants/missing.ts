// Activating a tenant with missing fields leads to its form, where they are marked.
import { useEffect, useEffectEvent } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { getLocale, m } from "@/i18n";

type Missing = Record<string, string>;

/** Navigation state with the missing fields. */
export function missingState(missing: Missing) {
  return { missing };
}

function missingOf(state: unknown): Missing {
  if (typeof state !== "object" || state === null || !("missing" in state)) return {};
  const { missing } = state;
  return typeof missing === "object" && missing !== null ? (missing as Missing) : {};
}

/** Labels of the fields that may be missing. */
const labels: Record<string, () => string> = {
  categoryId: m.field_category,
  organizationId: m.field_organization_type,
  regionId: m.tenants_region,
  institutionNumber: m.tenants_institution_number,
  transitNumber: m.tenants_transit_number,
  accountNumber: m.tenants_account_number,
  cardAmount: m.tenants_card_amount,
};

export const BANK_FIELDS: ReadonlySet<string> = new Set([
  "institutionNumber",
  "transitNumber",
  "accountNumber",
]);

function messageFor(path: string, said: string): string {
  const label = labels[path];
  return label ? m.form_required({ field: label() }) : said;
}

/** Formats the missing fields as a list in a sentence. */
export function missingFieldsText(paths: readonly string[]): string {
  return new Intl.ListFormat(getLocale()).format(paths.map((path) => labels[path]?.() ?? path));
}

/**
 * Marks the fields that were missing when the user tried to activate. Returns whether there are
 * any.
 */
export function useMissing<Values extends FieldValues>(form: UseFormReturn<Values>): boolean {
  const missing = missingOf(useLocation().state);
  const fields = Object.entries(missing);
  const mark = useEffectEvent(() => {
    for (const [path, said] of fields) {
      form.setError(path as Path<Values>, { type: "server", message: messageFor(path, said) });
    }
  });
  const isAsked = fields.length > 0;
  useEffect(() => {
    if (isAsked) mark();
  }, [isAsked]);
  return isAsked;
}
