// The way back from a page in place of a list.
import { useLocation } from "react-router";
import { searchAsLeft } from "@/shared/table/leftLists";
import { usePlaceOf } from "./place";

/** As beside the list; and who comes from elsewhere, whose address has nothing of the list, still finds it as it was left. */
export function useHiddenListPlace(listPath: string) {
  const { pathname, search } = useLocation();
  return usePlaceOf(listPath, search === "" && pathname !== listPath ? searchAsLeft(listPath) : search);
}
