import { Link, useLocation, useNavigate } from "react-router";
import type { MouseEvent } from "react";
import { Icon } from "@/ui/Icon";

interface BackLinkProps {
  to: string;
  children: string;
}

/**
 * Navigation state of a link from a list to one record, whose page then leads back to the list as
 * it was: filters, page and scroll position.
 */
export const FROM_LIST = { isFromList: true };

/** Hidden in print. */
export const backLinkClass =
  "inline-flex min-h-11 items-center gap-2 font-semibold text-ink no-underline decoration-auto hover:underline hover:underline-offset-4 print:hidden [&_.icon]:[transition:translate_200ms_var(--ease-out)] hover:[&_.icon]:translate-x-[-3px]";

export function BackLink({ to, children }: BackLinkProps) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isFromList = (state as Partial<typeof FROM_LIST> | null)?.isFromList;
  const goBack = (event: MouseEvent) => {
    // A new tab or window has no history to go back in.
    if (!isFromList || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Link to={to} className={backLinkClass} onClick={goBack}>
      <Icon name="arrow-left" size={20} />
      {children}
    </Link>
  );
}
