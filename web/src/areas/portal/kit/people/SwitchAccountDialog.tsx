import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { toast } from "@/ui/overlay/toast";
import { isSwitchedOn } from "./authority";
import { setAccountStatus, USERS, type User } from "./queries";

interface SwitchAccountDialogProps {
  user: User;
  onClose: () => void;
}

/**
 * Dialog that activates or deactivates an account; for managers, only the role in their shop. It
 * stays open until the list is updated.
 */
export function SwitchAccountDialog({ user, onClose }: SwitchAccountDialogProps) {
  const client = useQueryClient();
  const isWhole = isAdministrator(useProfile());
  const isOn = isSwitchedOn(user, isWhole);
  const mutation = useMutation({
    mutationFn: (email: string) => setAccountStatus(email, isOn ? "deactivate" : "activate"),
    onSuccess: async () => {
      await invalidate(client, USERS);
      toast.success(isOn ? m.lists_deactivated() : m.lists_activated());
    },
  });
  const who = { name: user.displayName, email: user.email };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isOn ? m.lists_deactivate_title(who) : m.lists_activate_title(who)}
      confirmLabel={isOn ? m.lists_deactivate() : m.lists_activate()}
      isDangerous={isOn}
      mutation={mutation}
      variables={user.email}
    >
      {explanation(isOn, isWhole)(who)}
    </ConfirmDialog>
  );
}

function explanation(isOn: boolean, isWhole: boolean) {
  if (isWhole) return isOn ? m.users_deactivate_text : m.users_activate_text;
  return isOn ? m.users_switch_role_off_text : m.users_switch_role_on_text;
}
