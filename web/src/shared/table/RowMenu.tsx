import { m } from "@/i18n";
import { ActionMenu, type MenuAction } from "@/ui/rich/ActionMenu";

interface RowMenuProps {
  /** What the thing of the row is called. */
  name: string;
  actions: readonly MenuAction[];
}

/** What can be done with the thing of a row, in one menu at its end; nothing where nothing can. */
export function RowMenu({ name, actions }: RowMenuProps) {
  if (actions.length === 0) return null;
  return <ActionMenu label={m.lists_actions_of({ name })} actions={actions} />;
}
