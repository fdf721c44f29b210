import { m } from "@/i18n";
import { ownAccount } from "@/areas/account/frames";
import { paths } from "@/paths";
import { isStaff } from "@/session/can";
import { screen } from "@/shared/page/screen";
import { myPinsQuery, secondFactorsQuery } from "./queries";

const entry = { group: "account", icon: "shield-check", position: 4 } as const;

export const routes = [
  screen({
    path: paths.accountSecurity(),
    frame: ownAccount,
    load: () => import("./SecurityPage"),
    Component: "SecurityPage",
    needs: () => [secondFactorsQuery()],
    menu: [
      { ...entry, label: m.security_title, may: isStaff },
      { ...entry, label: m.security_ways, may: (profile) => !isStaff(profile) },
    ],
    budget: "public",
  }),
  screen({
    path: paths.accountPin(),
    frame: ownAccount,
    load: () => import("./ChoosePinPage"),
    Component: "ChoosePinPage",
    needs: () => [myPinsQuery()],
    budget: "form",
  }),
];
