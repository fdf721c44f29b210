import { errorText } from "@/api/error";
import { toast } from "@/ui/toast";

/** Says what went wrong with something that was read, where no place on the page does. */
export function tellError(error: unknown): void {
  const text = errorText(error);
  if (text !== undefined) toast.error(text);
}
