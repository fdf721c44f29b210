import { paths } from "@/paths";
import { restoreProfile } from "@/session/current";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.gift(":token"),
    load: () => import("./GiftPage"),
    Component: "GiftPage",
    starts: async ({ params: { token = "" } }) => {
      const [profile, { giftQuery }] = await Promise.all([restoreProfile(), import("./queries")]);
      return [giftQuery(token, profile?.userId)];
    },
    budget: "public",
  }),
];
