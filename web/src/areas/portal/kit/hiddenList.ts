// Navigation from a page that replaces its list.
import { parsePath, useLocation, useNavigate } from "react-router";
import { asLeft } from "@/shared/table/leftLists";

/**
 * Like `useListPlace`, but if the address has no list parameters, it restores the list as it was
 * left.
 */
export function useHiddenListPlace(listPath: string) {
  const here = useLocation();
  const navigate = useNavigate();
  const isElsewhere = here.search === "" && here.pathname !== listPath;
  const search = isElsewhere ? (parsePath(asLeft(listPath)).search ?? "") : here.search;
  return {
    at: (pathname: string) => ({ pathname, search }),
    showList: ({ replace = false }: { replace?: boolean } = {}) =>
      void navigate({ pathname: listPath, search }, { replace, preventScrollReset: true }),
  };
}
