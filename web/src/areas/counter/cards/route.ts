import { m } from "@/i18n";
import { counter } from "@/areas/counter/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.scanCards(),
    frame: counter,
    load: () => import("./ScanCardListPage"),
    Component: "ScanCardListPage",
    starts: async ({ search }) => (await import("@/features/counter/card/cardList")).listedCards(search),
    menu: { group: "counter", label: m.counter_find_card, icon: "wallet-cards", position: 2 },
    budget: "staff",
  }),
];
