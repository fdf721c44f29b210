import { m } from "@/i18n";
import { forgetRegion } from "@/session/region";
import { toast } from "@/ui/overlay/toast";

/** Clears a chosen region that no longer exists and shows a message. */
export function forgetGoneRegion(): void {
  forgetRegion();
  toast.info(m.shell_region_gone());
}
