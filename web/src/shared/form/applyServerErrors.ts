import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/api/error";

/**
 * Puts what the server says about single fields under those fields. A failure that names no field of this form
 * is told where all failures are told.
 */
export function applyServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): void {
  if (!(error instanceof ApiError)) throw error;
  for (const [path, message] of Object.entries(error.fields)) {
    form.setError(path as Path<Values>, { type: "server", message });
  }
}
