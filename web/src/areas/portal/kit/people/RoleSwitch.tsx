import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { roleName } from "@/features/people/roleName";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Switch } from "@/ui/form/Switch";
import { toast } from "@/ui/overlay/toast";
import { USERS, type User } from "./queries";

/**
 * Button that activates or deactivates this role. Deactivating signs the person out, so it asks
 * first.
 */
export function RoleSwitch({ user }: { user: User }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const mutation = useMutation({
    mutationFn: (status: string) =>
      call("put", "/api/v1/Accounts/roles/{id}/status/{status}", { path: { id: user.userRoleId, status } }),
    onSuccess: async (_answer, status) => {
      await invalidate(client, USERS);
      toast.success(status === "activate" ? m.users_role_activated() : m.users_role_deactivated());
    },
  });
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email;
  const role = roleName(user.role);
  const where = user.tenantName ? m.users_role_at({ role, tenant: user.tenantName }) : role;
  return (
    <div className="mt-3">
      <Switch
        label={
          <>
            <span className="block font-semibold">
              {user.roleIsActive ? m.users_role_is_active() : m.users_role_is_inactive()}
            </span>
            <span className="block text-sm text-ink-soft">{where}</span>
          </>
        }
        checked={user.roleIsActive}
        disabled={mutation.isPending}
        onChange={() => (user.roleIsActive ? setIsAsking(true) : mutation.mutate("activate"))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.users_role_off_title({ name })}
        confirmLabel={m.users_role_off()}
        isDangerous
        mutation={mutation}
        variables={"deactivate" as const}
      >
        {m.users_role_off_text({ name, role: where })}
      </ConfirmDialog>
    </div>
  );
}
