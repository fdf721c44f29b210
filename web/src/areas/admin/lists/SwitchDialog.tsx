import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "@/i18n";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";

/** The word of the calls that switch something. They set the state, they don't flip it. */
export type Status = "activate" | "deactivate";

interface SwitchDialogProps {
  name: string;
  isActive: boolean;
  /** What comes of it. */
  children: ReactNode;
  onSwitch: (status: Status) => Promise<unknown>;
  /** Deals with a failure in its own way, instead of the message that would be shown. */
  onFailure?: ((error: Error) => void) | undefined;
  onClose: () => void;
}

/** Switches one thing on or off, once somebody has read what will happen to which thing. */
export function SwitchDialog({ name, isActive, children, onSwitch, onFailure, onClose }: SwitchDialogProps) {
  const status: Status = isActive ? "deactivate" : "activate";
  const mutation = useMutation({
    mutationFn: onSwitch,
    ...(onFailure && { onError: onFailure, meta: { showsItsOwnErrors: true } }),
    onSuccess: () => toast.success(isActive ? m.lists_deactivated() : m.lists_activated()),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isActive ? m.lists_deactivate_title({ name }) : m.lists_activate_title({ name })}
      confirmLabel={isActive ? m.lists_deactivate() : m.lists_activate()}
      isDangerous={isActive}
      mutation={mutation}
      variables={status}
    >
      {children}
    </ConfirmDialog>
  );
}
