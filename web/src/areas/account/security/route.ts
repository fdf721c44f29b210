import { m } from "@/i18n";
import { ownAccount } from "@/areas/account/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

// The queries of these pages, loaded separately so that the area's other screens don't include them.
const queries = () => import("./queries");

export const routes = [
  screen({
    path: paths.accountSecurity(),
    frame: ownAccount,
    load: () => import("./SecurityPage"),
    Component: "SecurityPage",
    needs: async () => [(await queries()).secondFactorsQuery()],
    menu: { group: "account", label: m.security_title, icon: "shield-check", position: 4 },
    budget: "public",
  }),
  screen({
    path: paths.accountPin(),
    frame: ownAccount,
    load: () => import("./ChoosePinPage"),
    Component: "ChoosePinPage",
    needs: async () => [(await queries()).myPinsQuery()],
    budget: "form",
  }),
];
