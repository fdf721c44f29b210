import { useState } from "react";
import { useSearchParams } from "react-router";
import { useAfterHydration } from "@/ui/useAfterHydration";

/** Open on request, or on arrival with `?support=show`; closing takes the words out of the address again. */
export function useContactDialog() {
  const [isRequested, setIsRequested] = useState(false);
  const [query, setQuery] = useSearchParams();
  // Prerendered pages know no query.
  const isInBrowser = useAfterHydration(() => true, false);
  const isAskedFor = isInBrowser && query.get("support") === "show";

  const close = () => {
    setIsRequested(false);
    if (!isAskedFor) return;
    query.delete("support");
    setQuery(query, { replace: true, preventScrollReset: true });
  };
  return { isOpen: isRequested || isAskedFor, open: () => setIsRequested(true), close };
}
