import { redirect } from "react-router";
import { m } from "@/i18n";
import { ownAccount } from "@/areas/account/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";
import { meQuery, sessionsQuery } from "./queries";

export const routes = [
  screen({
    path: paths.account(),
    frame: ownAccount,
    // Beside the navigation of a wide screen, a page without content would be empty.
    guard: () => {
      if (matchMedia("(width >= 64rem)").matches) throw redirect(paths.accountProfile());
    },
    load: () => import("./AccountHomePage"),
    Component: "AccountHomePage",
    budget: "public",
  }),
  screen({
    path: paths.accountProfile(),
    frame: ownAccount,
    load: () => import("./ProfileFormPage"),
    Component: "ProfileFormPage",
    needs: () => [meQuery()],
    menu: { group: "account", label: m.profile_profile, icon: "circle-user", position: 1 },
    budget: "form",
  }),
  screen({
    path: paths.accountPassword(),
    frame: ownAccount,
    load: () => import("./PasswordFormPage"),
    Component: "PasswordFormPage",
    needs: () => [meQuery()],
    menu: { group: "account", label: m.account_password, icon: "key-round", position: 3 },
    budget: "form",
  }),
  screen({
    path: paths.accountSessions(),
    frame: ownAccount,
    load: () => import("./SessionsPage"),
    Component: "SessionsPage",
    needs: () => [sessionsQuery()],
    menu: { group: "account", label: m.profile_sessions_short, icon: "monitor", position: 5 },
    budget: "public",
  }),
  screen({
    path: paths.accountData(),
    frame: ownAccount,
    load: () => import("./MyDataPage"),
    Component: "MyDataPage",
    menu: { group: "account", label: m.profile_data, icon: "download", position: 6 },
    budget: "public",
  }),
  screen({
    path: paths.endSessions(),
    load: () => import("./EndSessionsPage"),
    Component: "EndSessionsPage",
    budget: "public",
  }),
];
