import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.confirmEmail(),
    load: () => import("./ConfirmEmailFormPage"),
    Component: "ConfirmEmailFormPage",
    budget: "form",
  }),
  screen({
    path: paths.registerConfirmation(),
    load: () => import("./ConfirmedPage"),
    Component: "ConfirmedPage",
    budget: "public",
  }),
  screen({
    path: paths.registerConfirmationFailed(),
    load: () => import("./ConfirmationFailedPage"),
    Component: "ConfirmationFailedPage",
    budget: "public",
  }),
  screen({
    path: paths.resendConfirmation(),
    load: () => import("./ResendFormPage"),
    Component: "ResendFormPage",
    budget: "form",
  }),
];
