import { useLocation, useNavigate } from "react-router";

/** A list in the state in which it was left, for the sheets beside it: their addresses carry the list's own along. */
export function useListPlace(listPath: string) {
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    at: (pathname: string) => ({ pathname, search }),
    showList: ({ replace = false }: { replace?: boolean } = {}) =>
      void navigate({ pathname: listPath, search }, { replace, preventScrollReset: true }),
  };
}
