import { m } from "@/i18n";
import { counter } from "@/areas/counter/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.counterDay(),
    frame: counter,
    load: () => import("@/features/counter/day/CounterDayPage"),
    Component: "CounterDayPage",
    menu: { group: "counter", label: m.counter_day_title, icon: "banknote", position: 3 },
    budget: "staff",
  }),
];
