import { useLocation, useSearchParams } from "react-router";

/** Keeps a list's filters in the address, so that they can be shared and survive going back. */
export function useAddressFilter() {
  const [query, setQuery] = useSearchParams();
  // Keep the navigation state, which says where the user came from.
  const { state } = useLocation() as { state: unknown };
  const options = { replace: true, preventScrollReset: true, state };
  return {
    search: query,
    read: (name: string) => query.get(name) ?? "",
    write: (name: string, value: string) =>
      setQuery((current) => {
        const next = new URLSearchParams(current);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      }, options),
    /**
     * Sets several parameters at once: of two successive changes, the second would undo the first.
     */
    writeAll: (values: Record<string, string>) =>
      setQuery((current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(values)) {
          if (value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      }, options),
    clear: () => setQuery({}, options),
  };
}
