import { m } from "@/i18n";
import { clearRegion } from "@/session/region";
import { toast } from "@/ui/overlay/toast";

/** Clears a chosen region that no longer exists and shows a message. */
export function clearRemovedRegion(): void {
  clearRegion();
  toast.info(m.shell_region_gone());
}
