import { shopsFound } from "@/api/queries/search";
import { paths } from "@/paths";
import { chosenRegionId } from "@/session/region";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.search(),
    load: () => import("./SearchPage"),
    Component: "SearchPage",
    starts: ({ search }) => [shopsFound(search.get("q") ?? "", chosenRegionId())],
    budget: "public",
  }),
];
