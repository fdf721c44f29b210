import { errorText } from "@/api/error";
import { toast } from "@/ui/overlay/toast";

/** Shows a toast for a failed read, if the page has no place for the error. */
export function showErrorToast(error: unknown): void {
  const text = errorText(error);
  if (text !== undefined) toast.error(text);
}
