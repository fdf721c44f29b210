import { till } from "@/areas/counter/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.till(),
    frame: till,
    load: () => import("./TillPage"),
    Component: "TillPage",
    starts: async () => [(await import("@/features/till/currentTill")).currentTillQuery()],
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
