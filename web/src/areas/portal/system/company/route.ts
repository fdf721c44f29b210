import { adminPaths } from "@/adminPaths";
import { desk } from "@/areas/portal/frames";
import { screen } from "@/shared/page/screen";
import { companiesQuery } from "./queries";

export const routes = [
  screen({
    path: adminPaths.company(),
    frame: desk,
    load: () => import("./CompanyPage"),
    Component: "CompanyPage",
    starts: () => [companiesQuery],
    budget: "portal",
  }),
];
