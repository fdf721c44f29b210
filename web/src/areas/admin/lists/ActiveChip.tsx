import { m } from "@/i18n";
import { StatusChip } from "@/ui/Chip";

/** Whether something is switched on. */
export function ActiveChip({ isActive }: { isActive: boolean }) {
  return <StatusChip isOn={isActive}>{isActive ? m.lists_active() : m.lists_inactive()}</StatusChip>;
}
