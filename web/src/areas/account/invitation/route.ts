import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.invitation(),
    load: () => import("./InvitationPage"),
    Component: "InvitationPage",
    starts: async ({ search }) => [(await import("./queries")).offerQuery(search.get("code") ?? "")],
    budget: "public",
  }),
];
