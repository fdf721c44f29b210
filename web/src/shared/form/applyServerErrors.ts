import { get, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { ApiError, isCancelled } from "@/api/error";

/**
 * Shows the server's messages at the fields that they name. Sets `isMarked` if this form has all of
 * these fields; otherwise a toast shows the error as well. Ignores cancelled calls.
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
