import { get, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { ApiError, isCancelled } from "@/api/error";

/**
 * Puts what the server says about single fields under those fields. A failure that names a field which isn't on this form, or
 * none at all, is told where all failures are told. Who cancelled it has nothing to be told.
 */
export function applyServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): void {
  if (isCancelled(error)) return;
  if (!(error instanceof ApiError)) throw error;
  const values = form.getValues();
  error.isMarked = true;
  for (const [path, message] of Object.entries(error.fields)) {
    form.setError(path as Path<Values>, { type: "server", message });
    error.isMarked &&= get(values, path) !== undefined;
  }
}
