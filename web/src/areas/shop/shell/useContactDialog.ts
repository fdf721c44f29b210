import { useState } from "react";
import { useSearchParams } from "react-router";
import { useAfterHydration } from "@/ui/useAfterHydration";

/** Opens the contact dialog on request or for `?support=show`. Closing removes that parameter from the address. */
export function useContactDialog() {
  const [isRequested, setIsRequested] = useState(false);
  const [query, setQuery] = useSearchParams();
  // Prerendered pages have no query string.
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
