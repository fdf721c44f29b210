// Activating and deactivating records: label, chip, filter, menu action and confirmation.
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { To } from "react-router";
import { untilAnswered } from "@/api/repeat";
import { m } from "@/i18n";
import { choiceFilter, type Filter } from "@/shared/table/filters";
import { StatusChip } from "@/ui/list/Chip";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import type { MenuAction } from "@/ui/rich/ActionMenu";
import { toast } from "@/ui/overlay/toast";

/** Returns "active" or "inactive"; in French it agrees with the noun's gender. */
export function activeWord(isActive: boolean, isFeminine = false): string {
  if (isFeminine) return isActive ? m.lists_active_feminine() : m.lists_inactive_feminine();
  return isActive ? m.lists_active() : m.lists_inactive();
}

interface ActiveChipProps {
  isActive: boolean;
  isFeminine?: boolean | undefined;
}

export function ActiveChip({ isActive, isFeminine }: ActiveChipProps) {
  return <StatusChip isOn={isActive}>{activeWord(isActive, isFeminine)}</StatusChip>;
}

/** Filter by active or inactive. */
export function activeFilter(isFeminine?: boolean): Filter {
  return choiceFilter({
    name: "isActive",
    label: m.lists_state,
    everything: m.lists_any_state,
    choices: () => [
      { value: "true", text: activeWord(true, isFeminine) },
      { value: "false", text: activeWord(false, isFeminine) },
    ],
  });
}

/** Menu action that asks whether to activate or deactivate the record. */
export function switchAction(isActive: boolean, run: () => void): MenuAction {
  return isActive
    ? { label: m.lists_deactivate(), icon: "circle-x", isDangerous: true, run }
    : { label: m.lists_activate(), icon: "circle-check", run };
}

/** Menu action that opens the record's form beside the list. */
export function editAction(to: To): MenuAction {
  return { label: m.lists_edit(), icon: "pencil", to, isBeside: true };
}

/** Path parameter of status calls. They set the state rather than toggle it. */
export type Status = "activate" | "deactivate";

interface SwitchTexts {
  title: (of: { name: string }) => string;
  confirm: () => string;
  done: () => string;
}

const ACTIVATING: SwitchTexts = {
  title: m.lists_activate_title,
  confirm: m.lists_activate,
  done: m.lists_activated,
};

const DEACTIVATING: SwitchTexts = {
  title: m.lists_deactivate_title,
  confirm: m.lists_deactivate,
  done: m.lists_deactivated,
};

interface SwitchDialogProps {
  name: string;
  isActive: boolean;
  /** Texts for activating, if it means more than that here. */
  activating?: SwitchTexts | undefined;
  /** Effect of the change. */
  children: ReactNode;
  onSwitch: (status: Status) => Promise<unknown>;
  /** Handles a failure instead of the usual message. */
  onFailure?: ((error: Error) => void) | undefined;
  onClose: () => void;
}

/** Dialog that activates or deactivates a record, after showing the effect. */
export function SwitchDialog({
  name,
  isActive,
  activating = ACTIVATING,
  children,
  onSwitch,
  onFailure,
  onClose,
}: SwitchDialogProps) {
  // Keep the initial texts: a refetch may change the record before the dialog has closed.
  const [wasActive] = useState(isActive);
  const [words] = useState(wasActive ? DEACTIVATING : activating);
  const [consequence] = useState(children);
  const status: Status = wasActive ? "deactivate" : "activate";
  const mutation = useMutation({
    mutationFn: (wanted: Status) => untilAnswered(() => onSwitch(wanted)),
    ...(onFailure && { onError: onFailure, meta: { showsItsOwnErrors: true } }),
    onSuccess: () => toast.success(words.done()),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.title({ name })}
      confirmLabel={words.confirm()}
      isDangerous={wasActive}
      mutation={mutation}
      variables={status}
    >
      {consequence}
    </ConfirmDialog>
  );
}
