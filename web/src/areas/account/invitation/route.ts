import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";
import { offerQuery } from "./queries";

export const routes = [
  screen({
    path: paths.invitation(),
    load: () => import("./InvitationPage"),
    Component: "InvitationPage",
    starts: ({ search }) => [offerQuery(search.get("code") ?? "")],
    budget: "public",
  }),
];
