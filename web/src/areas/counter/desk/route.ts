import { m } from "@/i18n";
import { counter } from "@/areas/counter/frames";
import { cardQuery } from "@/features/counter/card/cards";
import { paths } from "@/paths";
import { innerAddress, screen } from "@/shared/page/screen";

export const routes = [
  screen({
    frame: counter,
    load: () => import("./CounterPage"),
    Component: "CounterPage",
    menu: {
      group: "counter",
      label: m.counter_page,
      icon: "scan-line",
      position: 1,
      to: paths.counter,
    },
    children: [
      innerAddress(paths.counter()),
      innerAddress(paths.scanCode()),
      innerAddress(paths.scanCard(":id"), { starts: ({ params: { id = "" } }) => [cardQuery(id)] }),
    ],
    budget: "staff",
  }),
];
