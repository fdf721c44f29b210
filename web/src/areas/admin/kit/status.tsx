// Switching things on and off: the word for it, the chip that says it, the filter, the action and the question before.
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { To } from "react-router";
import { m } from "@/i18n";
import { choiceFilter, type Filter } from "@/shared/table/filters";
import type { ListState } from "@/shared/table/useListState";
import { StatusChip } from "@/ui/Chip";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import type { MenuAction } from "@/ui/rich/ActionMenu";
import { toast } from "@/ui/toast";

/** Whether something is switched on, in a word. In French it agrees with what it is said of. */
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

/** Narrows a list to what is switched on, or off. */
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

/** What the filter sends; anything else in the address narrows nothing. */
export function activeOf({ filter }: Pick<ListState, "filter">): { isActive?: boolean } {
  const wanted = filter("isActive");
  return wanted === "true" || wanted === "false" ? { isActive: wanted === "true" } : {};
}

/** In the menu of a row: asks whether to switch its thing. */
export function switchAction(isActive: boolean, run: () => void): MenuAction {
  return isActive
    ? { label: m.lists_deactivate(), icon: "circle-x", isDangerous: true, run }
    : { label: m.lists_activate(), icon: "circle-check", run };
}

/** In the menu of a row: to the form of its thing, beside the list. */
export function editAction(to: To): MenuAction {
  return { label: m.lists_edit(), icon: "pencil", to, isBeside: true };
}

/** The word of the calls that switch something. They set the state, they don't flip it. */
export type Status = "activate" | "deactivate";

interface SwitchWords {
  title: (of: { name: string }) => string;
  confirm: () => string;
  done: () => string;
}

const ACTIVATING: SwitchWords = {
  title: m.lists_activate_title,
  confirm: m.lists_activate,
  done: m.lists_activated,
};

const DEACTIVATING: SwitchWords = {
  title: m.lists_deactivate_title,
  confirm: m.lists_deactivate,
  done: m.lists_deactivated,
};

interface SwitchDialogProps {
  name: string;
  isActive: boolean;
  /** What activating is called here, if it is more than that. */
  activating?: SwitchWords | undefined;
  /** What comes of it. */
  children: ReactNode;
  onSwitch: (status: Status) => Promise<unknown>;
  /** Deals with a failure in its own way, instead of the message that would be shown. */
  onFailure?: ((error: Error) => void) | undefined;
  onClose: () => void;
}

/** Switches one thing on or off, once somebody has read what will happen to which thing. */
export function SwitchDialog({
  name,
  isActive,
  activating = ACTIVATING,
  children,
  onSwitch,
  onFailure,
  onClose,
}: SwitchDialogProps) {
  // What was asked stays: the thing itself may be read anew, and be switched already, before the dialog has closed.
  const [wasActive] = useState(isActive);
  const [words] = useState(wasActive ? DEACTIVATING : activating);
  const [consequence] = useState(children);
  const status: Status = wasActive ? "deactivate" : "activate";
  const mutation = useMutation({
    mutationFn: onSwitch,
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
