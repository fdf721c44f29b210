import { m } from "@/i18n";
import { ActionMenu, type MenuAction } from "@/ui/rich/ActionMenu";

interface RowMenuProps {
  /** Name of the row's record. */
  name: string;
  actions: readonly MenuAction[];
}

/** Menu with the actions of a row; renders nothing if there are none. */
export function RowMenu({ name, actions }: RowMenuProps) {
  if (actions.length === 0) return null;
  return <ActionMenu label={m.lists_actions_of({ name })} actions={actions} />;
}
