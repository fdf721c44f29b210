import { till } from "@/areas/counter/frames";
import { currentTillQuery } from "@/features/till/currentTill";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.till(),
    frame: till,
    load: () => import("./TillPage"),
    Component: "TillPage",
    starts: () => [currentTillQuery()],
    budget: "public",
  }),
  screen({
    path: paths.enrolTill(),
    frame: till,
    load: () => import("./EnrolTillPage"),
    Component: "EnrolTillPage",
    budget: "public",
  }),
];
