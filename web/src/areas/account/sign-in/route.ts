import { footerless, quiet } from "@/areas/account/frames";
import { paths } from "@/paths";
import { mustBeGuest } from "@/session/guards";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.signIn(),
    frame: footerless,
    guard: mustBeGuest,
    load: () => import("./SignInFormPage"),
    Component: "SignInFormPage",
    budget: "form",
  }),
  screen({
    path: paths.signedOut(),
    frame: footerless,
    load: () => import("./SignedOutPage"),
    Component: "SignedOutPage",
    budget: "public",
  }),
  screen({
    path: paths.adminSignIn(),
    frame: quiet,
    guard: mustBeGuest,
    load: () => import("./AdminSignInFormPage"),
    Component: "AdminSignInFormPage",
    budget: "form",
  }),
];
