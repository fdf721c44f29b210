import { useLocation, useSearchParams } from "react-router";

/** What a list is narrowed by stands in the address: it can be shared, and going back finds it again. */
export function useAddressFilter() {
  const [query, setQuery] = useSearchParams();
  // From where somebody came to the page is still so.
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
    /** Several at once: of two changes in a row the second would not know of the first. */
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
