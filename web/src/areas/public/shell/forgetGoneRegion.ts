import { m } from "@/i18n";
import { forgetRegion } from "@/session/region";
import { toast } from "@/ui/toast";

/** Forgets a region that is not offered any more, and says so. */
export function forgetGoneRegion(): void {
  forgetRegion();
  toast.info(m.shell_region_gone());
}
