// Activating somebody who isn't complete leads to their form, with what is missing marked in it.
import { useEffect, useEffectEvent } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";

type Missing = Record<string, string>;

/** What the way to the form carries along. */
export function missingState(missing: Missing) {
  return { missing };
}

function missingOf(state: unknown): Missing {
  if (typeof state !== "object" || state === null || !("missing" in state)) return {};
  const { missing } = state;
  return typeof missing === "object" && missing !== null ? (missing as Missing) : {};
}

/** Marks the fields that were missing when somebody tried to activate. Says whether that is why they are here. */
export function useMissing<Values extends FieldValues>(form: UseFormReturn<Values>): boolean {
  const missing = missingOf(useLocation().state);
  const fields = Object.entries(missing);
  const mark = useEffectEvent(() => {
    for (const [path, message] of fields) form.setError(path as Path<Values>, { type: "server", message });
  });
  const isAsked = fields.length > 0;
  useEffect(() => {
    if (isAsked) mark();
  }, [isAsked]);
  return isAsked;
}
