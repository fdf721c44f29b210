import { m } from "@/i18n";
import { usePageActions } from "@/shared/page/pageActions";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import type { Neighbours } from "./listNavigation";

/** Links to the previous and next record in the order of the list. */
export function NeighbourLinks({ previous, next }: Neighbours) {
  usePageActions([
    ...(previous ? [{ label: m.lists_previous(), icon: "chevron-left", to: previous } as const] : []),
    ...(next ? [{ label: m.lists_next(), icon: "chevron-right", to: next } as const] : []),
  ]);
  if (!previous && !next) return null;
  return (
    <nav aria-label={m.lists_neighbours()} className="flex justify-end gap-2">
      {previous && (
        <LinkButton to={previous} size="small" variant="quiet" preventScrollReset>
          <Icon name="chevron-left" size={18} />
          {m.lists_previous()}
        </LinkButton>
      )}
      {next && (
        <LinkButton to={next} size="small" variant="quiet" preventScrollReset>
          {m.lists_next()}
          <Icon name="chevron-right" size={18} />
        </LinkButton>
      )}
    </nav>
  );
}
