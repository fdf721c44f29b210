import { m } from "@/i18n";
import { StatusChip } from "@/ui/Chip";
import type { User } from "./queries";

/** Whether somebody can work in this role, and if not, what stands in the way. */
export function ActiveChip({ user }: { user: User }) {
  if (user.lockoutEnabled) return <StatusChip isOn={false}>{m.lists_inactive()}</StatusChip>;
  if (!user.roleIsActive) {
    return (
      <StatusChip isOn={false} tone="warning">
        {m.users_role_inactive()}
      </StatusChip>
    );
  }
  return <StatusChip isOn>{m.lists_active()}</StatusChip>;
}
