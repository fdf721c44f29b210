import { useSearchParams } from "react-router";

/** What a list is narrowed by stands in the address: it can be shared, and going back finds it again. */
export function useAddressFilter() {
  const [query, setQuery] = useSearchParams();
  return {
    search: query,
    read: (name: string) => query.get(name) ?? "",
    write: (name: string, value: string) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === "") next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    clear: () => setQuery({}, { replace: true, preventScrollReset: true }),
  };
}
