import type { ReactNode } from "react";
import { m } from "@/i18n";
import { usePageActions, type PageAction } from "@/shared/page/pageActions";
import { ActionMenu, type MenuAction } from "@/ui/rich/ActionMenu";

export type CaseAction = MenuAction & PageAction;

interface CaseMenuProps {
  actions: readonly CaseAction[];
  /** Reason why some actions are disabled. */
  children?: ReactNode;
}

/** Menu of all actions on a case. */
export function CaseMenu({ actions, children }: CaseMenuProps) {
  usePageActions(actions.filter(({ isDisabled }) => !isDisabled));
  if (actions.length === 0) return null;
  return (
    <ActionMenu label={m.cases_actions()} actions={actions} words={m.cases_actions()}>
      {children}
    </ActionMenu>
  );
}
