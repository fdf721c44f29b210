// The way back from a page in place of a list.
import { parsePath, useLocation, useNavigate } from "react-router";
import { asLeft } from "@/shared/table/leftLists";

/** As beside the list; and who comes from elsewhere, whose address has nothing of the list, still finds it as it was left. */
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
