import type { To } from "react-router";
import { m } from "@/i18n";
import { LinkButton } from "@/ui/LinkButton";

/** To the form of the thing of its row. */
export function EditLink({ to, name }: { to: To; name: string }) {
  return (
    <LinkButton size="small" to={to} aria-label={m.lists_edit_one({ name })} preventScrollReset>
      {m.lists_edit()}
    </LinkButton>
  );
}
